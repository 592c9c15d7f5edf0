"""Whether the rules leave a port no choice: each answer of the reference, changed into another of its type, must break a rule.

An answer that may be changed without that is a hole in the rules, unless a page leaves it open; those places are listed here, each with its reason.
`python -m properties.faults.choice` looks at the whole lattice and at 20,000 random lifetimes, and prints what it found.
"""

from __future__ import annotations

import sys
import time
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import islice
from typing import Final

from properties.cases.batch import Batch, Plan
from properties.cases.batches import BATCHES
from properties.cases.races import RACE_BATCHES
from properties.faults.changed_answers import Changed, changes_of
from properties.faults.random_lifetimes import random_lifetimes
from properties.faults.trial import plan_for
from properties.harness.in_process import InProcess
from properties.judge import Judge, Verdict
from properties.rules.rule import CALL_RULES, LIFETIME_RULES
from properties.transcript import Script, Transcript
from reference import Process
from reference.ring_fit import DECODE_RING_FIT_LADDER
from spec.port import (
    PURE_METHODS,
    RESERVE_FULL_VARIABLE,
    SWITCHES,
    Served,
)
from spec.wire import METHODS

SILENT: Final = frozenset({"set_env", "set_debug_logging"})
"""The calls that answer nothing."""

SHORT: Final = 60
"""In a lifetime of so many calls each answer is changed, in a longer one so many of them, evenly spread."""

SAMPLED: Final = 8
RANDOM_LIFETIMES: Final = 20_000


def reserve_is_open(changed: Changed) -> bool:
    """With `METRALE_SSM_RESERVE_RING_FULL` present the reserve alone differs."""
    right, answer = changed.right, changed.answer
    before = changed.transcript.exchanges[: changed.at]
    values = [call.args[1] for call, _ in before if call.method == "set_env" and call.args[0] == RESERVE_FULL_VARIABLE]
    present = bool(values) and values[-1] is not None
    return present and isinstance(right, Served) and isinstance(answer, Served) and replace(answer, reserved=right.reserved) == right


def publishing_is_open(changed: Changed) -> bool:
    """With the flag left out any depth is said to be published, with `auto` a rung is, or is not."""
    right, answer = changed.right, changed.answer
    if not isinstance(right, Served) or not isinstance(answer, Served) or replace(answer, published=right.published) != right:
        return False
    flags = changed.transcript.exchanges[changed.at].call.args[0]
    given = getattr(flags, "ssm_decode_ring_slots", None)
    return given is None or (given == "auto" and {right.published, answer.published} in ({None, rung} for rung in DECODE_RING_FIT_LADDER))


def rollback_is_open(changed: Changed) -> bool:
    """A rollback with snapshots, or on a model without layers."""
    call = changed.transcript.exchanges[changed.at].call
    return call.method == "rollback_to_boundary" and (call.args[0] == 0 or call.args[1] != 0)


def race_is_open(changed: Changed) -> bool:
    """In a race, a reader of the depth, a decision or the one flag of a switch that questions read as well may come first or last."""
    call = changed.transcript.exchanges[changed.at].call
    if call.method != "race" or not isinstance(changed.right, tuple) or not isinstance(changed.answer, tuple):
        return False
    racing = [one.method for one in call.racing]
    differing = [method for method, right, answer in zip(racing, changed.right, changed.answer, strict=True) if right != answer]
    alone = [one.setter for one in SWITCHES if sum(method in (one.setter, one.getter) for method in racing) == 1 and set(one.questions) & set(racing)]
    return differing[0] in ("published_decode_ring_slots", "decode_rollback_ring_slots", *alone)


OPEN: Final[dict[str, Callable[[Changed], bool]]] = {
    "serve, not specified: what the reserve is with METRALE_SSM_RESERVE_RING_FULL present": reserve_is_open,
    "serve, not specified: what the flag left out means, whether a full fit or none is published, and what the fit starts from": publishing_is_open,
    "serve, not specified: a rollback with a depth above 0 or without layers": rollback_is_open,
    "switches/race, ring-publish/race: which racer comes first": race_is_open,
}
"""What the pages leave open, and how it is told."""


