"""admission/*: the two questions that decide whether chunk-zero streams are admitted.

The right answer follows from what the port itself says to be in force in the switches, and for chunk zero from its own first-chunk answer where it
gave one under the same conditions. Whom a wrong answer is blamed on is told by `Question.culprit`.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from properties.rules.environment import EMPTY, UNDECODABLE, guard_of, stray
from properties.rules.lifetime import SERVE, Lifetime
from properties.rules.meaning import switch_is_on
from properties.rules.rule import NOBODY, Blame, Exactly, Expectation, Judgements, Such, call_rule, lifetime_rule
from properties.rules.switches import (
    CELL_RULES,
    INDEPENDENT,
    OF_QUESTION,
    ONE_VALUE,
    RACE,
    READ_RESOLVES,
    SET_AND_READ,
    SWITCH_TRUTH,
    guarded,
    unless_one_is_off,
)
from properties.rules.truth import is_text_of_doubt
from spec.port import CHUNK_ZERO, FIRST_CHUNK, Q12_VARIABLE, SWITCHES, Result, Switch

FIRST_CHUNK_RULE: Final = "admission/first-chunk"
CHUNK_ZERO_RULE: Final = "admission/chunk-zero"
Q12_EACH_TIME: Final = "admission/q12-read-each-time"
BASIC: Final = CELL_RULES | {FIRST_CHUNK_RULE, CHUNK_ZERO_RULE, Q12_EACH_TIME, INDEPENDENT, ONE_VALUE, *OF_QUESTION.values()}
"""The rules that the questions must keep one by one before they can be blamed for what they answer in a race."""
RULES: Final = {FIRST_CHUNK: FIRST_CHUNK_RULE, CHUNK_ZERO: CHUNK_ZERO_RULE}

LEVERS: Final = tuple(switch for switch in SWITCHES if FIRST_CHUNK in switch.questions)
"""The switches that the first-chunk question joins to Q12."""
JOINED: Final = tuple(switch for switch in SWITCHES if FIRST_CHUNK not in switch.questions)
"""The switches that chunk zero joins to the first-chunk question."""


@call_rule(FIRST_CHUNK_RULE, "prefill_batched_first_chunk_from_parts")
def first_chunk_from_parts(codispatch: bool, q12: str | None) -> Expectation | None:
    """Codispatch or Q12. Where only the page on truth can say what Q12's text means, that page judges."""
    if not codispatch and (q12 == "" or is_text_of_doubt(q12)):
        return None
    return Exactly(codispatch or switch_is_on(q12), unless=frozenset({SWITCH_TRUTH}) if not codispatch and q12 == "1" else frozenset())


@call_rule(SWITCH_TRUTH, "prefill_batched_first_chunk_from_parts")
def text_of_q12(codispatch: bool, q12: str | None) -> Expectation | None:
    """The first-chunk question shows what Q12's text means when codispatch is off."""
    return Exactly(switch_is_on(q12), unless=frozenset({FIRST_CHUNK_RULE})) if is_text_of_doubt(q12) and not codispatch else None


@call_rule(EMPTY, "prefill_batched_first_chunk_from_parts")
def empty_q12(codispatch: bool, q12: str | None) -> Expectation | None:
    """An empty Q12 is off; codispatch off lets it show."""
    return Exactly(False) if q12 == "" and not codispatch else None


@call_rule(CHUNK_ZERO_RULE, "batched_chunk_zero_admitted")
def chunk_zero_from_parts(first_chunk_lever: bool, varlen: bool) -> Expectation:
    """The lever or varlen."""
    return Exactly(first_chunk_lever or varlen)


