"""The mutation job: `python -m properties.faults.mutation` makes every mutant of the reference and puts it to the judge. Needs the extra `mutation`.

It prints each mutant that was not found out, and the sums; it fails if one of these is not listed in `equivalent.py` with the reason, and if one
that is listed was found out or is no mutant any more. `--module` takes the mutants of one module of the reference. `--part I/N` takes every N-th,
beginning with the I-th, so that two cores can share the work.
"""

from __future__ import annotations

import argparse
import statistics
import sys
import time
from collections import Counter
from collections.abc import Iterator, Sequence

from properties.faults.mutation.equivalent import EQUIVALENT
from properties.faults.mutation.judging import Found, Outcome, judge_apart
from properties.faults.mutation.mutant import MODULES, Mutant, place_of
from properties.faults.parts import WHOLE, part

SAID: dict[Found, str] = {
    "smoke": "caught by a rule in the cases of smoke",
    "ci": "caught by a rule in the cases of ci alone",
    "unanswered": "caught by a call without an answer that no rule looks at",
    "no port": "caught because they make no port, or one that says of itself what it is not",
    "silent": "timed out",
}


def line_of(mutant: Mutant, outcome: Outcome) -> str:
    """A mutant with its place, what was changed, and what came of it."""
    changed = "\n".join((*(f"    - {line}" for line in mutant.before.splitlines()), *(f"    + {line}" for line in mutant.after.splitlines())))
    answers = outcome.by or "answers every case as the reference does"
    place = f"reference/{mutant.module}.py:{place_of(mutant).start + 1}: {mutant.function or 'the module itself'}"
    return f"{place}: {mutant.change}: {answers}\n{changed}\n"


def wrong_in_the_list(mutants: Sequence[Mutant], outcomes: dict[Mutant, Outcome], modules: Sequence[str]) -> Iterator[str]:
    """What is wrong with the list of equivalents, as far as these modules and outcomes tell."""
    for mutant in EQUIVALENT:
        if mutant.module in modules and mutant not in mutants:
            yield f"Take this out of the list of equivalents, for no operator makes it: {mutant}"
        elif mutant in outcomes and outcomes[mutant].found != "nothing":
            yield f"Take this out of the list of equivalents, for it was {SAID[outcomes[mutant].found]} ({outcomes[mutant].by}): {mutant}"


def main() -> int:
    """Prints what was not found out, and the sums; 1 where something is to be done."""
    parser = argparse.ArgumentParser(
        prog="python -m properties.faults.mutation", description="What the cases let through of the reference's mutants."
    )
    parser.add_argument("--module", choices=MODULES, metavar="NAME", action="append", help="only the mutants of this module; may be given again")
    parser.add_argument("--part", default=WHOLE, type=part, metavar="I/N", help="every N-th mutant, beginning with the I-th")
    given = parser.parse_args()
    try:
        from properties.faults.mutation.operators import mutants_of  # noqa: PLC0415 - without the extra there is a sentence to say
    except ModuleNotFoundError as error:
        parser.error(f"there is no module {error.name}: install the extra, pip install -e '.[mutation]'.")
    modules: Sequence[str] = given.module or MODULES
    mutants = [mutant for module in modules for mutant in mutants_of(module)]
    outcomes: dict[Mutant, Outcome] = {}
    seconds: list[float] = []
    for mutant in given.part.taken(mutants):
        start = time.monotonic()
        outcomes[mutant] = judge_apart(mutant)
        seconds.append(time.monotonic() - start)
        if mutant not in EQUIVALENT and outcomes[mutant].found == "nothing":
            sys.stdout.write(line_of(mutant, outcomes[mutant]))
            sys.stdout.flush()
    wrong = list(wrong_in_the_list(mutants, outcomes, modules))
    sys.stdout.writelines(f"{sentence}\n" for sentence in wrong)
    counts = Counter(outcome.found for outcome in outcomes.values())
    survived = [mutant for mutant, outcome in outcomes.items() if outcome.found == "nothing"]
    unexplained = sum(mutant not in EQUIVALENT for mutant in survived)
    sums = "; ".join(f"{counts[found]} {said}" for found, said in SAID.items())
    sys.stdout.write(f"{len(outcomes)} mutants: {sums}; {len(survived) - unexplained} equivalent, {unexplained} not found out and not explained.\n")
    sys.stdout.write(f"Half of them took {statistics.median(seconds or [0.0]):.2f} s at most, all {sum(seconds):.0f} s.\n")
    return 1 if unexplained or wrong else 0


if __name__ == "__main__":
    sys.exit(main())
