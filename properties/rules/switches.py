"""switches/*: the process-wide switches, each resolved at most once.

Every call that tells a switch's value, a setter or a direct read, has one right answer: what is in force, or what resolves it now. A wrong one is
blamed on one rule, told by `culprit_of_setter` and `culprit_of_read`: the guard of the value's origin, unless something simpler explains the answer.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, NamedTuple

from properties.rules.environment import EMPTY, UNDECODABLE, guard_of, stray
from properties.rules.lifetime import DECIDE, READ_RING, SERVE, SET_RING, InForce, Lifetime, Touch, flag_given
from properties.rules.rule import NOBODY, Blame, Exactly, Judgements, Such, lifetime_rule
from spec.port import AFRESH, CHUNK_ZERO, FIRST_CHUNK, SWITCHES, Result, Switch

FIRST_WRITE: Final = "switches/first-write-wins"
SETTER_RETURNS: Final = "switches/setter-returns-value-in-force"
READ_RESOLVES: Final = "switches/read-resolves"
FLAG_FIRST: Final = "switches/flag-before-first-read"
INDEPENDENT: Final = "switches/independent"
RACE: Final = "switches/race"
ONE_VALUE: Final = "switches/one-value-everywhere"
OF_QUESTION: Final = {
    FIRST_CHUNK: "admission/first-chunk-resolves-codispatch",
    CHUNK_ZERO: "admission/chunk-zero-resolves-both",
}
SWITCH_TRUTH: Final = "truth/switch"
OF_SERVE: Final = "serve/setters-called-when-given"

CELL_RULES: Final = frozenset({FIRST_WRITE, SETTER_RETURNS, READ_RESOLVES, FLAG_FIRST, SWITCH_TRUTH, EMPTY, UNDECODABLE})
"""The rules that one switch by itself must keep before anything that uses it can be blamed."""

SET_AND_READ: Final = tuple((switch.setter, switch.getter) for switch in SWITCHES)
SETTERS: Final = tuple((switch.setter,) for switch in SWITCHES)
GETTERS: Final = tuple((switch.getter,) for switch in SWITCHES)
QUESTION_THEN_SETTER: Final = tuple((question, switch.setter) for switch in SWITCHES for question in switch.questions)
RING_CALLS: Final = (SET_RING, READ_RING, DECIDE)


def guard_of_origin(switch: Switch, origin: str) -> str:
    """The rule that guards a value of this origin for the rest of the process."""
    if origin == switch.setter:
        return FIRST_WRITE
    if origin == switch.getter:
        return READ_RESOLVES
    return {**OF_QUESTION, "race": RACE, SERVE: OF_SERVE}[origin]


def right_answer(lifetime: Lifetime, switch: Switch, touch: Touch) -> bool:
    """What a setter or a direct read must answer."""
    if touch.before is not None:
        return touch.before.value
    return touch.argument if touch.argument is not None else lifetime.is_on(switch.variable, touch.at)


def culprit_of_setter(lifetime: Lifetime, switch: Switch, touch: Touch, answer: bool) -> Blame:
    """Whom to blame for a setter's wrong answer."""
    before, index = touch.before, touch.at
    lies = lifetime.lies(switch, index, right_answer(lifetime, switch, touch))
    if lies:
        return Blame(SETTER_RETURNS)
    unless = frozenset() if lies is False else frozenset({SETTER_RETURNS})
    if before is None:
        touched = interference(lifetime, switch, index, index, answer)
        if touched is None:
            return Blame(FLAG_FIRST, unless)
        if lifetime.is_on(switch.variable, index) == answer:
            return Blame(FLAG_FIRST, unless | {touched.rule} | touched.unless & {INDEPENDENT})
        return Blame(touched.rule, touched.unless | unless | {FLAG_FIRST})
    asked_later = any(before.since < at < index and lifetime.is_on(switch.variable, at) == answer for at, _ in lifetime.calls_of(*OF_QUESTION))
    if before.told or before.origin not in OF_QUESTION or answer == touch.argument or asked_later:
        return culprit_of_loss(lifetime, switch, touch, before, answer, unless)
    touched = interference(lifetime, switch, before.since, before.since, answer)
    explained = frozenset() if touched is None else {touched.rule}
    return Blame(guard_of(lifetime.raw(switch.variable, before.since), SWITCH_TRUTH) or READ_RESOLVES, unless | explained)