@dataclass
class Tally:
    """What came of the lifetimes looked at. `holes` are the changes that break no rule and are not left open.

    `alone` counts by rule the changes that no other rule would find: without its predicate they were holes.
    """

    lifetimes: int = 0
    changes: int = 0
    judge: Judge = field(default_factory=Judge, repr=False)
    broken_by_reference: list[Transcript] = field(default_factory=list)
    left_open: Counter[str] = field(default_factory=Counter)
    holes: list[Changed] = field(default_factory=list)
    alone: Counter[str] = field(default_factory=Counter)

    def look_at(self, transcript: Transcript, indices: Iterable[int]) -> None:
        """Changes these answers, one at a time."""
        self.lifetimes += 1
        if self.broken_in(transcript):
            self.broken_by_reference.append(transcript)
        for changed in changes_of(transcript, indices):
            self.changes += 1
            broken = self.broken_in(changed.transcript)
            if len(broken) == 1:
                self.alone.update(broken)
            if not broken:
                reason = next((reason for reason, is_open in OPEN.items() if is_open(changed)), None)
                if reason is None:
                    self.holes.append(changed)
                else:
                    self.left_open[reason] += 1

    def broken_in(self, transcript: Transcript) -> frozenset[str]:
        """The rules with a violation in a lifetime by itself, in doubt or not; what the judge has counted before is of no account."""
        self.judge.verdict = Verdict()
        return frozenset(violation.rule for violation in self.judge.judge(transcript))


def look_at_scripts(scripts: Iterable[Script]) -> Tally:
    """Every change of an answer to a pure call by itself, and of one in a lifetime; of a long one, of some."""
    tally = Tally()
    asker = InProcess(Process)
    for script in scripts:
        transcript = asker.ask_alone(script)
        calls = transcript.exchanges
        if all(one.call.method in PURE_METHODS for one in calls):
            for one in calls:
                tally.look_at(Transcript(script.case, transcript.word_bits, (one,)), (0,))
        else:
            answered = [at for at, one in enumerate(calls) if one.call.method not in SILENT]
            tally.look_at(transcript, answered if len(calls) <= SHORT else answered[:: len(answered) // SAMPLED or 1])
    return tally


def enumerated(plan: Plan, stride: int = 1) -> Iterator[Script]:
    """Every script of the lattice and the other batches but the races; with a stride, one script in so many, long ones cut short."""
    for batch in BATCHES:
        if isinstance(batch, Batch) and batch not in RACE_BATCHES:
            for script in islice(batch.scripts(plan), 0, None, stride):
                yield script if stride == 1 or len(script.calls) <= SHORT else cut(script)


def cut(script: Script) -> Script:
    """A few of the calls of a long script: from all over it if they are pure, else the first ones."""
    calls = script.calls
    return Script(script.case, calls[:: len(calls) // SHORT] if all(call.method in PURE_METHODS for call in calls) else calls[:SHORT])


def every_rule() -> frozenset[str]:
    """The ids of the rules."""
    return frozenset(rule.rule for rule in CALL_RULES) | frozenset(rule.rule for rule in LIFETIME_RULES)


def shown(tally: Tally) -> str:
    """The figures, and each hole."""
    lines = [f"{tally.lifetimes} lifetimes (a pure call is one), {tally.changes} changed answers, {len(tally.holes)} of them break no rule"]
    lines += [f"the reference breaks a rule in {one.case}" for one in tally.broken_by_reference]
    lines.append(f"{len(tally.alone)} rules each break alone for some of them; these never do: {', '.join(sorted(every_rule() - set(tally.alone)))}")
    lines += [f"left open {times} times: {reason}" for reason, times in sorted(tally.left_open.items())]
    for hole in tally.holes[:5]:
        lines.append(f"hole: call {hole.at + 1} of {hole.transcript.case} may answer {hole.answer!r} for {hole.right!r}")
        lines += [f"    {METHODS[call.method].name}{call.args!r} -> {answer!r}" for call, answer in hole.transcript.exchanges]
    return "\n".join(lines)


def main(arguments: Sequence[str]) -> int:
    """Prints the figures of the whole lattice and of the random lifetimes, of which the number may be given."""
    start = time.monotonic()
    found = []
    for what, scripts in (
        ("enumerated", enumerated(plan_for("ci"))),
        ("random", random_lifetimes(int(arguments[0]) if arguments else RANDOM_LIFETIMES)),
    ):
        tally = look_at_scripts(scripts)
        found.append(tally)
        sys.stdout.write(f"{what}, {time.monotonic() - start:.0f} s: {shown(tally)}\n")
        sys.stdout.flush()
    return int(any(tally.holes or tally.broken_by_reference for tally in found))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
