"""ring-publish/*: the published depth, a process-wide cell that only its setter writes."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, NamedTuple

from properties.rules.decisions import RING_CELL_RULES
from properties.rules.environment import UNDECODABLE, stray
from properties.rules.lifetime import DECIDE, READ_RING, SERVE, SET_RING, Lifetime, RingTouch
from properties.rules.meaning import watchdogs_are_disabled
from properties.rules.ring_decision import DECISION_RULES, deciding_rung
from properties.rules.rule import NOBODY, Blame, Exactly, Judgements, Such, lifetime_rule
from properties.rules.switches import INDEPENDENT, SET_AND_READ
from properties.transcript import Answer
from spec.port import DECODE_ROLLBACK_RING_SLOTS, RING_VARIABLE, WATCHDOGS_VARIABLE, Call, Decision, Result

FIRST_WRITE: Final = "ring-publish/first-write-wins"
SETTER_RETURNS: Final = "ring-publish/setter-returns-value-in-force"
READING_SETS_NOTHING: Final = "ring-publish/reading-sets-nothing"
UNCHECKED: Final = "ring-publish/unchecked"
RACE: Final = "ring-publish/race"
OF_ORIGIN: Final = {SET_RING: FIRST_WRITE, "race": RACE, SERVE: "serve/smaller-fit-published", READ_RING: READING_SETS_NOTHING}


class Telling(NamedTuple):
    """A setter or a read of the published depth, with its right answer and, where the port gave another or none, the rule to blame."""

    touch: RingTouch
    right: int | None
    culprit: Blame


def argument_of(lifetime: Lifetime, touch: RingTouch) -> int:
    """The depth that a setter was given, in slots."""
    argument = lifetime.exchanges[touch.at].call.args[0]
    return argument if isinstance(argument, int) else 0


def tellings(lifetime: Lifetime) -> tuple[Telling, ...]:
    """Every setter and every read of the published depth."""
    found: list[Telling] = []
    for at, (call, answer) in lifetime.calls_of(SET_RING, READ_RING):
        touch = lifetime.ring[at]
        if touch.is_open:
            continue
        right = argument_of(lifetime, touch) if touch.before is None and call.method == SET_RING else touch.before
        culprit = NOBODY if answer == right else stray(lifetime, at, culprit_of(lifetime, touch, right, answer))
        found.append(Telling(touch, right, culprit))
    return tuple(found)


def culprit_of(lifetime: Lifetime, touch: RingTouch, right: int | None, answer: Answer) -> Blame:
    """Whom to blame for a wrong answer of a setter or a read."""
    lies = lifetime.setter_lies(touch.at, right) if touch.method == SET_RING and right is not None else False
    if lies:
        return Blame(SETTER_RETURNS)
    unless = frozenset() if lies is False else frozenset({SETTER_RETURNS})
    if touch.before is not None:
        if touch.before > DECODE_ROLLBACK_RING_SLOTS and touch.origin in (SET_RING, "race"):
            unless |= {UNCHECKED}
        if touch.origin == SET_RING and lifetime.last_of(touch.at, DECIDE, "race") is not None:
            unless |= {READING_SETS_NOTHING}
        if answer is None and UNCHECKED in unless:
            return Blame(UNCHECKED, unless - {UNCHECKED} | {OF_ORIGIN[touch.origin]})
        return Blame(OF_ORIGIN[touch.origin], unless | (RING_CELL_RULES if touch.origin in ("race", SERVE) else frozenset()))
    if touch.method == SET_RING and right is not None:
        if lifetime.last_of(touch.at, DECIDE, READ_RING, "race") is not None:
            unless |= {READING_SETS_NOTHING}
        if right > DECODE_ROLLBACK_RING_SLOTS:
            return Blame(UNCHECKED, unless)
        decided = [lifetime.exchanges[at].answer for at, _ in lifetime.calls_of(DECIDE) if at < touch.at]
        taken = any(isinstance(one, Decision) and one.slots == answer for one in decided)
        return Blame(READING_SETS_NOTHING, unless - {READING_SETS_NOTHING}) if taken else Blame(SETTER_RETURNS, unless - {SETTER_RETURNS})
    switch_calls = [name for pair in SET_AND_READ for name in pair]
    only_switches = lifetime.last_of(touch.at, *switch_calls) is not None and lifetime.last_of(touch.at, DECIDE, READ_RING) is None
    return Blame(INDEPENDENT, frozenset({READING_SETS_NOTHING})) if only_switches else Blame(READING_SETS_NOTHING, frozenset({INDEPENDENT}))


def guarded(lifetime: Lifetime, rule: str, could_fail: Callable[[Telling], bool]) -> Judgements:
    """A rule's judgements of the tellings: the right answers that it guards, and the wrong ones that it is to blame for."""
    for telling in lifetime.once(tellings):
        if telling.culprit.rule == rule or (telling.culprit is NOBODY and could_fail(telling)):
            yield telling.touch.at, Exactly(telling.right, unless=telling.culprit.unless)


