"""The judge: puts transcripts before the rules, counts judgements by rule, and keeps the violations.

It is the only place where an answer is compared with what a rule expects.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from functools import partial

import properties.rules.pages  # noqa: F401 - registers every rule
from properties.rules.lifetime import Lifetime
from properties.rules.rule import CALL_RULES, LIFETIME_RULES, Exactly, Expectation
from properties.transcript import Answer, Transcript

KEPT_VIOLATIONS_PER_RULE = 20
"""Of each rule the judge keeps this many violations, those with the fewest calls before them; the rest is counted only."""


@dataclass(frozen=True, slots=True)
class Violation:
    """A rule that an answer broke: the transcript, the index of the call in it, and what the rule expects there."""

    rule: str
    transcript: Transcript
    index: int
    expected: Expectation

    @property
    def answer(self) -> Answer:
        """The answer that broke the rule."""
        return self.transcript.exchanges[self.index].answer

    @property
    def right(self) -> str:
        """The right answer, as a literal where there is one and as a sentence where there are several."""
        return repr(self.expected.right) if isinstance(self.expected, Exactly) else self.expected.sentence


@dataclass
class Verdict:
    """What the rules said so far: judgements and violations counted by rule, and the shortest violations."""

    judgements: Counter[str] = field(default_factory=Counter)
    broken: Counter[str] = field(default_factory=Counter)
    kept: dict[str, list[Violation]] = field(default_factory=dict)

    def add(self, violation: Violation) -> None:
        """Counts a violation and keeps it if it is among the shortest of its rule."""
        self.broken[violation.rule] += 1
        kept = self.kept.setdefault(violation.rule, [])
        if len(kept) < KEPT_VIOLATIONS_PER_RULE or violation.index < kept[-1].index:
            kept.append(violation)
            kept.sort(key=lambda one: one.index)
            del kept[KEPT_VIOLATIONS_PER_RULE:]


class Judge:
    """Judges transcripts by the rules with the given ids, all of them when None."""

    def __init__(self, only: Iterable[str] | None = None) -> None:
        chosen = None if only is None else frozenset(only)
        self._call_rules = [rule for rule in CALL_RULES if chosen is None or rule.rule in chosen]
        self._lifetime_rules = [rule for rule in LIFETIME_RULES if chosen is None or rule.rule in chosen]
        self._by_method: dict[int, dict[str, tuple[tuple[str, Callable[..., Expectation | None]], ...]]] = {}
        self.verdict = Verdict()

    def judge(self, transcript: Transcript) -> list[Violation]:
        """Adds what the rules say of one lifetime to the verdict, and returns the violations found in it, in the order of the calls."""
        judgements = self.verdict.judgements
        found: list[Violation] = []
        by_method = self._rules_of_calls(transcript.word_bits)
        stateful = False
        for index, (call, answer) in enumerate(transcript.exchanges):
            rules = by_method.get(call.method)
            if rules is None:
                stateful = True
                continue
            for rule, expect in rules:
                expected = expect(*call.args)
                if expected is not None:
                    judgements[rule] += 1
                    if not expected.accepts(answer):
                        found.append(Violation(rule, transcript, index, expected))
        if stateful or len(transcript.exchanges) > 1:
            found.extend(self._over_lifetime(transcript))
        found.sort(key=lambda violation: violation.index)
        for violation in found:
            self.verdict.add(violation)
        return found

    def _over_lifetime(self, transcript: Transcript) -> Iterator[Violation]:
        lifetime = Lifetime(transcript)
        for rule in self._lifetime_rules:
            if not any(way <= lifetime.methods for way in rule.observed_by):
                continue
            judged = 0
            for index, expected in rule.expect(lifetime):
                judged += 1
                if not expected.accepts(transcript.exchanges[index].answer):
                    yield Violation(rule.rule, transcript, index, expected)
            if judged:
                self.verdict.judgements[rule.rule] += judged

    def _rules_of_calls(self, word_bits: int) -> dict[str, tuple[tuple[str, Callable[..., Expectation | None]], ...]]:
        if word_bits not in self._by_method:
            table: dict[str, list[tuple[str, Callable[..., Expectation | None]]]] = {}
            for rule in self._call_rules:
                expect = partial(rule.expect, largest_word=2**word_bits - 1) if rule.needs_word else rule.expect
                table.setdefault(rule.method, []).append((rule.rule, expect))
            self._by_method[word_bits] = {method: tuple(rules) for method, rules in table.items()}
        return self._by_method[word_bits]


def observable(offered: Iterable[str]) -> frozenset[str]:
    """The ids of the rules that have a way of being observed on a port that offers these methods."""
    methods = frozenset(offered)
    by_call = {rule.rule for rule in CALL_RULES if rule.method in methods}
    over_lifetimes = {rule.rule for rule in LIFETIME_RULES if any(way <= methods for way in rule.observed_by)}
    return frozenset(by_call | over_lifetimes)
