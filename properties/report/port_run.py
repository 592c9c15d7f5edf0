"""Puts batches to a port and has the judge look at what comes back. What came of it is an `Outcome`; nothing here prints or decides a verdict.

A port that crashes or leaves the protocol must not hide what its other calls come to, nor make a run endless. So the calls that stood behind such
a call in pure work are put again, and a method that got no answer too often is not asked any more, which is said in a notice. No rule is blamed for
what a driver's `reset` has kept: what is found behind one is put again to a new process, and a batch in which that came to something else is too.
"""

from __future__ import annotations

import math
import time
from collections import Counter, deque
from collections.abc import Callable, Generator, Iterable, Iterator
from contextlib import closing
from dataclasses import replace
from typing import Final

from properties.cases.batch import AnyBatch, Batch, DrivenBatch, Plan
from properties.cases.cutting import seems_slow
from properties.harness.asker import Asker
from properties.harness.collector import collecting_rarely
from properties.harness.driver import PortCannotRun
from properties.harness.lane import Deadline
from properties.harness.offered import offered_calls
from properties.harness.wire_port import WirePort
from properties.judge import Judge, Violation
from properties.report.outcome import Finding, Outcome, finding
from properties.report.port_session import notices_of, without_reset
from properties.transcript import NoAnswer, Script, Transcript
from spec import wire

BUDGET_S: Final = {"smoke": 90.0, "ci": 400.0, "deep": 6 * 3600.0}
"""After so many seconds each batch that is left gets no more than `LEAST_S`: a run ends, however slow the port is at what was not measured."""

PATIENCE: Final = 10
"""A port that seemed quick at first gets so many times as long: that it is not is then a busy machine's doing, which must not cost it a verdict."""

LEAST_S: Final = 2.0
SHARES: Final = 4
"""No batch gets more than such a part of it."""

MOST_UNANSWERED: Final = 20
"""A method that got no answer this often in one process of the suite is not asked any more."""


