"""The fault table: `python -m properties.faults.table` puts every fault to every case of the ci profile and prints what came of it.

A line a fault: whether it broke exactly what it names, the first violation's rule, the batch that brought it up, the seconds from the first call to
it, and the calls of the longest transcript that is shown of it. `--profile` names another profile. `--part I/N` takes every N-th fault, beginning
with the I-th, so that two cores can share the work.
"""

from __future__ import annotations

import argparse
import statistics
import sys
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from properties.cases.batch import Profile
from properties.faults.all import FAULTS, Fault
from properties.faults.parts import WHOLE, part
from properties.faults.trial import Outcome, Trial

FEW_CALLS: Final = 5
"""What a person takes in at a glance."""


@dataclass(frozen=True, slots=True)
class Row:
    """What came of a fault, and the calls of the longest transcript that is shown of it."""

    outcome: Outcome
    calls: int

    @property
    def is_as_named(self) -> bool:
        """Whether the fault broke what it names and nothing else."""
        return self.outcome.broken == self.outcome.fault.breaks

    @property
    def is_short(self) -> bool:
        """Whether what is shown of it is short, or the fault says why it cannot be."""
        return self.calls <= FEW_CALLS or bool(self.outcome.fault.longer)

    @property
    def line(self) -> str:
        """The row in words."""
        fault, broken = self.outcome.fault, self.outcome.broken
        if not self.outcome.sightings:
            return f"MISSED    {fault.name}: {', '.join(sorted(fault.breaks))}"
        first = self.outcome.sightings[0]
        stray, missing = sorted(broken - fault.breaks), sorted(fault.breaks - broken)
        but = (f"; also {', '.join(stray)}" if stray else "") + (f"; not {', '.join(missing)}" if missing else "")
        kind = "exact" if self.is_as_named else "caught"
        return f"{kind:9} {fault.name}: {first.rule}, {first.batch}, {first.seconds:.2f} s, shown by {self.calls} calls{but}"


def sums(rows: Sequence[Row]) -> str:
    """The figures of all rows."""
    seconds = [row.outcome.sightings[0].seconds for row in rows if row.outcome.sightings]
    short = max((row.calls for row in rows if not row.outcome.fault.longer), default=0)
    long = sorted(row.calls for row in rows if row.outcome.fault.longer)
    return (
        f"{len(rows)} faults: {len(seconds)} caught, {sum(row.is_as_named for row in rows)} of them exactly as named; "
        f"half were caught within {statistics.median(seconds or [0.0]):.2f} s of the first call. "
        f"The longest transcript shown has {short} calls; {len(long)} faults that say why they need more: {', '.join(map(str, long)) or 'none'}."
    )


def put(profile: Profile, faults: Iterable[Fault]) -> Iterator[Outcome]:
    """Puts the faults, one after the other."""
    trial = Trial(profile)
    return map(trial.put, faults)


def main() -> int:
    """Prints the table and its sums; 1 where a fault was missed or breaks other rules than it names, or what is shown of it is long for no reason."""
    parser = argparse.ArgumentParser(prog="python -m properties.faults.table", description="What the cases find of the faults.")
    parser.add_argument("--profile", choices=("smoke", "ci", "deep"), default="ci", help="the cases that are put")
    parser.add_argument("--part", default=WHOLE, type=part, metavar="I/N", help="every N-th fault, beginning with the I-th")
    given = parser.parse_args()
    rows = []
    for outcome in put(given.profile, given.part.taken(FAULTS)):
        rows.append(Row(outcome, outcome.shown()))
        sys.stdout.write(f"{rows[-1].line}\n")
        sys.stdout.flush()
    sys.stdout.write(f"{sums(rows)}\n")
    return 0 if all(row.is_as_named and row.is_short for row in rows) else 1


if __name__ == "__main__":
    sys.exit(main())
