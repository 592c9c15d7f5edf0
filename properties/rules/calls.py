"""The calls of a process lifetime with their answers, found by method, the environment at each of them, and what raced.

What a cell holds as the calls go by is told by `lifetime.py`.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterator
from functools import cached_property
from typing import Final, cast

from properties.rules.meaning import switch_is_on
from properties.transcript import Exchange, Transcript
from spec.port import (
    AFRESH,
    RESERVE_FULL_VARIABLE,
    RING_VARIABLE,
    SHAPE_LOG_VARIABLE,
    SWITCHES,
    WATCHDOGS_VARIABLE,
)

READ_VARIABLES: Final = frozenset(
    {*AFRESH, RING_VARIABLE, WATCHDOGS_VARIABLE, SHAPE_LOG_VARIABLE, RESERVE_FULL_VARIABLE, *(switch.variable for switch in SWITCHES)}
)
"""Every variable that some rule reads."""

Fit = tuple[int, tuple[int, int, int, int], int]
"""Index of a fit call, its arguments, and its answer in slots."""


class Calls:
    """The calls of a transcript. Indices are theirs."""

    def __init__(self, transcript: Transcript) -> None:
        self.exchanges: tuple[Exchange, ...] = transcript.exchanges
        self.largest_word = transcript.largest_word
        self._places: dict[str, list[int]] = {}
        for index, (call, _) in enumerate(transcript.exchanges):
            places = self._places.get(call.method)
            if places is None:
                places = self._places[call.method] = []
            places.append(index)

    @cached_property
    def methods(self) -> frozenset[str]:
        """The methods that were called, those in races included."""
        racing = (one.method for _, exchange in self.calls_of("race") for one in exchange.call.racing)
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
        exchanges, places = self.exchanges, self._places.get("fit_decode_ring_slots", ())
        answered = [(at, call.args, answer) for at in places for call, answer in (exchanges[at],) if isinstance(answer, int)]
        return cast("tuple[Fit, ...]", tuple(answered))  # a fit takes four words

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

    def was_set(self, variable: str, at: int) -> bool:
        """Whether a variable had been set, or unset, by call `at`."""
        places, _ = self._settings.get(variable, ((), ()))
        return bisect_left(places, at) > 0

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


def as_text(raw: bytes | None) -> str | None:
    """The text of a variable's bytes; None where they are not UTF-8."""
    if raw is None:
        return None
    try:
        return raw.decode("utf-8")
    except UnicodeDecodeError:
        return None