def culprit_of_read(lifetime: Lifetime, switch: Switch, touch: Touch, answer: bool) -> Blame:
    """Whom to blame for a direct read's wrong answer."""
    before, index = touch.before, touch.at
    means = lifetime.is_on(switch.variable, index)
    mixed = answer and lifetime.is_first_chunk(switch, index)
    if before is not None and (before.told or before.origin not in OF_QUESTION):
        if mixed and means != answer:
            return Blame(ONE_VALUE)
        return culprit_of_loss(lifetime, switch, touch, before, answer, frozenset({ONE_VALUE}) if mixed else frozenset())
    if before is not None and means != before.value:
        return culprit_of_loss(lifetime, switch, touch, before, answer)
    since = index if before is None else before.since
    touched = interference(lifetime, switch, index, since, answer)
    explained = frozenset() if touched is None else frozenset({touched.rule})
    doubtful = guard_of(lifetime.raw(switch.variable, since), SWITCH_TRUTH)
    if doubtful is not None:
        return Blame(doubtful, explained | ({READ_RESOLVES, ONE_VALUE} if mixed else {READ_RESOLVES}))
    if mixed:
        return Blame(ONE_VALUE, explained | {READ_RESOLVES})
    if touched is None:
        return Blame(READ_RESOLVES)
    wrong_variable = any(lifetime.is_on(other.variable, since) == answer for other in SWITCHES if other != switch)
    return Blame(READ_RESOLVES, explained | {INDEPENDENT}) if wrong_variable and answer else touched


def culprit_of_loss(lifetime: Lifetime, switch: Switch, touch: Touch, before: InForce, answer: bool, unless: frozenset[str] = frozenset()) -> Blame:
    """Whom to blame for a value that did not stay: the guard of its origin, unless a setter or a read does not keep its value either.

    Where another cell was written since the value was last told, and nothing that concerns this one would explain the change, that is to blame.
    """
    guard = guard_of_origin(switch, before.origin)
    if before.origin in OF_QUESTION:
        return Blame(guard, unless | {FIRST_WRITE, READ_RESOLVES, INDEPENDENT, ONE_VALUE})
    if before.origin in ("race", SERVE):
        return Blame(guard, unless | CELL_RULES | {INDEPENDENT})
    flags = lifetime.flags(switch, before.since + 1, touch.at + 1)
    if answer in flags and guard != FIRST_WRITE:
        unless |= {FIRST_WRITE}
    told = lifetime.last_of(touch.at, switch.setter, switch.getter)
    written = lifetime.last_of(touch.at, SET_RING, SERVE, *(other.setter for other in SWITCHES if other != switch))
    if told is None or written is None or written < told:
        return Blame(guard, unless)
    variable_set = lifetime.raw(switch.variable, touch.at) is not None
    explained = answer in flags or (variable_set and lifetime.is_on(switch.variable, touch.at) == answer)
    return Blame(guard, unless | {INDEPENDENT}) if explained else Blame(INDEPENDENT, unless | {guard})


def interference(lifetime: Lifetime, switch: Switch, index: int, since: int, answer: bool) -> Blame | None:
    """Whom to blame where a call that must not touch a switch before it is resolved, at call `since`, explains a wrong value; None where none does.

    Off is also what a switch tells that does not find its variable, so then the blame is in doubt; on, with every variable off, is not.
    """
    serve = lifetime.last_of(index, SERVE)
    if serve is not None and flag_given(lifetime.exchanges[serve].call, switch) is None:
        return Blame(OF_SERVE, CELL_RULES | {INDEPENDENT})
    all_off = not any(lifetime.is_on(name, since) for name in (*AFRESH, *(one.variable for one in SWITCHES)))
    unless = frozenset() if answer and all_off else frozenset({READ_RESOLVES})
    touched = lifetime.last_of(index, SET_RING) is not None
    touched = touched or any(at < index and lifetime.is_on(switch.variable, at) == answer for at, _ in lifetime.calls_of(*away_from(switch)))
    for other in (other for other in SWITCHES if other != switch):
        state = lifetime.in_force(other, index)
        touched = touched or (state is not None and state.told and state.value == answer)
    if FIRST_CHUNK not in switch.questions:
        asked = any(at < index and lifetime.is_on(switch.variable, at) == answer for at, _ in lifetime.calls_of(FIRST_CHUNK))
        if asked:
            return Blame(OF_QUESTION[FIRST_CHUNK], unless | {INDEPENDENT} if touched else unless)
    return Blame(INDEPENDENT, unless) if touched else None


