"""Puts the faults to the judge: every script of the ci profile, in process.

What the verdict on a script is known to be need not be found out again. A script that calls nothing of what a fault changes gets the reference's
answers, so it is left out; a transcript that is the same as the reference's is not judged. With that, a fault costs its own calls and little more.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial
from typing import Final

from properties.cases.batch import Batch, Plan, Profile
from properties.cases.batches import BATCHES
from properties.cases.races import RACE_BATCHES
from properties.faults.fault import Fault
from properties.faults.reach import changed_by, comes_to, functions_called
from properties.harness.in_process import InProcess
from properties.judge import Judge, Verdict
from properties.report import outcome as report
from properties.report.shorten import Shortener
from properties.transcript import Exchange, Script
from reference import Process

RACE_RULES: Final = frozenset({"switches/race", "ring-publish/race"})
"""The rules that only a race can break."""

RACE_TRIES: Final = 50
"""How often all races are put to a fault that only a race can show: which thread comes first is chance."""


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
        """The rules that the fault was found to break for certain."""
        return self.verdict.broken

    def shown(self) -> int:
        """The calls of the longest transcript that a run would show of it, one a rule, each shortened as a run does."""
        told = report.Outcome("shown")
        told.take(self.verdict)
        shortened = Shortener(InProcess(self.fault.port).ask_alone).shorten(told.shortest())
        return max((len(one.finding.transcript.exchanges) for one in shortened.values()), default=0)


@dataclass(frozen=True, slots=True)
class Known:
    """A script, the batch that it is of, what tells the reference's answers to it apart, and what of the reference was called by it."""

    batch: str
    script: Script
    answers: int
    called: frozenset[str]


def plan_for(profile: Profile) -> Plan:
    """The plan of a run in process: every method, no cost."""
    return Plan(profile, 64, frozenset(InProcess(Process).hello.methods), cost_per_call=0.0, cost_per_start=0.0, seed=0)


def races(fault: Fault) -> bool:
    """Whether a fault shows only where calls race."""
    return fault.breaks <= RACE_RULES


def all_known(plan: Plan) -> Iterator[Known]:
    """The scripts of a plan that are enumerated, but for the batches of races."""
    asker = InProcess(Process)
    kept: dict[frozenset[str], frozenset[str]] = {}
    for batch in BATCHES:
        if isinstance(batch, Batch) and batch not in RACE_BATCHES:
            for script in batch.scripts(plan):
                transcript, called = functions_called(partial(asker.ask_alone, script))
                yield Known(batch.name, script, fingerprint(transcript.exchanges), kept.setdefault(called, called))


class Trial:
    """The scripts of a profile with the reference's answers, to which any number of faults can be put. Races are put only to those that race."""

    def __init__(self, profile: Profile) -> None:
        self._plan = plan_for(profile)
        self._known = tuple(all_known(self._plan))

    def put(self, fault: Fault) -> Outcome:
        """Puts one fault to every script that can show it; one that races to races alone, and until it has broken what it names."""
        asker = InProcess(fault.port)
        judge = Judge()
        sightings: dict[str, Sighting] = {}
        start = time.monotonic()
        for batch, script, answers in self._races() if races(fault) else self._that_can_show(fault):
            transcript = asker.ask_alone(script)
            if answers is not None and fingerprint(transcript.exchanges) == answers:
                continue
            for violation in judge.judge(transcript):
                if violation.rule not in sightings:
                    sightings[violation.rule] = Sighting(violation.rule, batch, time.monotonic() - start)
            if answers is None and fault.breaks <= judge.verdict.broken:
                break
        return Outcome(fault, tuple(sightings.values()), judge.verdict, time.monotonic() - start)

    def _races(self) -> Iterator[tuple[str, Script, None]]:
        for _ in range(RACE_TRIES):
            for batch in RACE_BATCHES:
                yield from ((batch.name, script, None) for script in batch.scripts(self._plan))

    def _that_can_show(self, fault: Fault) -> Iterator[tuple[str, Script, int]]:
        changed = changed_by(fault.port)
        return ((one.batch, one.script, one.answers) for one in self._known if changed is None or comes_to(one.called, changed))


def fingerprint(exchanges: tuple[Exchange, ...]) -> int:
    """Tells transcripts of one script apart by their answers, within this process."""
    return hash(tuple((type(one.answer), one.answer) for one in exchanges))
