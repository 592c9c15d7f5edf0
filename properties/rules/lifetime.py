"""A process lifetime as the rules see it: the environment at each call, and what the port itself said to be in force.

Nothing here judges. The *story* of a cell follows the port's own answers: what it said last is in force, whether or not it was right to say so, so
that one wrong answer is one violation and not the first of many. Where a value was resolved without being told (a question whose answer it did not
decide), the story holds what the variable meant at that moment, as a prediction.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Final, NamedTuple, TypeVar, cast

from properties.rules.truth import switch_is_on
from properties.transcript import Answer, Exchange, NoAnswer, Transcript
from spec.port import (
    AFRESH,
    FIRST_CHUNK,
    RESERVE_FULL_VARIABLE,
    RING_VARIABLE,
    SHAPE_LOG_VARIABLE,
    SWITCHES,
    WATCHDOGS_VARIABLE,
    Call,
    Served,
    ServeFlags,
    Switch,
)

T = TypeVar("T")

READ_VARIABLES: Final = frozenset(
    {*AFRESH, RING_VARIABLE, WATCHDOGS_VARIABLE, SHAPE_LOG_VARIABLE, RESERVE_FULL_VARIABLE, *(switch.variable for switch in SWITCHES)}
)
"""Every variable that some rule reads."""

SET_RING: Final = "set_decode_ring_slots"
READ_RING: Final = "published_decode_ring_slots"
DECIDE: Final = "decode_rollback_ring_slots"
SERVE: Final = "start_serve"

Fit = tuple[int, tuple[int, int, int, int], int]
"""Index of a fit call, its arguments, and its answer in slots."""


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


@dataclass(frozen=True, slots=True)
class Sub:
    """A call inside a race, with its answer where the race gave one."""

    call: Call
    answer: Answer


class Lifetime:
    """A transcript with what can be derived from it. Indices are those of its calls."""

    def __init__(self, transcript: Transcript) -> None:
        self.exchanges: tuple[Exchange, ...] = transcript.exchanges
        self.largest_word = transcript.largest_word
        self._derived: dict[object, object] = {}
        self._places: dict[str, list[int]] = {}
        for index, (call, _) in enumerate(transcript.exchanges):
            places = self._places.get(call.method)
            if places is None:
                places = self._places[call.method] = []
            places.append(index)

    def once(self, derive: Callable[[Lifetime], T]) -> T:
        """What `derive` makes of this lifetime, made once."""
        if derive not in self._derived:
            self._derived[derive] = derive(self)
        return cast("T", self._derived[derive])

    @cached_property
    def methods(self) -> frozenset[str]:
        """The methods that were called, those in races included."""
        racing = (one.method for _, exchange in self.calls_of("race") for one in racing_calls(exchange.call))
        return frozenset((*self._places, *racing))

    def calls_of(self, *methods: str) -> Iterator[tuple[int, Exchange]]:
        """The calls of these methods with their indices, in order."""
        places = self._places.get(methods[0], []) if len(methods) == 1 else sorted(at for name in methods for at in self._places.get(name, ()))
        return ((at, self.exchanges[at]) for at in places)

    def next_of(self, after: int, *methods: str) -> int | None:
        """The index of the next call of one of these methods."""
        return min((places[found] for places, found in self._searched(after, methods, bisect_right) if found < len(places)), default=None)

    def last_of(self, before: int, *methods: str) -> int | None:
        """The index of the last call of one of these methods before a call."""
        return max((places[found - 1] for places, found in self._searched(before, methods, bisect_left) if found > 0), default=None)

    def _searched(self, index: int, methods: tuple[str, ...], search: Callable[[list[int], int], int]) -> Iterator[tuple[list[int], int]]:
        for name in methods:
            places = self._places.get(name)
            if places is not None:
                yield places, search(places, index)

    @cached_property
    def fits(self) -> tuple[Fit, ...]:
        """The answered calls of `fit_decode_ring_slots`."""
        answered = [(at, *self.exchanges[at]) for at in self._places.get("fit_decode_ring_slots", ())]
        return tuple([(at, call.args, answer) for at, call, answer in answered if isinstance(answer, int)])  # type: ignore[misc]  # four words

    @cached_property
    def _settings(self) -> dict[str, tuple[list[int], list[bytes | None]]]:
        """For each variable that is ever set: the indices of the calls that set it, and the bytes from then on."""
        settings: dict[str, tuple[list[int], list[bytes | None]]] = {}
        for index, (call, _) in self.calls_of("set_env"):
            name, value = call.args
            if isinstance(name, str) and (value is None or isinstance(value, (str, bytes))):
                places, raws = settings.setdefault(name, ([], []))
                places.append(index)
                raws.append(value.encode() if isinstance(value, str) else value)
        return settings

    def raw(self, variable: str, at: int) -> bytes | None:
        """The bytes of a variable when call `at` was made; None when it was not set. A process starts without any."""
        places, raws = self._settings.get(variable, ((), ()))
        found = bisect_left(places, at)
        return raws[found - 1] if found else None

    def raws_before(self, variable: str, at: int) -> frozenset[bytes | None]:
        """Every value that the variable has had in this process before call `at`, unset at birth included."""
        places, raws = self._settings.get(variable, ((), ()))
        return frozenset((None, *raws[: bisect_left(places, at)]))

    def text(self, variable: str, at: int) -> str | None:
        """The value of a variable as text when call `at` was made: None when it was not set or is not UTF-8."""
        return as_text(self.raw(variable, at))

    def is_on(self, variable: str, at: int) -> bool:
        """What a lever's variable meant when call `at` was made."""
        return switch_is_on(self.text(variable, at))

    def stray_undecodable(self, at: int) -> bool:
        """Whether, when call `at` was made, a variable that no rule reads held bytes that are not UTF-8."""
        return any(self._is_undecodable(name, at) for name in self._settings if name not in READ_VARIABLES)

    def any_undecodable(self, at: int) -> bool:
        """Whether, when call `at` was made, any variable held bytes that are not UTF-8."""
        return any(self._is_undecodable(name, at) for name in self._settings)

    def _is_undecodable(self, variable: str, at: int) -> bool:
        raw = self.raw(variable, at)
        return raw is not None and as_text(raw) is None

    def next_setting(self, variable: str, after: int) -> int | None:
        """The index of the next call that sets a variable."""
        places, _ = self._settings.get(variable, ((), ()))
        found = bisect_right(places, after)
        return places[found] if found < len(places) else None

    @cached_property
    def races(self) -> tuple[tuple[int, tuple[Sub, ...] | None], ...]:
        """The races: index, and the calls with their answers; None where the race as a whole was not answered."""
        found: list[tuple[int, tuple[Sub, ...] | None]] = []
        for index, (call, answer) in self.calls_of("race"):
            racing = racing_calls(call)
            if isinstance(answer, tuple) and len(answer) == len(racing):
                found.append((index, tuple(Sub(one, told) for one, told in zip(racing, answer, strict=True))))  # type: ignore[arg-type]  # by length
            else:
                found.append((index, None))
        return tuple(found)

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
                value = answer if isinstance(answer, bool) and not self.is_first_chunk(switch, index) else expected
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
        racing = racing_calls(call)
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
        return InForce(value, "race" if values or setters else questions[0], index, bool(values or setters))

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
                depth, origin = expected, origin or call.method
                if isinstance(answer, int) and answer != expected and self.setter_lies(index, expected) is False:
                    depth = answer
            elif call.method == READ_RING:
                if isinstance(answer, int):
                    depth, origin = answer, origin or call.method
                elif answer is None:
                    depth, origin = None, ""
            elif call.method == SERVE and isinstance(answer, Served):
                if depth is None and answer.published is not None:
                    depth, origin = answer.published, call.method
            elif call.method == "race" and depth is None:
                depth = self._depth_after_race(index, call, answer)
                origin = "race" if depth is not None else ""

    def _depth_after_race(self, index: int, call: Call, answer: Answer) -> int | None:
        racing = racing_calls(call)
        if not any(one.method == SET_RING for one in racing) or not isinstance(answer, tuple):
            return None
        told = {value for one, value in zip(racing, answer, strict=False) if one.method == SET_RING and isinstance(value, int)}
        return told.pop() if len(told) == 1 else self.next_depth(index)


def as_text(raw: bytes | None) -> str | None:
    """The text of a variable's bytes; None where they are not UTF-8."""
    if raw is None:
        return None
    try:
        return raw.decode("utf-8")
    except UnicodeDecodeError:
        return None


def racing_calls(call: Call) -> tuple[Call, ...]:
    """The calls of a race."""
    racing = call.args[0]
    return racing if isinstance(racing, tuple) else ()


def racing_on(call: Call, switch: Switch) -> bool:
    """Whether a race can write, read or resolve a switch."""
    return any(one.method in (switch.setter, switch.getter, *switch.questions) for one in racing_calls(call))


def flag_given(call: Call, switch: Switch) -> bool | None:
    """The flag of a switch on a serve's command line; None when it is not given."""
    flags = call.args[0]
    if not isinstance(flags, ServeFlags):
        return None
    given = getattr(flags, switch.given)
    return given if isinstance(given, bool) else None