@dataclass(frozen=True)
class Question:
    """One of the two questions, asked at call `index`."""

    lifetime: Lifetime
    index: int
    method: str

    @property
    def right(self) -> bool:
        """The right answer."""
        return self.with_q12(self.lifetime.is_on(Q12_VARIABLE, self.index))

    def with_q12(self, q12: bool) -> bool:
        """The answer that would be right if Q12 were `q12`, unless the port has told the first-chunk answer itself."""
        told = self.first_chunk_told() if self.method == CHUNK_ZERO else None
        return (self.levers_on or q12 if told is None else told) or self.joined_on

    @property
    def levers_on(self) -> bool:
        """Whether a switch of the first-chunk question is on."""
        return any(self.lifetime.value_used(switch, self.index) for switch in LEVERS)

    @property
    def joined_on(self) -> bool:
        """Whether, for chunk zero, a switch that it joins is on."""
        return self.method == CHUNK_ZERO and any(self.lifetime.value_used(switch, self.index) for switch in JOINED)

    def first_chunk_told(self) -> bool | None:
        """The port's own first-chunk answer under the same conditions: the nearest one with nothing between that could change it."""
        lifetime = self.lifetime
        changing = ("race", SERVE, *(switch.setter for switch in LEVERS))
        last = lifetime.last_of(self.index, FIRST_CHUNK)
        if last is not None:
            unchanged = lifetime.next_of(last, "race", SERVE), lifetime.next_setting(Q12_VARIABLE, last)
            if all(at is None or at > self.index for at in unchanged):
                return told_at(lifetime, last)
        following = lifetime.next_of(self.index, FIRST_CHUNK)
        if following is not None:
            variables = (Q12_VARIABLE, *(switch.variable for switch in LEVERS))
            changes = [lifetime.next_of(self.index, *changing), *(lifetime.next_setting(name, self.index) for name in variables)]
            if all(at is None or at > following for at in changes):
                return told_at(lifetime, following)
        return None

    def culprit(self, answer: bool) -> Blame:
        """Whom to blame for a wrong answer."""
        told = self.method == CHUNK_ZERO and self.first_chunk_told() is not None
        doubtful = None if told or self.levers_on else doubt_of(self)
        own = frozenset(RULES.values())
        if doubtful is not None:
            return Blame(doubtful, own | {Q12_EACH_TIME, *OF_QUESTION.values()})
        if self.is_stale(answer):
            return Blame(Q12_EACH_TIME, own | frozenset(OF_QUESTION.values()))
        by_switch = self.doubtful_switch(answer)
        if by_switch is not None:
            return Blame(by_switch, frozenset({READ_RESOLVES}) | own)
        if self.uses_another_value(answer):
            return Blame(ONE_VALUE, own | CELL_RULES | {INDEPENDENT, *OF_QUESTION.values()})
        seen = told and self.follows_at_once()
        used = LEVERS if self.method == FIRST_CHUNK else JOINED if seen else SWITCHES
        guessed = any(not self.is_told(one) or self.could_be(one, answer) for one in used)
        unless = CELL_RULES | {INDEPENDENT, ONE_VALUE, *OF_QUESTION.values()} if guessed else frozenset()
        if self.method == CHUNK_ZERO and not seen:
            unless |= {FIRST_CHUNK_RULE, Q12_EACH_TIME}
        return Blame(RULES[self.method], unless)

    def one_is_read(self) -> bool:
        """Whether the text `1` has a say in the answer: in Q12, or in the variable of a switch that the port has not told."""
        lifetime, index = self.lifetime, self.index
        if lifetime.raw(Q12_VARIABLE, index) == b"1":
            return True
        untold = (one for one in (SWITCHES if self.method == CHUNK_ZERO else LEVERS) if not self.is_told(one))
        resolved = ((one, lifetime.in_force(one, index)) for one in untold)
        return any(lifetime.raw(one.variable, index if state is None else state.since) == b"1" for one, state in resolved)

    def true_was_on(self) -> bool:
        """Whether Q12 holds the text `1`, and the first question of the lifetime, just before it was set, has shown that `true` is on there."""
        lifetime, index = self.lifetime, self.index
        at = lifetime.last_of(index, *RULES)
        if at is None or lifetime.raw(Q12_VARIABLE, index) != b"1" or any(one.call.method != "set_env" for one in lifetime.exchanges[:at]):
            return False
        before = Question(lifetime, at, lifetime.exchanges[at].call.method)
        alone = all(one.call.method == "set_env" for one in lifetime.exchanges[at + 1 : index])
        return alone and before.method == self.method and doubt_of(before) == SWITCH_TRUTH and shows_q12(before) and told_at(lifetime, at) is True

    def follows_at_once(self) -> bool:
        """Whether no flag came since the port's last first-chunk answer: one that came too late must not count, but would explain much if it did."""
        lifetime = self.lifetime
        last = lifetime.last_of(self.index, FIRST_CHUNK, *(switch.setter for switch in SWITCHES))
        return last is None or lifetime.exchanges[last].call.method == FIRST_CHUNK

    def is_told(self, switch: Switch) -> bool:
        """Whether the port has told the value of a switch before this question."""
        state = self.lifetime.in_force(switch, self.index)
        return state is not None and state.told

    def is_stale(self, answer: bool) -> bool:
        """Whether what Q12 meant at an earlier question or read explains the answer."""
        earlier = (at for at, _ in self.lifetime.calls_of(FIRST_CHUNK, CHUNK_ZERO, *(one.getter for one in SWITCHES)) if at < self.index)
        return any(self.with_q12(self.lifetime.is_on(Q12_VARIABLE, at)) == answer for at in earlier)

    def doubtful_switch(self, answer: bool) -> str | None:
        """The rule that says what the variable of a switch means, where the port has not told the switch and the answer denies it."""
        lifetime, index = self.lifetime, self.index
        for switch in SWITCHES if self.method == CHUNK_ZERO else LEVERS:
            state = lifetime.in_force(switch, index)
            if not self.is_told(switch):
                doubtful = guard_of(lifetime.raw(switch.variable, index if state is None else state.since), SWITCH_TRUTH)
                if doubtful is not None and lifetime.value_used(switch, index) != answer:
                    return doubtful
        return None

    def uses_another_value(self, answer: bool) -> bool:
        """Whether the answer is that of another value of a joined switch than the one in force."""
        told = self.first_chunk_told()
        first_chunk = self.levers_on or self.lifetime.is_on(Q12_VARIABLE, self.index) if told is None else told
        others = any(self.could_be(one, not self.lifetime.value_used(one, self.index)) for one in JOINED)
        return self.method == CHUNK_ZERO and others and answer == (first_chunk or not self.joined_on)

    def could_be(self, switch: Switch, value: bool) -> bool:
        """Whether a value that a switch has not got could be taken for its own: a flag asked for it in vain, or its variable means it.

        Where neither has ever been given, nothing but the switch itself tells a value.
        """
        lifetime, index = self.lifetime, self.index
        if value == lifetime.value_used(switch, index):
            return False
        flags = lifetime.flags(switch, 0, index)
        return value in flags or (lifetime.is_on(switch.variable, index) == value and (bool(flags) or lifetime.was_set(switch.variable, index)))