def unless_one_is_off(culprit: Blame, explains: bool) -> Blame:
    """Whom to blame, in doubt until `truth/switch` holds where it `explains` the answer that the text `1` is not on."""
    return Blame(culprit.rule, culprit.unless | {SWITCH_TRUTH}) if explains and culprit.rule != SWITCH_TRUTH else culprit


def one_is_read(lifetime: Lifetime, switch: Switch, touch: Touch) -> bool:
    """Whether what resolves a switch is the text `1` of its variable, and the port has not told yet that it took it for on."""
    before = touch.before
    if before is None:
        return touch.argument is None and lifetime.raw(switch.variable, touch.at) == b"1"
    taken = before.told if before.origin in OF_QUESTION else lifetime.exchanges[before.since].answer is True
    return not taken and before.origin in (switch.getter, *OF_QUESTION) and lifetime.raw(switch.variable, before.since) == b"1"


class Telling(NamedTuple):
    """A setter or a direct read of a switch, with its right answer and, where the port gave another or none, the rule to blame."""

    switch: Switch
    touch: Touch
    right: bool
    culprit: Blame


def tellings(lifetime: Lifetime) -> tuple[Telling, ...]:
    """Every setter and direct read of every switch, but where a wrong answer before has left in dispute what is in force: that answer is blamed."""
    found: list[Telling] = []
    for switch in SWITCHES:
        for at, (_, answer) in lifetime.calls_of(switch.setter, switch.getter):
            touch = lifetime.switches[switch.name][at]
            if touch.before is not None and touch.before.disputed and isinstance(answer, bool):
                continue
            right = right_answer(lifetime, switch, touch)
            culprit = NOBODY
            if answer is not right:
                blame = culprit_of_setter if touch.argument is not None else culprit_of_read
                explains = right and one_is_read(lifetime, switch, touch)
                culprit = stray(lifetime, at, unless_one_is_off(blame(lifetime, switch, touch, not right), explains))
            found.append(Telling(switch, touch, right, culprit))
    return tuple(found)


def guarded(lifetime: Lifetime, rule: str, could_fail: Callable[[Switch, Touch], bool]) -> Judgements:
    """A rule's judgements of the tellings: the right answers that it guards, and the wrong ones that it is to blame for."""
    for switch, touch, right, culprit in lifetime.once(tellings):
        if culprit.rule == rule or (culprit is NOBODY and could_fail(switch, touch)):
            yield touch.at, Exactly(right, unless=culprit.unless)


@lifetime_rule(FIRST_WRITE, *SETTERS)
def first_write_wins(lifetime: Lifetime) -> Judgements:
    """Whatever comes after the write that resolved a switch, its value stays."""
    return guarded(lifetime, FIRST_WRITE, lambda switch, touch: touch.before is not None and touch.before.origin == switch.setter)


@lifetime_rule(SETTER_RETURNS, *SETTERS)
def setter_returns_value_in_force(lifetime: Lifetime) -> Judgements:
    """A setter tells what is in force after it, which the next read must not deny."""
    return guarded(lifetime, SETTER_RETURNS, lambda _, touch: touch.argument is not None)


@lifetime_rule(READ_RESOLVES, *GETTERS, *QUESTION_THEN_SETTER)
def read_resolves(lifetime: Lifetime) -> Judgements:
    """The first read takes the variable, and what it took stays; a question is a read, and a setter tells what it took."""

    def could_fail(switch: Switch, touch: Touch) -> bool:
        if touch.before is not None:
            return touch.before.origin == switch.getter or (touch.before.origin in OF_QUESTION and touch.argument == (not touch.before.value))
        return touch.argument is None and guard_of(lifetime.raw(switch.variable, touch.at), SWITCH_TRUTH) is None

    return guarded(lifetime, READ_RESOLVES, could_fail)


@lifetime_rule(FLAG_FIRST, *SETTERS)
def flag_before_first_read(lifetime: Lifetime) -> Judgements:
    """A flag on an unresolved switch is taken, whatever the variable says."""
    return guarded(lifetime, FLAG_FIRST, lambda _, touch: touch.before is None and touch.argument is not None)


