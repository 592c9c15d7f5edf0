"""A process lifetime as the rules see it: its calls, and what the port itself said to be in force at each of them.

Nothing here judges. The *story* of a cell follows the port's own answers: what it said last is in force, whether or not it was right to say so, so
that one wrong answer is one violation and not the first of many. Where a value was resolved without being told (a question whose answer it did not
decide), the story holds what the variable meant at that moment, as a prediction.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cached_property
from typing import Final, NamedTuple, TypeVar, cast

from properties.rules.calls import Calls
from properties.transcript import Answer, NoAnswer, Transcript
from spec.port import (
    AFRESH,
    FIRST_CHUNK,
    SWITCHES,
    Call,
    Served,
    ServeFlags,
    Switch,
)

T = TypeVar("T")

SET_RING: Final = "set_decode_ring_slots"
READ_RING: Final = "published_decode_ring_slots"
DECIDE: Final = "decode_rollback_ring_slots"
SERVE: Final = "start_serve"


class InForce(NamedTuple):
    """The value of a resolved cell: where it came from, at which call, and whether the port has told it since.

    `disputed` says that a setter has told another, and no read since tells which of them is in force.
    """

    value: bool
    origin: str
    since: int
    told: bool
    disputed: bool = False


class Touch(NamedTuple):
    """One call on a switch: its state before, and the method. `argument` is a setter's."""

    at: int
    method: str
    before: InForce | None
    argument: bool | None


class RingTouch(NamedTuple):
    """One call on the published depth: the depth in force before it (None: unpublished), and where that came from."""

    at: int
    method: str
    before: int | None
    origin: str

    @property
    def is_open(self) -> bool:
        """Whether nothing tells the depth: the setters of a race told several. That is the race's fault, and no later call is judged by it."""
        return self.before is None and self.origin == "race"


