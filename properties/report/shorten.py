"""Finds the shortest transcript that shows a fault: puts what was found to new processes, call by call, with fewer and fewer calls before the fault.

How much is tried is bounded by counted runs and not by time, so that the same port gets the same transcript on a slow machine. A fault that does
not come again is told apart: the port answers the same calls differently from one time to the next.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from properties.judge import Judge
from properties.report.outcome import Finding, finding
from properties.transcript import Failure, NoAnswer, Script, Transcript

RUNS_PER_RULE: Final = 45
"""What may be spent on one rule, in runs. One that was waited for until the time limit costs as much as `A_WAIT`, a slow one `A_SECOND` a second."""

RUNS_IN_ALL: Final = 400
A_WAIT: Final = 15
A_SECOND: Final = 2

RACES: Final = 30
"""How often a race is put again until it shows its fault: which thread comes first is chance."""

CONFIRMATIONS: Final = 2
"""How often the shortest transcript is put once more."""

CANDIDATES: Final = 3
"""Of each rule this many findings are put again before it is said that the fault does not come again."""


@dataclass(frozen=True, slots=True)
class Shortened:
    """The shortest transcript found of a fault.

    `calls_at_first` is the number of calls of the transcript that it was cut from. `again` is what the same calls came to when they were put once
    more and the fault did not come again; it is None when the fault did, and when nobody tried.
    """

    finding: Finding
    calls_at_first: int
    again: Transcript | None = None

    @property
    def deterministic(self) -> bool:
        """Whether the fault may be taken to come again; that of a race need not."""
        return self.again is None or self.finding.races


AskAlone = Callable[[Script], Transcript]


class _SpentError(Exception):
    """The runs that may be spent are used up."""


class Shortener:
    """Shortens the findings of one run. `ask_alone` puts one script to a new process, call by call."""

    def __init__(self, ask_alone: AskAlone) -> None:
        self._ask_alone = ask_alone
        self._left_in_all = RUNS_IN_ALL
        self._left = 0

    def shorten(self, findings: Mapping[str | None, Sequence[Finding]]) -> dict[str | None, Shortened]:
        """The shortest transcript of each rule that was found broken; under None that of a call which no rule judges."""
        return {rule: self._shortest(of_rule) for rule, of_rule in findings.items()}

    def _shortest(self, findings: Sequence[Finding]) -> Shortened:
        self._left = min(RUNS_PER_RULE, self._left_in_all)
        before = self._left
        try:
            return self._confirmed(findings[:CANDIDATES])
        finally:
            self._left_in_all -= before - max(self._left, 0)

    def _confirmed(self, candidates: Sequence[Finding]) -> Shortened:
        """The first candidate that comes again, shortened; otherwise the first, with what came of it the second time."""
        again: Transcript | None = None
        try:
            for candidate in candidates:
                for shorter in self._easy(candidate):
                    found, transcript = self._try(candidate, shorter)
                    if found is not None:
                        return self._confirmed_again(self._minimal(found), len(candidate.transcript.exchanges))
                    if candidate is candidates[0]:
                        again = transcript
        except _SpentError:
            pass
        return Shortened(candidates[0], len(candidates[0].transcript.exchanges), again)

    def _easy(self, candidate: Finding) -> Iterator[Script]:
        """The call at fault by itself, then all that was asked; a race several times."""
        case, calls = candidate.script
        if len(calls) > 1:
            yield Script(case, calls[candidate.index : candidate.index + 1])
        for _ in range(RACES if candidate.races else 1):
            yield candidate.script

    def _confirmed_again(self, shortest: Finding, calls_at_first: int) -> Shortened:
        """Puts the shortest once more: a port that is wrong now and then may have been wrong at the right moment."""
        again: Transcript | None = None
        try:
            for _ in range(0 if shortest.races else CONFIRMATIONS):
                found, transcript = self._try(shortest, shortest.script)
                again = again or (transcript if found is None else None)
        except _SpentError:
            pass
        return Shortened(shortest, calls_at_first, again)

    def _minimal(self, found: Finding) -> Finding:
        """Takes calls away, in runs of half the length and less, for as long as the fault stays and something may be spent.

        Enough is left to confirm what comes out: of a port that is wrong now and then, just what took many runs to shorten may not come again.
        """
        size = len(found.transcript.exchanges) // 2
        self._left -= CONFIRMATIONS
        try:
            while size:
                taken = self._without_some(found, size)
                if taken is None:
                    size //= 2
                else:
                    found = taken
                    size = min(size, len(found.transcript.exchanges) // 2)
        except _SpentError:
            pass
        finally:
            self._left += CONFIRMATIONS
        return found

    def _without_some(self, found: Finding, size: int) -> Finding | None:
        case, calls = found.script
        for start in range(0, len(calls), size):
            fewer = calls[:start] + calls[start + size :]
            for _ in range(RACES if found.races else 1):
                shorter, _ = self._try(found, Script(case, fewer))
                if shorter is not None:
                    return shorter
        return None

    def _try(self, fault: Finding, script: Script) -> tuple[Finding | None, Transcript]:
        """Puts a script to a new process: the first such fault in what comes back, no more in doubt than it, and all that came back."""
        if self._left <= 0:
            raise _SpentError
        began = time.monotonic()
        transcript = self._ask_alone(script)
        seconds = int(time.monotonic() - began)  # whole ones: a port that answers at once gets the same transcript on a slow machine
        last = transcript.exchanges[-1].answer if transcript.exchanges else None
        waited = isinstance(last, NoAnswer) and last.kind is Failure.NO_ANSWER
        self._left -= A_WAIT if waited else 1 + A_SECOND * seconds
        return first_fault(fault.rule, transcript, fault.unless), transcript


def first_fault(rule: str | None, transcript: Transcript, unless: frozenset[str] = frozenset()) -> Finding | None:
    """The first place in a transcript that breaks the rule, at most those others explaining it; with no rule, the call that got no answer."""
    if rule is None:
        unanswered = bool(transcript.exchanges) and isinstance(transcript.exchanges[-1].answer, NoAnswer)
        return Finding(None, transcript, len(transcript.exchanges) - 1, "an answer") if unanswered else None
    violations = [one for one in Judge([rule]).judge(transcript) if one.unless <= unless]
    return finding(violations[0]) if violations else None


def unshortened(findings: Mapping[str | None, Sequence[Finding]]) -> dict[str | None, Shortened]:
    """The shortest findings as they were found, for a run that was interrupted."""
    return {rule: Shortened(of_rule[0], len(of_rule[0].transcript.exchanges)) for rule, of_rule in findings.items()}
