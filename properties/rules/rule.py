"""What a rule is to the judge: an id, and functions that say which answers are right.

A *call rule* looks at one call of a pure function: it gets the call's arguments, in the order of `spec/port.py`, and says what to expect of the
answer, or None where it says nothing about such a call. A *lifetime rule* looks at a whole process lifetime and yields the index of each call that
it judges, with what to expect there. Both reason from the calls and from what the port itself has answered; neither calls the reference.

A rule may excuse a wrong answer that another rule is there to blame, so that one fault is reported once. Where a more basic rule may be the one that
is broken and this lifetime alone cannot tell, the violation counts `unless` that rule is broken for certain: the verdict then says that this one is
in doubt. The judge counts every expectation as a judgement that could have failed: an answer that is none (a crash, a hang, a breach of protocol)
satisfies no expectation, but is blamed on one rule of those that look at the call.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Final, NamedTuple, ParamSpec, TypeAlias, TypeVar

from properties.rules.lifetime import Lifetime
from properties.transcript import Answer, NoAnswer
from spec.port import Result


@dataclass(frozen=True, slots=True)
class Exactly:
    """One answer is right. `excused` names wrong answers that another rule blames; `unless`, the more basic rules that would explain a wrong one.

    `must_answer` is False where it is for another rule of the same call to blame that there is no answer at all.
    """

    right: Result
    excused: Callable[[Result], bool] | None = None
    unless: frozenset[str] = frozenset()
    must_answer: bool = True

    def accepts(self, answer: Answer) -> bool:
        """Whether this rule lets `answer` pass."""
        if answer is self.right or (type(answer) is type(self.right) and answer == self.right):
            return True
        if isinstance(answer, NoAnswer):
            return not self.must_answer
        return self.excused is not None and self.excused(answer)


@dataclass(frozen=True, slots=True)
class Such:
    """Every answer is right for which `holds`; `sentence` says which these are, `unless` and `must_answer` as in `Exactly`."""

    sentence: str
    holds: Callable[[Result], bool]
    unless: frozenset[str] = frozenset()
    must_answer: bool = True

    def accepts(self, answer: Answer) -> bool:
        """Whether this rule lets `answer` pass."""
        return not self.must_answer if isinstance(answer, NoAnswer) else self.holds(answer)


class Bound(NamedTuple):
    """Every depth within bounds is right; the bounds are what the port answered to call `told_by` of the same lifetime."""

    told_by: int
    at_least: int = 0
    at_most: int | None = None
    unless: frozenset[str] = frozenset()

    @property
    def sentence(self) -> str:
        """The bound in words."""
        bound = f"at least {self.at_least}" if self.at_most is None else f"at most {self.at_most}"
        return f"{bound}, as call {self.told_by + 1} was answered"

    def accepts(self, answer: Answer) -> bool:
        """Whether this rule lets `answer` pass."""
        return isinstance(answer, int) and self.at_least <= answer and (self.at_most is None or answer <= self.at_most)


class Blame(NamedTuple):
    """The rule that a wrong answer is blamed on, and the more basic rules that would explain it as well."""

    rule: str
    unless: frozenset[str] = frozenset()


NOBODY: Final = Blame("")
"""The blame for a right answer."""

Expectation: TypeAlias = Exactly | Such | Bound
Judgements: TypeAlias = Iterator[tuple[int, Expectation]]
"""What a lifetime rule yields: index of a call, and what to expect of its answer."""

LifetimeRule: TypeAlias = Callable[[Lifetime], Judgements]


@dataclass(frozen=True, slots=True)
class CallRule:
    """A call rule as registered. `needs_word` says that it takes the port's largest word as the keyword `largest_word`."""

    rule: str
    method: str
    expect: Callable[..., Expectation | None]
    needs_word: bool


@dataclass(frozen=True, slots=True)
class OverLifetimes:
    """A lifetime rule as registered. It can be observed on a port that offers every method of at least one set of `observed_by`."""

    rule: str
    observed_by: tuple[frozenset[str], ...]
    expect: LifetimeRule

    def judgements(self, lifetime: Lifetime) -> Judgements:
        """What it yields of a lifetime; nothing where that has no way of being observed."""
        if any(way <= lifetime.methods for way in self.observed_by):
            yield from self.expect(lifetime)


CALL_RULES: list[CallRule] = []
LIFETIME_RULES: list[OverLifetimes] = []

P = ParamSpec("P")
E = TypeVar("E", bound=Expectation | None)
L = TypeVar("L", bound=LifetimeRule)


def call_rule(rule: str, method: str) -> Callable[[Callable[P, E]], Callable[P, E]]:
    """Registers a predicate over the calls of one pure method under a rule id."""

    def register(expect: Callable[P, E]) -> Callable[P, E]:
        needs_word = "largest_word" in expect.__annotations__
        CALL_RULES.append(CallRule(rule, method, expect, needs_word))
        return expect

    return register


def lifetime_rule(rule: str, *observed_by: tuple[str, ...]) -> Callable[[L], L]:
    """Registers a predicate over lifetimes under a rule id; each argument is one set of methods that is enough to observe it."""

    def register(expect: L) -> L:
        LIFETIME_RULES.append(OverLifetimes(rule, tuple(map(frozenset, observed_by)), expect))
        return expect

    return register
