"""Puts batches to a port and has the judge look at what comes back. What came of it is an `Outcome`; nothing here prints or decides a verdict.

A port that crashes or leaves the protocol must not hide what its other calls come to, nor make a run endless. So the calls that stood behind such
a call in pure work are put again, and a method that got no answer too often is not asked any more, which is said in a notice.
"""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Callable, Iterable, Iterator
from typing import Final

from properties.cases.batch import AnyBatch, Batch, Plan
from properties.harness.asker import Asker
from properties.harness.collector import collecting_rarely
from properties.harness.driver import PortCannotRun
from properties.harness.offered import offered_calls
from properties.judge import Judge, Violation
from properties.report.outcome import Finding, Outcome
from properties.report.port_session import notices_of
from properties.transcript import NoAnswer, Script, Transcript
from spec import wire

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
        self.current: Outcome | None = None

    def run(self, batch: AnyBatch) -> Outcome:
        """Puts one batch to the port. While it runs, and after an interruption, `current` has what came of it so far."""
        outcome = self.current = Outcome(batch.name, cannot_run=self._cannot_run)
        if self._cannot_run is not None:
            return outcome
        judge = Judge(self._chosen)
        try:
            if isinstance(batch, Batch):
                if batch.notice is not None and (notice := batch.notice(self._plan)) is not None:
                    outcome.notices.append(notice)
                with collecting_rarely():
                    for transcript in self._ask(batch.scripts(self._plan)):
                        self._judge(judge, outcome, transcript)
            else:
                outcome.notices.extend(batch.drive(self._plan, lambda script: self._put(judge, outcome, script)) or ())
        except PortCannotRun as error:
            outcome.cannot_run = self._cannot_run = str(error)
        finally:
            outcome.take(judge.verdict)
            outcome.notices.extend(self._given_up())
        return outcome

    def notices(self) -> list[str]:
        """What the port's reader should know and is no verdict."""
        return notices_of(self._asker) if self._asker is not None else []

    def close(self) -> None:
        """Ends every process that was started."""
        if self._asker is not None:
            self._asker.close()

    def _put(self, judge: Judge, outcome: Outcome, script: Script) -> list[Violation]:
        return [violation for transcript in self._ask([script]) for violation in self._judge(judge, outcome, transcript)]

    def _ask(self, scripts: Iterable[Script]) -> Iterator[Transcript]:
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
        last = len(transcript.exchanges) - 1
        if last >= 0 and isinstance(transcript.exchanges[last].answer, NoAnswer) and all(violation.index != last for violation in violations):
            group = wire.METHODS[transcript.exchanges[last].call.method].group
            # With some rules chosen, the rule that judges such a call may be one of the others; the driver's own calls carry every rule.
            if self._chosen is None or group == "driver":
                outcome.findings.append(Finding(None, transcript, last, "an answer"))
        return violations

    def _no_longer_asked(self) -> frozenset[str]:
        return frozenset(method for method, times in self._unanswered.items() if times >= MOST_UNANSWERED)

    def _given_up(self) -> Iterator[str]:
        for method in sorted(self._no_longer_asked()):
            yield f"{method} got no answer too often and was not asked any more; what its rules say of it rests on the calls before that."
