"""Puts the faults to the judge: every script of the ci profile, in process.

A transcript that is the same as the reference's need not be judged again, since the verdict on it is known: with that, a fault costs its calls and
little more.
"""

from __future__ import annotations

import time
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from properties.cases.batch import Batch, Plan, Profile
from properties.cases.batches import BATCHES
from properties.faults.fault import Fault
from properties.harness.in_process import InProcess
from properties.judge import Judge, Verdict
from properties.transcript import Exchange, Script
from reference import Process


@dataclass(frozen=True, slots=True)
class Sighting:
    """The first violation of a rule: the batch that brought it up, and the seconds since the first call."""

    rule: str
    batch: str
    seconds: float


@dataclass(frozen=True, slots=True)
class Outcome:
    """What came of one fault. `sightings` are in the order in which they came."""

    fault: Fault
    sightings: tuple[Sighting, ...]
    verdict: Verdict
    seconds: float

    @property
    def broken(self) -> frozenset[str]:
        """The rules that the fault was found to break."""
        return frozenset(self.verdict.broken)


def plan_for(profile: Profile) -> Plan:
    """The plan of a run in process: every method, no cost."""
    return Plan(profile, 64, frozenset(InProcess(Process).hello.methods), has_reset=True, cost_per_call=0.0, cost_per_start=0.0, seed=0)


class Trial:
    """The scripts of a profile with the reference's answers, to which any number of faults can be put."""

    def __init__(self, profile: Profile) -> None:
        plan = plan_for(profile)
        self._scripts = [(batch.name, script) for batch in BATCHES if isinstance(batch, Batch) for script in batch.scripts(plan)]
        asker = InProcess(Process)
        self._known = [fingerprint(asker.ask_alone(script).exchanges) for _, script in self._scripts]

    def put(self, fault: Fault, only: Iterable[str] | None = None) -> Outcome:
        """Puts one fault to every script; `only` names the rules that judge, all of them when None."""
        asker = InProcess(fault.port)
        judge = Judge(only)
        sightings: dict[str, Sighting] = {}
        start = time.monotonic()
        for (batch, script), known in zip(self._scripts, self._known, strict=True):
            transcript = asker.ask_alone(script)
            if fingerprint(transcript.exchanges) == known:
                continue
            for violation in judge.judge(transcript):
                if violation.rule not in sightings:
                    sightings[violation.rule] = Sighting(violation.rule, batch, time.monotonic() - start)
        return Outcome(fault, tuple(sightings.values()), judge.verdict, time.monotonic() - start)

    def scripts(self) -> Iterator[tuple[str, Script]]:
        """The scripts with the names of their batches."""
        return iter(self._scripts)


def fingerprint(exchanges: tuple[Exchange, ...]) -> int:
    """Tells transcripts of one script apart by their answers, within this process."""
    return hash(tuple((type(one.answer), one.answer) for one in exchanges))
