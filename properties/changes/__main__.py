"""`python -m properties.changes`: prints what a change of the rules still lacks, step by step.

`--write` first writes the tables of `spec/README.md` and `README.md` anew; `--release` records the rules as they are, if nothing is missing.
The exit status is 0 where nothing is missing and 1 where something is.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from typing import Final

from properties import invariants
from properties.changes.attempt import attempt
from properties.changes.missing import Checkout, missing, this_checkout
from properties.changes.released import as_released, write_record
from properties.changes.tables import README, write
from properties.pages import spec_pages
from spec.wire import METHODS

MOST_OF_A_FILE: Final = 5
"""So many sentences on one file are printed at a step, for one thing that is done mostly settles several."""


def told(checkout: Checkout, lacks: Sequence[tuple[str, Sequence[str]]]) -> str:
    """What is printed: what became of the rules, and the steps with what each still lacks."""
    released = checkout.released.version
    lines = [f"Since {released}: {one.rule} is {one.what}." for one in checkout.differences] or [f"Since {released} no rule has changed."]
    for number, (step, sentences) in enumerate(lacks, start=1):
        lines += ["", f"{number}. {step[0].upper()}{step[1:]}", *(f"   {one}" for one in few(sentences) or ["Nothing is missing."])]
    open_steps = [step for step, sentences in lacks if sentences]
    lines += ["", f"Next: {open_steps[0]}." if open_steps else "The change is whole; pytest judges the reference by it."]
    return "\n".join(lines)


def few(sentences: Sequence[str]) -> list[str]:
    """The first sentences on each file, and how many there are more."""
    of_file: dict[str, list[str]] = {}
    for sentence in sentences:
        of_file.setdefault(sentence.partition(":")[0], []).append(sentence)
    told = []
    for file, all_of_it in of_file.items():
        told += all_of_it[:MOST_OF_A_FILE]
        if len(all_of_it) > MOST_OF_A_FILE:
            told.append(f"{file}: and {len(all_of_it) - MOST_OF_A_FILE} more.")
    return told


def tell(text: str) -> None:
    """Prints a text and ends its last line."""
    sys.stdout.write(f"{text}\n")


def main() -> int:
    """Prints, and records where that is asked for and nothing is missing."""
    parser = argparse.ArgumentParser(prog="python -m properties.changes", description="Prints what a change of the rules still lacks.")
    parser.add_argument("--release", action="store_true", help="writes spec/released.json, the record that later changes are compared with")
    parser.add_argument("--write", action="store_true", help="first writes the tables of the READMEs anew, from the project as it is")
    options = parser.parse_args()
    write_tables: bool = options.write
    release: bool = options.release
    if write_tables:
        write(README, spec_pages())
        raised = attempt(invariants.main)
        if isinstance(raised, Exception):
            tell(f"README.md: its table of rules is left as it was ({type(raised).__name__}: {raised}); write it once nothing is missing.\n")
    checkout = this_checkout()
    lacks = missing(checkout)
    tell(told(checkout, lacks))
    if any(sentences for _, sentences in lacks):
        return 1
    if release:
        if f"\n## [{checkout.version}]" not in checkout.changelog:
            tell(f"CHANGELOG.md: there is no heading ## [{checkout.version}]; put it above what this version brings, then release.")
            return 1
        write_record(as_released(checkout.version, METHODS, checkout.pages))
        tell(f"spec/released.json records the rules of {checkout.version}.")
    return 0


if __name__ == "__main__":
    sys.exit(main())
