"""Endurance: after the last write every read a hundred times over, with the environment flipped between.

What holds at the second read may not hold at the fiftieth: a value that expires, a memory with a bound, a counter that runs over.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain, product
from typing import Final

from properties.cases.batch import Batch, Plan
from properties.cases.cutting import Calls, lifetimes, stride_of_calls
from properties.cases.operations import (
    ADMISSION_READS,
    DEBUG_OFF,
    DEBUG_ON,
    OPEN_GATES,
    PUBLISHED,
    RING_READS,
    TOO_DEEP,
    TWO_BACKENDS,
    publish,
    read,
    route,
    set_env,
    shape,
    write,
)
from spec.port import AFRESH, RING_VARIABLE, SHAPE_LOG_VARIABLE, SWITCHES, WATCHDOGS_VARIABLE

ROUNDS: Final = {"smoke": 100, "ci": 100, "deep": 500}

SHAPES: Final = 20_000
"""So many shapes are put to one backend before the first comes again; that lifetime alone is longer than any script is otherwise."""


def rounds(plan: Plan) -> int:
    """How often a read is repeated on this port; never less than twice."""
    return max(2, ROUNDS[plan.profile] // stride_of_calls(plan))


def _switches(plan: Plan) -> Iterator[Calls]:
    written: list[Calls] = [tuple(map(write, SWITCHES, values)) for values in product((True, False), repeat=len(SWITCHES))]
    resolved: list[Calls] = [
        tuple(chain.from_iterable((set_env(switch.variable, value), read(switch)) for switch, value in zip(SWITCHES, values, strict=True)))
        for values in product(("1", None), repeat=len(SWITCHES))
    ]
    for opening in (*written, *resolved):
        yield opening + tuple(chain.from_iterable(_flipped_switches(count) for count in range(rounds(plan))))
        yield opening + tuple(
            chain.from_iterable((write(switch, count % (2 + place) == 0) for place, switch in enumerate(SWITCHES)) for count in range(rounds(plan)))
        )


def _flipped_switches(count: int) -> Calls:
    flips = (set_env(switch.variable, ("0", "1", None)[(count + place) % 3]) for place, switch in enumerate(SWITCHES))
    return (*flips, *(set_env(variable, ("1", None)[count % 2]) for variable in AFRESH), *ADMISSION_READS)


def _ring(plan: Plan) -> Iterator[Calls]:
    for opening in ((), *((publish(slots),) for slots in (0, 1, TOO_DEEP))):
        yield opening + tuple(chain.from_iterable(_flipped_ring(count) for count in range(rounds(plan))))
    for slots in (0, 1, TOO_DEEP):
        yield (publish(slots), *chain.from_iterable((publish(count), PUBLISHED) for count in range(rounds(plan))))


def _flipped_ring(count: int) -> Calls:
    return (set_env(RING_VARIABLE, (None, "1", "0", "2")[count % 4]), set_env(WATCHDOGS_VARIABLE, ("1", None, "0")[count % 3]), *RING_READS)


def _logging(plan: Plan) -> Iterator[Calls]:
    for first in (shape, route):
        reported = tuple(first(backend, "gemm", 1, 2, 3) for backend in TWO_BACKENDS)
        yield OPEN_GATES + reported + tuple(chain.from_iterable(_flipped_logging(count) for count in range(rounds(plan))))


def _flipped_logging(count: int) -> Calls:
    """Both gates move, and the shape that was reported and a new one are asked of both backends."""
    return (
        set_env(SHAPE_LOG_VARIABLE, ("1", "0", None)[count % 3]),
        (DEBUG_ON, DEBUG_OFF)[count % 2],
        *(log(backend, "gemm", 1 + m, 2, 3) for m in (0, count) for log in (shape, route) for backend in TWO_BACKENDS),
    )


def _many_shapes(plan: Plan) -> Iterator[Calls]:
    wanted = max(10, SHAPES // stride_of_calls(plan))
    yield (
        *OPEN_GATES,
        *(shape("one", "gemm", 1 + number, 2, 3) for number in range(wanted)),
        shape("one", "gemm", 1, 2, 3),
        route("one", "gemm", 1, 2, 3),
    )


ENDURANCE: Final[tuple[Batch, ...]] = (
    lifetimes("endurance[switches]", _switches),
    lifetimes("endurance[ring]", _ring),
    lifetimes("endurance[logging]", _logging),
    lifetimes("endurance[many-shapes]", _many_shapes, needs=("log_gemm_shape",)),
)
"""Every batch of endurance."""