def away_from(switch: Switch) -> tuple[str, ...]:
    """The calls that touch another switch or the ring, and so must leave this one alone."""
    return (*(name for other in SWITCHES if other != switch for name in (other.setter, other.getter)), *RING_CALLS)


@lifetime_rule(
    INDEPENDENT, *((told_by, away) for switch in SWITCHES for told_by in (switch.setter, switch.getter) for away in (*away_from(switch), SERVE))
)
def independent(lifetime: Lifetime) -> Judgements:
    """A switch that is still unresolved has not been touched by what was done to the others or to the ring."""

    def could_fail(switch: Switch, touch: Touch) -> bool:
        return touch.before is None and lifetime.last_of(touch.at, *away_from(switch)) is not None

    return guarded(lifetime, INDEPENDENT, could_fail)


@lifetime_rule(RACE, *(("race", name) for pair in SET_AND_READ for name in pair))
def race(lifetime: Lifetime) -> Judgements:
    """All racers on one switch tell one value, which some setter gave or, if somebody read, the variable means; later it stays."""
    for at, _ in lifetime.calls_of("race"):
        for switch in SWITCHES:
            allowed = values_that_may_win(lifetime, switch, at)
            if allowed:
                values = " or ".join(map(str, sorted(allowed)))
                yield at, Such(f"one value for {switch.name} from every racer: {values}", agree(lifetime, switch, at, allowed), CELL_RULES)
    yield from guarded(lifetime, RACE, lambda _, touch: touch.before is not None and touch.before.origin == "race")


def values_that_may_win(lifetime: Lifetime, switch: Switch, at: int) -> frozenset[bool]:
    """The values that a race may leave in a switch; empty where no racer tells it."""
    racing = lifetime.exchanges[at].call.racing
    setters = {one.args[0] is True for one in racing if one.method == switch.setter}
    if not setters and all(one.method != switch.getter for one in racing):
        return frozenset()
    before = lifetime.in_force(switch, at)
    if before is not None:
        return frozenset({before.value})
    read = any(one.method in (switch.getter, *switch.questions) for one in racing)
    return frozenset(setters | ({lifetime.is_on(switch.variable, at)} if read else set()))


def agree(lifetime: Lifetime, switch: Switch, at: int, allowed: frozenset[bool]) -> Callable[[Result], bool]:
    """Whether the racers' answers agree on a value that may win."""
    places = [place for place, one in enumerate(lifetime.exchanges[at].call.racing) if one.method in (switch.setter, switch.getter)]

    def holds(answer: Result) -> bool:
        if not isinstance(answer, tuple) or len(answer) <= max(places):
            return False
        told = {answer[place] for place in places}
        return len(told) == 1 and told <= allowed

    return holds


@lifetime_rule(ONE_VALUE, *((getter, "set_env") for (getter,) in GETTERS))
def one_value_everywhere(lifetime: Lifetime) -> Judgements:
    """A read tells the switch alone, not the question that it is part of; that the questions use the switch is judged with them."""

    def could_fail(switch: Switch, touch: Touch) -> bool:
        right = right_answer(lifetime, switch, touch)
        return touch.argument is None and not right and lifetime.is_first_chunk(switch, touch.at)

    return guarded(lifetime, ONE_VALUE, could_fail)


def in_doubt(rule: str) -> Callable[[Lifetime], Judgements]:
    """The judgements of first reads whose variable holds what only this rule gives a meaning."""

    def judgements(lifetime: Lifetime) -> Judgements:
        def could_fail(switch: Switch, touch: Touch) -> bool:
            if touch.argument is not None or touch.before is not None:
                return rule == UNDECODABLE and lifetime.stray_undecodable(touch.at)
            return guard_of(lifetime.raw(switch.variable, touch.at), SWITCH_TRUTH) == rule

        return guarded(lifetime, rule, could_fail)

    return judgements


IN_DOUBT: Final = (*((*getter, "set_env") for getter in GETTERS), *((*calls, "set_env") for calls in QUESTION_THEN_SETTER))
for _rule, _ways in ((SWITCH_TRUTH, IN_DOUBT), (EMPTY, IN_DOUBT), (UNDECODABLE, (*IN_DOUBT, *((*setter, "set_env") for setter in SETTERS)))):
    lifetime_rule(_rule, *_ways)(in_doubt(_rule))
