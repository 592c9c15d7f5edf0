"""What a run is told to its reader, before it is written as text, JSON or HTML: the verdict, what was asked, and how to see each failure again."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import Final

from properties.report.outcome import Finding, Outcome
from properties.report.shorten import Shortened
from properties.report.shown import shown_call, shown_outcome
from properties.report.verdict import Exit, RuleVerdict, Status
from properties.transcript import Exchange, NoAnswer
from spec.port import Hello

SUITE: Final = "metrale-conformance"
WRONG_ANSWER: Final = "wrong answer"

MOST_CALLS: Final = 24
"""Of one transcript this many calls are shown up to the one at fault, and as many behind it."""

CALLS_WIDTH: Final = 72
"""Answers stand in one column beside calls of up to so many characters."""


@dataclass(frozen=True, slots=True)
class Asked:
    """What a run was about: the port as it was named, what it says of itself, the profile, the seed, and whether every rule is to be seen.

    `replays` says that the calls of one transcript were all that was put to it, which few rules look at.
    """

    port: str
    hello: Hello | None
    profile: str
    seed: int
    require_all: bool = False
    replays: bool = False


@dataclass(frozen=True, slots=True)
class Batches:
    """One batch that ran, with what it came to in counts and the seconds that it took."""

    name: str
    lifetimes: int
    calls: int
    judgements: int
    violations: int
    seconds: float


@dataclass(frozen=True, slots=True)
class Failed:
    """One failure in full: what it is of, the transcript, where that is on disk and the command that repeats it."""

    title: str
    sentence: str
    shortened: Shortened
    file: str | None
    repeat: str | None

    @property
    def kind(self) -> str:
        """What kind of failure it is, in words."""
        answer = self.shortened.finding.answer
        return answer.kind.value if isinstance(answer, NoAnswer) else WRONG_ANSWER

    @property
    def exchanges(self) -> tuple[Exchange, ...]:
        """The calls with their answers."""
        return self.shortened.finding.transcript.exchanges

    @property
    def again(self) -> str | None:
        """What the call at fault was answered when all was put once more and the fault did not come again."""
        again = self.shortened.again
        if again is None:
            return None
        index = self.shortened.finding.index
        if index < len(again.exchanges):
            return shown_outcome(again.exchanges[index])
        return "nothing, for the lifetime ended before it"

    def lines(self) -> list[str]:
        """The transcript, a call and its answer a line, the right answer beside the wrong one."""
        return transcript_text(self.shortened.finding)


def transcript_text(finding: Finding) -> list[str]:
    """The transcript of a finding, a call and its answer a line, the right answer beside the wrong one.

    Of a long one those calls are shown that stand nearest to the fault; the whole is on disk.
    """
    exchanges = finding.transcript.exchanges
    first = max(0, finding.index + 1 - MOST_CALLS)
    calls = [shown_call(exchange.call) for exchange in exchanges[first : finding.index + 1 + MOST_CALLS]]
    width = min(max(map(len, calls)), CALLS_WIDTH)
    lines = [f"{call:<{width}}  -> {shown_outcome(exchange)}" for call, exchange in zip(calls, exchanges[first:], strict=False)]
    lines[finding.index - first] += f"    right: {finding.right}"
    behind = len(exchanges) - first - len(calls)
    return [
        *([f"({first:,} calls before these)"] if first else []),
        *lines,
        *([f"({behind:,} calls after these)"] if behind else []),
    ]


@dataclass(frozen=True, slots=True)
class Report:
    """Everything that a run has to tell."""

    asked: Asked
    outcome: Outcome
    batches: tuple[Batches, ...]
    verdicts: tuple[RuleVerdict, ...]
    failed: tuple[Failed, ...]
    suite_failures: tuple[str, ...]
    left_out: tuple[tuple[str, str], ...]
    """The project's own tests that were skipped or were expected to fail, with the reason of each."""
    interrupted: bool
    exit: Exit

    def counts(self) -> Counter[Status]:
        """How many rules have each status."""
        return Counter(verdict.status for verdict in self.verdicts)
