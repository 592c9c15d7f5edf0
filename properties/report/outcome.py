"""What one batch came to, in a form that travels with a test report: counts by rule, the shortest findings, and sentences.

Outcomes are made in the process that asked the port, which with pytest-xdist is a worker, and are added up where the verdict is drawn.
Which rules hold is decided in `verdict.py`; how a line of a transcript is written, in `spec/wire.py`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field, replace

import msgspec

from properties.judge import Judge, Verdict, Violation, Violations, broken_for_certain
from properties.report.shown import shown
from properties.rules.rule import Exactly, Expectation
from properties.transcript import Answer, Exchange, Failure, NoAnswer, Script, Transcript
from spec import wire


@dataclass(frozen=True, slots=True)
class Finding:
    """A rule that an answer broke, the index of the call at fault in the transcript, and what would have been right there.

    `rule` is None for a call that got no answer though no rule judges it, as `set_env`. The transcript goes on behind the call at fault only
    where the fault shows by what was answered later. `unless` names the more basic rules that would explain it.
    """

    rule: str | None
    transcript: Transcript
    index: int
    right: str
    unless: frozenset[str] = frozenset()

    @property
    def answer(self) -> Answer:
        """The answer at fault."""
        return self.transcript.exchanges[self.index].answer

    @property
    def script(self) -> Script:
        """The calls that show it."""
        return Script(self.transcript.case, tuple(exchange.call for exchange in self.transcript.exchanges))

    @property
    def races(self) -> bool:
        """Whether threads took part, so that the same calls need not come to the same answers."""
        return any(exchange.call.method == "race" for exchange in self.transcript.exchanges)


def finding(violation: Violation) -> Finding:
    """A violation as it travels: without those last calls that it shows without."""
    rule, transcript, index = violation.rule, violation.transcript, violation.index
    kept = index + 1
    while kept < len(transcript.exchanges) and not _shows(violation, first_of(transcript, kept)):
        kept += max(1, (kept - index) // 2)
    return Finding(rule, first_of(transcript, kept), index, right_of(violation.expected), violation.unless)


def _shows(violation: Violation, transcript: Transcript) -> bool:
    """Whether a transcript shows a violation, no more in doubt than it was found."""
    again = Judge([violation.rule]).judge(transcript)
    return any(one.index == violation.index and one.unless <= violation.unless for one in again)


def right_of(expected: Expectation) -> str:
    """The right answer, as a literal where there is one and as a sentence where there are several."""
    return shown(expected.right) if isinstance(expected, Exactly) else expected.sentence


def first_of(transcript: Transcript, calls: int) -> Transcript:
    """The transcript of so many of its calls, the first ones."""
    return replace(transcript, exchanges=transcript.exchanges[:calls])


@dataclass
class Outcome:
    """What was asked, judged and found in one batch, or in several that were added up.

    `cannot_run` says why the port was given up, if it was. `by_reset` says that some lifetimes began behind a `reset`, and `reset_failed` how the
    `reset` was found out meanwhile, if it was: what other batches owe to it is then worth nothing.
    """

    batch: str
    lifetimes: int = 0
    calls: int = 0
    judgements: Counter[str] = field(default_factory=Counter)
    violations: Violations = field(default_factory=Counter)
    findings: list[Finding] = field(default_factory=list)
    notices: list[str] = field(default_factory=list)
    cannot_run: str | None = None
    by_reset: bool = False
    reset_failed: str | None = None

    @property
    def broken(self) -> Counter[str]:
        """The violations of each rule that is broken for certain."""
        certain = broken_for_certain(self.violations)
        return Counter({rule: times for rule, times in self.violated.items() if rule in certain})

    @property
    def violated(self) -> Counter[str]:
        """The violations of each rule, those in doubt included."""
        counted = Counter[str]()
        for (rule, _), times in self.violations.items():
            counted[rule] += times
        return counted

    def take(self, verdict: Verdict) -> None:
        """Takes over what the judge counted and kept."""
        self.judgements.update(verdict.judgements)
        self.violations.update(verdict.violations)
        self.findings.extend(finding(violation) for kept in verdict.kept.values() for violation in kept)

    def add(self, other: Outcome) -> None:
        """Adds another batch's counts, findings and sentences to these."""
        self.lifetimes += other.lifetimes
        self.calls += other.calls
        self.judgements.update(other.judgements)
        self.violations.update(other.violations)
        self.findings.extend(other.findings)
        self.notices.extend(notice for notice in other.notices if notice not in self.notices)
        self.cannot_run = self.cannot_run or other.cannot_run
        self.by_reset |= other.by_reset
        self.reset_failed = self.reset_failed or other.reset_failed

    def shortest(self) -> dict[str | None, list[Finding]]:
        """The findings by rule, those without doubt, without races, of new processes and with the fewest calls first; one in doubt has none.

        The order does not depend on that of the batches.
        """
        broken = self.broken
        by_rule: dict[str | None, list[Finding]] = {}
        for one in sorted(self.findings, key=_doubt_and_length):
            if one.rule is None or one.rule in broken:
                by_rule.setdefault(one.rule, []).append(one)
        return by_rule