class Lifetime(Calls):
    """A transcript with what can be derived from it. Indices are those of its calls."""

    def __init__(self, transcript: Transcript) -> None:
        super().__init__(transcript)
        self._derived: dict[object, object] = {}

    def once(self, derive: Callable[[Lifetime], T]) -> T:
        """What `derive` makes of this lifetime, made once."""
        if derive not in self._derived:
            self._derived[derive] = derive(self)
        return cast("T", self._derived[derive])

    # The switches.

    @cached_property
    def switches(self) -> dict[str, tuple[Touch, ...]]:
        """The story of each switch: an entry a call, and one for the end. `method` is empty where a call cannot touch the switch."""
        return {switch.name: tuple(self._follow(switch)) for switch in SWITCHES}

    def in_force(self, switch: Switch, at: int) -> InForce | None:
        """What is in force in a switch just before call `at`; at the number of calls, after the last."""
        return self.switches[switch.name][at].before

    def is_first_chunk(self, switch: Switch, at: int) -> bool:
        """Whether at call `at` on could be the first-chunk question's answer in place of the switch's own, for another lever is on."""
        others = (other.variable for other in SWITCHES if other != switch and FIRST_CHUNK in other.questions)
        return FIRST_CHUNK in switch.questions and any(self.is_on(variable, at) for variable in (*AFRESH, *others))

    def next_read(self, switch: Switch, after: int) -> tuple[int, bool] | None:
        """The next direct read of a switch after a call, and what it told."""
        at = self.next_of(after, switch.getter)
        answer = None if at is None else self.exchanges[at].answer
        return (at, answer) if at is not None and isinstance(answer, bool) else None

    def value_used(self, switch: Switch, at: int) -> bool:
        """The value of a switch that a question at call `at` uses: what the port told, before or just after, else what the variable means."""
        before = self.in_force(switch, at)
        if before is not None and before.told:
            return before.value
        read = self.next_read(switch, at)
        if read is not None:
            hidden = [self.next_of(at, switch.setter, "race", SERVE), self.next_setting(switch.variable, at)]
            if all(one is None or one > read[0] for one in hidden):
                return read[1]
        return before.value if before is not None else self.is_on(switch.variable, at)

    def flags(self, switch: Switch, first: int, end: int) -> frozenset[bool]:
        """The values that flags asked for in a switch, by its setter or by a serve, from call `first` up to call `end`."""
        asked = [call.args[0] is True for at, (call, _) in self.calls_of(switch.setter) if first <= at < end]
        served = [flag_given(call, switch) for at, (call, _) in self.calls_of(SERVE) if first <= at < end]
        return frozenset((*asked, *(one for one in served if one is not None)))

    def lies(self, switch: Switch, at: int, expected: bool) -> bool | None:
        """Whether a setter's wrong answer at call `at` is denied by the next read, which shows that the expected value is in force.

        None where nothing can tell: no read follows, or a setter in between could have put the expected value back.
        """
        read = self.next_read(switch, at)
        if read is None or not isinstance(self.exchanges[at].answer, bool):
            return None if read is None else False
        if read[1] != expected:
            return False
        between = self.next_of(at, switch.setter)
        while between is not None and between < read[0]:
            if (self.exchanges[between].call.args[0] is True) == expected:
                return None
            between = self.next_of(between, switch.setter)
        hidden = self.next_of(at, "race", SERVE)
        return None if hidden is not None and hidden < read[0] else True

    def _follow(self, switch: Switch) -> Iterator[Touch]:
        state: InForce | None = None
        for index, (call, answer) in enumerate(self.exchanges):
            if call.method == switch.setter:
                argument = call.args[0] is True
                yield Touch(index, call.method, state, argument)
                expected = argument if state is None else state.value
                lies = self.lies(switch, index, expected) if isinstance(answer, bool) and answer != expected else True
                disputed = lies is None or (state is not None and state.disputed)
                value = not expected if lies is False else expected
                state = InForce(value, *((call.method, index) if state is None else (state.origin, state.since)), True, disputed)
            elif call.method == switch.getter:
                yield Touch(index, call.method, state, None)
                expected = self.is_on(switch.variable, index) if state is None else state.value
                value = answer if isinstance(answer, bool) and not (answer and self.is_first_chunk(switch, index)) else expected
                state = InForce(value, *((call.method, index) if state is None else (state.origin, state.since)), True)
            elif call.method in switch.questions:
                yield Touch(index, call.method, state, None)
                state = state or InForce(self.is_on(switch.variable, index), call.method, index, False)
            elif call.method == SERVE:
                given = flag_given(call, switch)
                yield Touch(index, call.method, state, given)
                if state is None and given is not None:
                    state = InForce(given, call.method, index, False)
            elif call.method == "race" and racing_on(call, switch):
                yield Touch(index, call.method, state, None)
                state = self._after_race(switch, index, call, answer, state)
            else:
                yield Touch(index, "", state, None)
            if isinstance(answer, NoAnswer):
                break
        yield Touch(len(self.exchanges), "", state, None)

    def _after_race(self, switch: Switch, index: int, call: Call, answer: Answer, state: InForce | None) -> InForce:
        racing = call.racing
        told = answer if isinstance(answer, tuple) and len(answer) == len(racing) else ()
        values = {value for one, value in zip(racing, told, strict=False) if one.method in (switch.setter, switch.getter) and isinstance(value, bool)}
        if len(values) == 1:
            return InForce(values.pop(), *(("race", index) if state is None else (state.origin, state.since)), True)
        if state is not None:
            return state
        setters = [one.args[0] is True for one in racing if one.method == switch.setter]
        read = self.next_read(switch, index)
        value = read[1] if read is not None and (values or setters) else self.is_on(switch.variable, index)
        questions = [one.method for one in racing if one.method in switch.questions]
        by_question = questions and not (values or setters)
        return InForce(value, questions[0] if by_question else "race", index, bool(values or setters))

    # The published depth.

    @cached_property
    def ring(self) -> tuple[RingTouch, ...]:
        """The story of the published depth: one entry a call."""
        return tuple(self._follow_ring())

    def next_depth(self, after: int) -> int | None:
        """What the next read of the published depth told, unless something that can publish came before it."""
        at = self.next_of(after, READ_RING)
        other = self.next_of(after, SET_RING, "race", SERVE)
        if at is None or (other is not None and other < at):
            return None
        answer = self.exchanges[at].answer
        return answer if isinstance(answer, int) else None

    def setter_lies(self, at: int, expected: int) -> bool | None:
        """Whether the ring setter's wrong answer at call `at` is denied by the next read, which shows that the expected depth is in force.

        None where nothing can tell, as for a switch.
        """
        read = self.next_of(at, READ_RING)
        if read is None:
            return None
        if self.exchanges[read].answer != expected:
            return False
        between = self.next_of(at, SET_RING)
        while between is not None and between < read:
            if self.exchanges[between].call.args[0] == expected:
                return None
            between = self.next_of(between, SET_RING)
        hidden = self.next_of(at, "race", SERVE)
        return None if hidden is not None and hidden < read else True

    def depth_used(self, at: int) -> int | None:
        """The published depth that a decision at call `at` uses, as the port tells it."""
        before = self.ring[at].before
        if before is None and self.last_of(at, DECIDE, READ_RING) is not None:
            return self.next_depth(at)
        return before

    def _follow_ring(self) -> Iterator[RingTouch]:
        depth: int | None = None
        origin = ""
        for index, (call, answer) in enumerate(self.exchanges):
            yield RingTouch(index, call.method, depth, origin)
            if call.method == SET_RING:
                argument = call.args[0] if isinstance(call.args[0], int) else 0
                expected = argument if depth is None else depth
                is_open = depth is None and origin == "race"
                depth, origin = expected, origin or call.method
                if isinstance(answer, int) and answer != expected and (is_open or self.setter_lies(index, expected) is False):
                    depth = answer
            elif call.method == READ_RING:
                if isinstance(answer, int):
                    depth, origin = answer, origin or call.method
                elif answer is None:
                    depth, origin = None, ""
            elif call.method == SERVE and isinstance(answer, Served):
                if depth is None and answer.published is not None:
                    depth, origin = answer.published, call.method
            elif call.method == "race" and depth is None and isinstance(answer, tuple):
                told = {value for one, value in zip(call.racing, answer, strict=False) if one.method == SET_RING and isinstance(value, int)}
                if told:
                    depth, origin = told.pop() if len(told) == 1 else self.next_depth(index), "race"


def racing_on(call: Call, switch: Switch) -> bool:
    """Whether a race can write, read or resolve a switch."""
    return any(one.method in (switch.setter, switch.getter, *switch.questions) for one in call.racing)


def flag_given(call: Call, switch: Switch) -> bool | None:
    """The flag of a switch on a serve's command line; None when it is not given."""
    flags = call.args[0]
    if not isinstance(flags, ServeFlags):
        return None
    given = getattr(flags, switch.given)
    return given if isinstance(given, bool) else None