def told_at(lifetime: Lifetime, index: int) -> bool | None:
    """The answer of a question, where it gave one."""
    answer = lifetime.exchanges[index].answer
    return answer if isinstance(answer, bool) else None


def questions(lifetime: Lifetime) -> tuple[tuple[Question, bool, Blame], ...]:
    """Every question with its right answer and, where the port gave another or none, the rule to blame."""
    found: list[tuple[Question, bool, Blame]] = []
    for index, (call, answer) in lifetime.calls_of(FIRST_CHUNK, CHUNK_ZERO):
        question = Question(lifetime, index, call.method)
        right = question.right
        culprit = NOBODY
        if answer is not right:
            blamed = Blame(SWITCH_TRUTH) if right and question.true_was_on() else question.culprit(not right)
            culprit = stray(lifetime, index, unless_one_is_off(blamed, right and question.one_is_read()))
        found.append((question, right, culprit))
    return tuple(found)


def asked(lifetime: Lifetime, rule: str, could_fail: Callable[[Question], bool]) -> Judgements:
    """A rule's judgements of the questions: the right answers that it guards, and the wrong ones that it is to blame for."""
    for question, right, culprit in lifetime.once(questions):
        if culprit.rule == rule or (culprit is NOBODY and could_fail(question)):
            yield question.index, Exactly(right, unless=culprit.unless)


@lifetime_rule(FIRST_CHUNK_RULE, (FIRST_CHUNK,))
def first_chunk(lifetime: Lifetime) -> Judgements:
    """Codispatch or Q12."""
    return asked(lifetime, FIRST_CHUNK_RULE, lambda question: question.method == FIRST_CHUNK)


@lifetime_rule(CHUNK_ZERO_RULE, (CHUNK_ZERO,))
def chunk_zero(lifetime: Lifetime) -> Judgements:
    """First chunk or varlen."""
    return asked(lifetime, CHUNK_ZERO_RULE, lambda question: question.method == CHUNK_ZERO)