@lifetime_rule(FIRST_WRITE, (SET_RING,))
def first_write_wins(lifetime: Lifetime) -> Judgements:
    """Whatever comes after the first write, its depth stays; 0 is a depth."""
    return guarded(lifetime, FIRST_WRITE, lambda telling: telling.touch.origin == SET_RING)


@lifetime_rule(SETTER_RETURNS, (SET_RING,))
def setter_returns_value_in_force(lifetime: Lifetime) -> Judgements:
    """A setter tells the depth in force after it, which the next read must not deny."""
    return guarded(lifetime, SETTER_RETURNS, lambda telling: telling.touch.method == SET_RING)


@lifetime_rule(READING_SETS_NOTHING, (READ_RING,), (SET_RING, DECIDE))
def reading_sets_nothing(lifetime: Lifetime) -> Judgements:
    """Nothing is published until the setter is called, and then what it was given."""

    def could_fail(telling: Telling) -> bool:
        return telling.touch.before is None and (telling.right is None or lifetime.last_of(telling.touch.at, DECIDE, READ_RING) is not None)

    return guarded(lifetime, READING_SETS_NOTHING, could_fail)


@lifetime_rule(UNCHECKED, (SET_RING,))
def unchecked(lifetime: Lifetime) -> Judgements:
    """The setter takes a word above the ring's size as it is."""

    def could_fail(telling: Telling) -> bool:
        return telling.touch.method == SET_RING and telling.touch.before is None and (telling.right or 0) > DECODE_ROLLBACK_RING_SLOTS

    return guarded(lifetime, UNCHECKED, could_fail)


@lifetime_rule(UNDECODABLE, *((name, "set_env") for name in (SET_RING, READ_RING)))
def undecodable(lifetime: Lifetime) -> Judgements:
    """A variable that is no text has no effect on the published depth."""
    return guarded(lifetime, UNDECODABLE, lambda telling: lifetime.stray_undecodable(telling.touch.at))


@lifetime_rule(INDEPENDENT, *((READ_RING, name) for pair in SET_AND_READ for name in pair))
def independent_of_switches(lifetime: Lifetime) -> Judgements:
    """What resolves a switch publishes no depth."""
    switch_calls = [name for pair in SET_AND_READ for name in pair]

    def could_fail(telling: Telling) -> bool:
        return telling.right is None and lifetime.last_of(telling.touch.at, *switch_calls) is not None

    return guarded(lifetime, INDEPENDENT, could_fail)


@lifetime_rule(RACE, ("race", SET_RING), ("race", DECIDE), ("race", READ_RING))
def race(lifetime: Lifetime) -> Judgements:
    """Racing setters tell one of their depths; readers that or none; decisions that or the unpublished one; later it stays."""
    for at, (call, _) in lifetime.calls_of("race"):
        racing = call.racing
        if not lifetime.ring[at].is_open and any(one.method in (SET_RING, READ_RING, DECIDE) for one in racing):
            yield (
                at,
                Such("one published depth for every racer, which some setter gave", agree(lifetime, at, racing), RING_CELL_RULES | DECISION_RULES),
            )
    yield from guarded(lifetime, RACE, lambda telling: telling.touch.origin == "race")


def agree(lifetime: Lifetime, at: int, racing: tuple[Call, ...]) -> Callable[[Result], bool]:
    """Whether the racers' answers agree on one published depth."""
    before = lifetime.ring[at].before
    setters = {one.args[0] for one in racing if one.method == SET_RING}
    may_win = {before} if before is not None else setters

    def holds(answer: Result) -> bool:
        if not isinstance(answer, tuple) or len(answer) != len(racing):
            return False
        told = tuple(zip(racing, answer, strict=True))
        set_to = {value for call, value in told if call.method == SET_RING}
        winners = may_win & set_to if setters else may_win
        if setters and (len(set_to) != 1 or not winners):
            return False
        depths = winners if before is not None else winners | {None}
        read = {value for call, value in told if call.method == READ_RING}
        decided = all(
            value in {decision(lifetime, at, call, depth) for depth in depths if depth is None or isinstance(depth, int)}
            for call, value in told
            if call.method == DECIDE
        )
        return read <= depths and decided

    return holds


def decision(lifetime: Lifetime, at: int, call: Call, published: int | None) -> Decision:
    """The right process-wide decision in a race, with this depth published."""
    layers, speculative = call.args
    disabled = watchdogs_are_disabled(lifetime.text(WATCHDOGS_VARIABLE, at))
    override = lifetime.text(RING_VARIABLE, at)
    return deciding_rung(layers if isinstance(layers, int) else 0, speculative is True, published, override, disabled).right
