"""The judge: puts transcripts before the rules, counts judgements by rule, and keeps the violations.

It is the only place where a port's answer is compared with what a rule expects; the laws compare the reference's.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from fractions import Fraction
from functools import partial
from typing import Final, TypeAlias

import properties.rules.pages  # noqa: F401 - registers every rule
from properties.rules.lifetime import Lifetime
from properties.rules.rule import CALL_RULES, LIFETIME_RULES, Expectation
from properties.transcript import Answer, Transcript

KEPT_VIOLATIONS_PER_RULE: Final = 3
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
    def unless(self) -> frozenset[str]:
        """The more basic rules that would explain the answer: if one is broken for certain, this violation does not count."""
        return self.expected.unless


Violations: TypeAlias = Counter[tuple[str, frozenset[str]]]
"""Violations counted by rule and by the more basic rules that would explain them."""


def broken_for_certain(violations: Violations) -> frozenset[str]:
    """The rules with a violation that no more basic rule explains, for none of those that would is itself broken for certain.

    Where rules would explain each other, the one counts that explains the most violations, its own among them; where that is true of several, the one
    with the most of its own, each shared by what explains it.
    """
    waiting = {group for group, times in violations.items() if times}
    broken: set[str] = set()
    while waiting:
        suspects = {rule for rule, _ in waiting}
        settled = {rule for rule, unless in waiting if not unless & suspects - {rule}}
        if not settled:
            explained: Counter[str] = Counter()
            shares: defaultdict[str, Fraction] = defaultdict(Fraction)  # the sum of floats would depend on their order, which is a set's
            for rule, unless in waiting:
                times = violations[rule, unless]
                explained.update(dict.fromkeys((rule, *unless), times))
                shares[rule] += Fraction(times, len(unless & suspects - {rule}))
            settled = {min(_most_basic(waiting), key=lambda rule: (-explained[rule], -shares[rule], rule))}
        broken |= settled
        waiting = {(rule, unless) for rule, unless in waiting if rule not in broken and not unless & broken}
    return frozenset(broken)


def _most_basic(waiting: Iterable[tuple[str, frozenset[str]]]) -> frozenset[str]:
    """Of rules that would explain each other, those that are explained by none but such as they explain themselves."""
    explained_by: dict[str, set[str]] = {}
    for rule, unless in waiting:
        explained_by.setdefault(rule, set()).update(unless)
    reached: dict[str, set[str]] = {}
    for rule in explained_by:
        fresh = found = {rule}
        while fresh:
            fresh = {one for known in fresh for one in explained_by[known] if one in explained_by} - found
            found = found | fresh
        reached[rule] = found
    return frozenset(rule for rule, found in reached.items() if all(rule in reached[one] for one in found))


@dataclass
class Verdict:
    """What the rules said so far: judgements and violations counted by rule, and the shortest violations, those without doubt first."""

    judgements: Counter[str] = field(default_factory=Counter)
    violations: Violations = field(default_factory=Counter)
    kept: dict[str, list[Violation]] = field(default_factory=dict)

    @property
    def broken(self) -> frozenset[str]:
        """The rules that are broken for certain."""
        return broken_for_certain(self.violations)

    def add(self, violation: Violation) -> None:
        """Counts a violation and keeps it if it is among the shortest of its rule."""
        self.violations[violation.rule, violation.unless] += 1
        kept = self.kept.setdefault(violation.rule, [])
        if len(kept) < KEPT_VIOLATIONS_PER_RULE or _doubt_and_length(violation) < _doubt_and_length(kept[-1]):
            kept.append(violation)
            kept.sort(key=_doubt_and_length)
            del kept[KEPT_VIOLATIONS_PER_RULE:]


def _doubt_and_length(violation: Violation) -> tuple[bool, int]:
    return bool(violation.unless), violation.index


PlacedRule: TypeAlias = tuple[int, Callable[..., Expectation | None]]


class Judge:
    """Judges transcripts by the rules with the given ids, all of them when None."""

    def __init__(self, only: Iterable[str] | None = None) -> None:
        chosen = None if only is None else frozenset(only)
        self._call_rules = [rule for rule in CALL_RULES if chosen is None or rule.rule in chosen]
        self._lifetime_rules = [rule for rule in LIFETIME_RULES if chosen is None or rule.rule in chosen]
        self._by_method: dict[int, dict[str, tuple[PlacedRule, ...]]] = {}
        self.verdict = Verdict()

    def judge(self, transcript: Transcript) -> list[Violation]:
        """Adds what the rules say of one lifetime to the verdict, and returns the violations found in it, in the order of the calls."""
        found: list[Violation] = []
        by_method = self._rules_of_calls(transcript.word_bits)
        counted = [0] * len(self._call_rules)
        stateful = False
        for index, (call, answer) in enumerate(transcript.exchanges):
            rules = by_method.get(call.method)
            if rules is None:
                stateful = True
                continue
            for place, expect in rules:
                expected = expect(*call.args)
                if expected is not None:
                    counted[place] += 1
                    if not expected.accepts(answer):
                        found.append(Violation(self._call_rules[place].rule, transcript, index, expected))
        for rule, times in zip(self._call_rules, counted, strict=True):
            if times:
                self.verdict.judgements[rule.rule] += times
        if stateful or len(transcript.exchanges) > 1:
            found.extend(self._over_lifetime(transcript))
        found.sort(key=lambda violation: violation.index)
        for violation in found:
            self.verdict.add(violation)
        return found

    def _over_lifetime(self, transcript: Transcript) -> Iterator[Violation]:
        lifetime = Lifetime(transcript)
        for rule in self._lifetime_rules:
            judged = 0
            for index, expected in rule.judgements(lifetime):
                judged += 1
                if not expected.accepts(transcript.exchanges[index].answer):
                    yield Violation(rule.rule, transcript, index, expected)
            if judged:
                self.verdict.judgements[rule.rule] += judged

    def _rules_of_calls(self, word_bits: int) -> dict[str, tuple[PlacedRule, ...]]:
        """For each pure method the rules that judge it: the place of each in `_call_rules`, and its function for this word size."""
        if word_bits not in self._by_method:
            table: dict[str, list[PlacedRule]] = {}
            for place, rule in enumerate(self._call_rules):
                expect = partial(rule.expect, largest_word=2**word_bits - 1) if rule.needs_word else rule.expect
                table.setdefault(rule.method, []).append((place, expect))
            self._by_method[word_bits] = {method: tuple(rules) for method, rules in table.items()}
        return self._by_method[word_bits]


def observable(offered: Iterable[str]) -> frozenset[str]:
    """The ids of the rules that have a way of being observed on a port that offers these methods."""
    methods = frozenset(offered)
    by_call = {rule.rule for rule in CALL_RULES if rule.method in methods}
    over_lifetimes = {rule.rule for rule in LIFETIME_RULES if any(way <= methods for way in rule.observed_by)}
    return frozenset(by_call | over_lifetimes)