@lifetime_rule(RACE, ("race", FIRST_CHUNK), ("race", CHUNK_ZERO))
def race(lifetime: Lifetime) -> Judgements:
    """The questions inside a race answer by what it left in the switches."""
    for index, (call, _) in lifetime.calls_of("race"):
        for method, levers in ((FIRST_CHUNK, LEVERS), (CHUNK_ZERO, SWITCHES)):
            places = [place for place, one in enumerate(call.racing) if one.method == method]
            if not places:
                continue
            after = [lifetime.in_force(switch, index + 1) for switch in levers]
            right = lifetime.is_on(Q12_VARIABLE, index) or any(state is not None and state.value for state in after)

            def holds(answer: Result, places: list[int] = places, right: bool = right) -> bool:
                return isinstance(answer, tuple) and len(answer) > max(places) and all(answer[place] is right for place in places)

            yield index, Such(f"{right} from every {method} in the race", holds, BASIC)


@lifetime_rule(Q12_EACH_TIME, (FIRST_CHUNK, "set_env"), (CHUNK_ZERO, "set_env"))
def q12_read_each_time(lifetime: Lifetime) -> Judgements:
    """A question after a change of Q12 answers by the new value."""

    def could_fail(question: Question) -> bool:
        earlier = lifetime.last_of(question.index, FIRST_CHUNK, CHUNK_ZERO)
        return earlier is not None and question.with_q12(lifetime.is_on(Q12_VARIABLE, earlier)) != question.right

    return asked(lifetime, Q12_EACH_TIME, could_fail)


@lifetime_rule(ONE_VALUE, (CHUNK_ZERO, "set_env"), (CHUNK_ZERO, SERVE), *((CHUNK_ZERO, switch.setter) for switch in JOINED))
def one_value_in_questions(lifetime: Lifetime) -> Judgements:
    """Chunk zero uses what is in force in a switch that it joins, not what the variable has come to mean."""

    def could_fail(question: Question) -> bool:
        return question.method == CHUNK_ZERO and any(question.could_be(one, not lifetime.value_used(one, question.index)) for one in JOINED)

    return asked(lifetime, ONE_VALUE, could_fail)


@lifetime_rule(OF_QUESTION[CHUNK_ZERO], *((CHUNK_ZERO, told_by) for pair in SET_AND_READ for told_by in pair))
def chunk_zero_resolves_both(lifetime: Lifetime) -> Judgements:
    """After a chunk-zero question each switch stays what it then was."""
    return guarded(lifetime, OF_QUESTION[CHUNK_ZERO], lambda _, touch: touch.before is not None and touch.before.origin == CHUNK_ZERO)


@lifetime_rule(OF_QUESTION[FIRST_CHUNK], *((FIRST_CHUNK, told_by) for pair in SET_AND_READ for told_by in pair))
def first_chunk_resolves_codispatch(lifetime: Lifetime) -> Judgements:
    """After a first-chunk question codispatch stays what it then was, and the other switches are still free."""
    return guarded(
        lifetime,
        OF_QUESTION[FIRST_CHUNK],
        lambda switch, touch: (
            touch.before.origin == FIRST_CHUNK
            if touch.before is not None
            else switch in JOINED and lifetime.last_of(touch.at, FIRST_CHUNK) is not None
        ),
    )


def in_doubt(rule: str) -> Callable[[Lifetime], Judgements]:
    """The judgements of questions that Q12 alone decides, while it holds what only this rule gives a meaning."""

    def could_fail(question: Question) -> bool:
        if rule == UNDECODABLE and question.lifetime.stray_undecodable(question.index):
            return True
        return doubt_of(question) == rule and shows_q12(question)

    return lambda lifetime: asked(lifetime, rule, could_fail)


for _rule in (SWITCH_TRUTH, EMPTY, UNDECODABLE):
    lifetime_rule(_rule, (FIRST_CHUNK, "set_env"), (CHUNK_ZERO, "set_env"))(in_doubt(_rule))


def shows_q12(question: Question) -> bool:
    """Whether Q12 alone decides the answer."""
    return question.with_q12(True) != question.with_q12(False)


def doubt_of(question: Question) -> str | None:
    """The rule that says what Q12's bytes mean at a question, where it is doubtful."""
    return guard_of(question.lifetime.raw(Q12_VARIABLE, question.index), SWITCH_TRUTH)