class PortRun:
    """The part of a run that is done in one process: a port, the rules that were chosen (all when None), and a batch at a time."""

    def __init__(self, open_port: Callable[[], Asker], plan: Plan, chosen: frozenset[str] | None) -> None:
        self._open_port = open_port
        self._asker: Asker | None = None
        self._plan = plan
        self._chosen = chosen
        self._unanswered: Counter[str] = Counter()
        self._cannot_run: str | None = None
        self._trusted = True
        self._deadline = Deadline()
        self._budget_ends = math.inf
        self._shown: set[tuple[str, frozenset[str]]] = set()
        self.current: Outcome | None = None

    def run(self, batch: AnyBatch) -> Outcome:
        """Puts one batch to the port. While it runs, and after an interruption, `current` has what came of it so far."""
        self._trusted = self._reset_failed is None
        outcome = self._run(batch)
        if self._is_void and (why := self._reset_failed) is not None:
            self.distrust_reset(why)
            outcome = self._run(batch)
            outcome.reset_failed = why
        return outcome

    def distrust_reset(self, why: str) -> None:
        """Has the port be asked without its `reset` from now on; `why` is the clause that says how it was found out."""
        port = self._asker = self._asker or self._open_port()
        if isinstance(port, WirePort):
            self._trusted = False
            port.distrust_reset(why)
            self._plan = without_reset(self._plan, port)

    def _allow_time(self, batch: AnyBatch) -> None:
        port = self._asker = self._asker or self._open_port()
        if isinstance(port, WirePort):
            self._deadline = port.deadline
        if isinstance(batch, DrivenBatch) and batch.bounds_itself:
            return
        now = time.monotonic()
        budget = BUDGET_S[self._plan.profile] * (1 if seems_slow(self._plan) else PATIENCE)
        self._budget_ends = min(self._budget_ends, now + budget)
        self._deadline.at = max(min(self._budget_ends, now + budget / SHARES), now + LEAST_S)

    @property
    def _is_void(self) -> bool:
        """Whether the batch will be put again, for `reset` was found out while it ran."""
        return self._trusted and self._reset_failed is not None

    @property
    def _reset_failed(self) -> str | None:
        return self._asker.reset_failed if isinstance(self._asker, WirePort) else None

    def _run(self, batch: AnyBatch) -> Outcome:
        outcome = self.current = Outcome(batch.name, cannot_run=self._cannot_run)
        if self._cannot_run is not None:
            return outcome
        judge = Judge(self._chosen)
        self._shown = set()
        try:
            self._allow_time(batch)
            if batch.notice is not None and (notice := batch.notice(self._plan)) is not None:
                outcome.notices.append(notice)
            if isinstance(batch, Batch):
                with collecting_rarely(), closing(self._ask(batch.scripts(self._plan))) as asking:
                    for transcript in asking:
                        self._judge(judge, outcome, transcript)
                        if self._is_void or self._deadline.is_over:
                            break
            else:
                outcome.notices.extend(batch.drive(self._plan, lambda script: self._put(judge, outcome, script)) or ())
        except PortCannotRun as error:
            outcome.cannot_run = self._cannot_run = str(error)
        finally:
            if self._deadline.is_over:
                outcome.notices.append(
                    f"This port takes longer than it seemed to at first, and a run of the {self._plan.profile} profile is to end in time: "
                    "batches were broken off, and what was left of them is not judged."
                )
            self._deadline.at = math.inf
            outcome.take(judge.verdict)
            if isinstance(batch, Batch) and batch.chance is not None and judge.verdict.judgements:
                outcome.notices.append(batch.chance(outcome.lifetimes))
            outcome.notices.extend(self._given_up())
        return outcome

    def notices(self) -> list[str]:
        """What the port's reader should know and is no verdict."""
        return notices_of(self._asker) if self._asker is not None else []

    def close(self) -> None:
        """Ends every process that was started."""
        if self._asker is not None:
            self._asker.close()

    def _put(self, judge: Judge, outcome: Outcome, script: Script) -> bool | None:
        if self._is_void or self._deadline.is_over:
            return None
        return bool([violation for transcript in self._ask([script]) for violation in self._judge(judge, outcome, transcript)])

    def _ask(self, scripts: Iterable[Script]) -> Generator[Transcript, None, None]:
        if self._asker is None:
            self._asker = self._open_port()
        waiting: Iterable[Script] | None = scripts
        while waiting is not None:
            asked: deque[Script] = deque()
            left: list[Script] = []
            for transcript in self._asker.ask(self._noted(asked, waiting)):
                script = asked.popleft()
                yield transcript
                left.extend(self._left(script, transcript))
            waiting = left or None

    def _noted(self, asked: deque[Script], scripts: Iterable[Script]) -> Iterator[Script]:
        for script in scripts:
            given_up = self._no_longer_asked()
            kept = Script(script.case, offered_calls(script.calls, self._plan.methods - given_up)) if given_up else script
            asked.append(kept)
            yield kept

    def _left(self, script: Script, transcript: Transcript) -> Iterator[Script]:
        """Counts a call without an answer, and yields what pure work has left behind it."""
        if not transcript.exchanges or not isinstance(transcript.exchanges[-1].answer, NoAnswer):
            return
        self._unanswered[transcript.exchanges[-1].call.method] += 1
        calls = offered_calls(script.calls, self._plan.methods)
        behind = calls[len(transcript.exchanges) :]
        if behind and all(wire.METHODS[one.method].group == "pure" for one in calls):
            yield Script(script.case, behind)

    def _judge(self, judge: Judge, outcome: Outcome, transcript: Transcript) -> list[Violation]:
        outcome.lifetimes += 1
        outcome.calls += len(transcript.exchanges)
        violations = judge.judge(transcript)
        if transcript.behind_reset:
            outcome.by_reset = True
            if any((one.rule, one.unless) not in self._shown for one in violations):
                self._see_in_new_process(outcome, transcript, violations)
        last = len(transcript.exchanges) - 1
        if last >= 0 and isinstance(transcript.exchanges[last].answer, NoAnswer) and all(violation.index != last for violation in violations):
            group = wire.METHODS[transcript.exchanges[last].call.method].group
            # With some rules chosen, the rule that judges such a call may be one of the others; the driver's own calls carry every rule.
            if self._chosen is None or group == "driver":
                outcome.findings.append(Finding(None, transcript, last, "an answer"))
        return violations

    def _see_in_new_process(self, outcome: Outcome, transcript: Transcript, violations: list[Violation]) -> None:
        """Puts what was found behind a `reset` to a new process, once for each way to break a rule, and keeps it as it was found there."""
        again = self._asker.holds_in_new_process(transcript) if isinstance(self._asker, WirePort) else None
        if again is None:
            return
        for one in violations:
            if (one.rule, one.unless) not in self._shown:
                self._shown.add((one.rule, one.unless))
                outcome.findings.append(finding(replace(one, transcript=again)))

    def _no_longer_asked(self) -> frozenset[str]:
        return frozenset(method for method, times in self._unanswered.items() if times >= MOST_UNANSWERED)

    def _given_up(self) -> Iterator[str]:
        for method in sorted(self._no_longer_asked()):
            yield f"{method} got no answer too often and was not asked any more; what its rules say of it rests on the calls before that."