def _doubt_and_length(one: Finding) -> tuple[bool, bool, bool, int, str]:
    return bool(one.unless), one.races, one.transcript.behind_reset, len(one.transcript.exchanges), one.transcript.case


class _TravellingFinding(msgspec.Struct):
    rule: str | None
    case: str
    word_bits: int
    lines: str
    index: int
    stderr: str
    behind_reset: bool
    right: str
    unless: list[str]


class _TravellingOutcome(msgspec.Struct):
    batch: str
    lifetimes: int
    calls: int
    judgements: dict[str, int]
    violations: list[tuple[str, list[str], int]]
    findings: list[_TravellingFinding]
    notices: list[str]
    cannot_run: str | None
    by_reset: bool
    reset_failed: str | None


def packed(outcome: Outcome) -> str:
    """The outcome as text that a test report can carry from one process to another."""
    findings = [
        _TravellingFinding(
            one.rule,
            one.transcript.case,
            one.transcript.word_bits,
            transcript_lines(one.transcript.exchanges),
            one.index,
            one.transcript.stderr,
            one.transcript.behind_reset,
            one.right,
            sorted(one.unless),
        )
        for one in outcome.findings
    ]
    travelling = _TravellingOutcome(
        outcome.batch,
        outcome.lifetimes,
        outcome.calls,
        dict(outcome.judgements),
        [(rule, sorted(unless), times) for (rule, unless), times in outcome.violations.items()],
        findings,
        outcome.notices,
        outcome.cannot_run,
        outcome.by_reset,
        outcome.reset_failed,
    )
    return msgspec.json.encode(travelling).decode()


def unpacked(text: str) -> Outcome:
    """The outcome that `packed` made this text of."""
    one = msgspec.json.decode(text, type=_TravellingOutcome)
    findings = [
        Finding(
            found.rule,
            Transcript(found.case, found.word_bits, read_transcript_lines(found.lines, found.word_bits), found.stderr, found.behind_reset),
            found.index,
            found.right,
            frozenset(found.unless),
        )
        for found in one.findings
    ]
    violations: Violations = Counter({(rule, frozenset(unless)): times for rule, unless, times in one.violations})
    return Outcome(
        one.batch,
        one.lifetimes,
        one.calls,
        Counter(one.judgements),
        violations,
        findings,
        one.notices,
        one.cannot_run,
        one.by_reset,
        one.reset_failed,
    )


def transcript_lines(exchanges: Iterable[Exchange]) -> str:
    """A transcript as JSON Lines: a call and its answer a line, in the wire's own encoding."""
    return b"".join(
        wire.record(call, wire.Unanswered(answer.kind, answer.sentence) if isinstance(answer, NoAnswer) else answer) for call, answer in exchanges
    ).decode()


def read_transcript_lines(lines: str, word_bits: int) -> tuple[Exchange, ...]:
    """The exchanges that JSON Lines hold.

    Raises:
        spec.wire.NotTheProtocol: when a line is no call with its answer.
    """
    exchanges = []
    for number, line in enumerate(lines.rstrip("\n").split("\n") if lines else (), 1):
        try:
            call, answer = wire.read_record(line.encode(), 2**word_bits - 1)
            exchanges.append(Exchange(call, _unanswered(answer) if isinstance(answer, wire.Unanswered) else answer))
        except wire.NotTheProtocol as breach:
            raise wire.NotTheProtocol(f"line {number}: {breach}") from None
    return tuple(exchanges)


def _unanswered(told: wire.Unanswered) -> NoAnswer:
    kind = next((one for one in Failure if one == told.kind), None)
    if kind is None:
        raise wire.NotTheProtocol(f"{told.kind[:40]!r} is none of the ways in which a call fails: {', '.join(Failure)}")
    return NoAnswer(kind, told.sentence)
