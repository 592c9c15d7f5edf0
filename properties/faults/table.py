"""The fault table: `python -m properties.faults.table` puts every fault to every case of the ci profile and prints what came of it.

A line a fault: whether it broke exactly what it names, the first violation's rule, the batch that brought it up, the seconds from the first call to
it, and the calls up to it. `--profile` names another profile; `--part I/N` takes every N-th fault, so that two cores can share the work.
"""

from __future__ import annotations

import argparse
import statistics
import sys
from collections.abc import Iterator

from properties.cases.batch import Profile
from properties.faults.all import FAULTS
from properties.faults.trial import Outcome, Trial


def line_of(outcome: Outcome) -> str:
    """One fault's line."""
    name, wanted = outcome.fault.name, outcome.fault.breaks
    if not outcome.sightings:
        return f"MISSED    {name}: {', '.join(sorted(wanted))}"
    first = outcome.sightings[0]
    calls = min(kept[0].index + 1 for kept in outcome.verdict.kept.values())
    kind = "exact" if outcome.broken == wanted else "caught"
    stray, missing = sorted(outcome.broken - wanted), sorted(wanted - outcome.broken)
    but = (f"; also {', '.join(stray)}" if stray else "") + (f"; not {', '.join(missing)}" if missing else "")
    return f"{kind:9} {name}: {first.rule}, {first.batch}, {first.seconds:.2f} s, {calls} calls{but}"


def put(profile: Profile, part: int, parts: int) -> Iterator[Outcome]:
    """Puts the faults of a part, one after the other."""
    trial = Trial(profile)
    return (trial.put(fault) for number, fault in enumerate(FAULTS) if number % parts == part)


def main() -> int:
    """Prints the table and its sums; 1 where a fault was missed."""
    parser = argparse.ArgumentParser(prog="python -m properties.faults.table", description="What the cases find of the faults.")
    parser.add_argument("--profile", choices=("smoke", "ci", "deep"), default="ci", help="the cases that are put")
    parser.add_argument("--part", default="0/1", metavar="I/N", help="every N-th fault, beginning with I")
    given = parser.parse_args()
    part, _, parts = given.part.partition("/")
    outcomes = []
    for outcome in put(given.profile, int(part), int(parts)):
        outcomes.append(outcome)
        sys.stdout.write(f"{line_of(outcome)}\n")
        sys.stdout.flush()
    caught = [one for one in outcomes if one.sightings]
    exact = sum(one.broken == one.fault.breaks for one in outcomes)
    seconds = statistics.median(one.sightings[0].seconds for one in caught) if caught else 0.0
    sums = f"{len(outcomes)} faults: {len(caught)} caught, {exact} of them exactly as named"
    sys.stdout.write(f"{sums}; half were caught within {seconds:.2f} s of the first call.\n")
    return 0 if len(caught) == len(outcomes) else 1


if __name__ == "__main__":
    sys.exit(main())
