"""The operations that short lifetimes are made of, by subsystem, and the reads that end them.

The switches come from `spec.port.SWITCHES`: nothing here says twice what there is for each of them.
"""

from __future__ import annotations

from typing import Final

from properties.cases.cutting import Calls
from spec import port
from spec.port import AFRESH, DECODE_ROLLBACK_RING_SLOTS, RING_VARIABLE, SHAPE_LOG_VARIABLE, SWITCHES, WATCHDOGS_VARIABLE, Call, Switch

FIRST_CHUNK: Final = Call(port.FIRST_CHUNK)
CHUNK_ZERO: Final = Call(port.CHUNK_ZERO)
QUESTIONS: Final = (FIRST_CHUNK, CHUNK_ZERO)
PUBLISHED: Final = Call("published_decode_ring_slots")
TOO_DEEP: Final = DECODE_ROLLBACK_RING_SLOTS + 1
"""A depth above the size of the ring: the command line refuses it, and the setter takes it."""

DEBUG_ON: Final = Call("set_debug_logging", (True,))
DEBUG_OFF: Final = Call("set_debug_logging", (False,))


def set_env(name: str, value: str | bytes | None) -> Call:
    """The call that changes one variable of the port's environment."""
    return Call("set_env", (name, value))


def write(switch: Switch, enabled: bool) -> Call:
    """The call that a flag on the command line makes."""
    return Call(switch.setter, (enabled,))


def read(switch: Switch) -> Call:
    """The call that reads a switch, and resolves it if nothing has."""
    return Call(switch.getter)


def publish(slots: int) -> Call:
    """The call that publishes a ring depth, in slots."""
    return Call("set_decode_ring_slots", (slots,))


def decide(layers: int, speculative: bool) -> Call:
    """The process-wide decision on the ring's depth."""
    return Call("decode_rollback_ring_slots", (layers, speculative))


def shape(backend: str, name: str, m: int, n: int, k: int) -> Call:
    """A GEMM shape, put to the shape log."""
    return Call("log_gemm_shape", (backend, name, m, n, k))


def route(backend: str, name: str, m: int, n: int, k: int) -> Call:
    """A GEMM route, put to the debug log."""
    return Call("log_cutlass_nvfp4_route", (backend, name, m, n, k))


def on_off_unset(variable: str) -> Calls:
    """The three changes of a variable of which short lifetimes are made."""
    return tuple(set_env(variable, value) for value in ("1", "0", None))


SWITCH_OPERATIONS: Final[Calls] = tuple(
    call for switch in SWITCHES for call in (write(switch, True), write(switch, False), read(switch), *on_off_unset(switch.variable))
)
ADMISSION_OPERATIONS: Final[Calls] = (*SWITCH_OPERATIONS, *QUESTIONS, *(change for variable in AFRESH for change in on_off_unset(variable)))
ADMISSION_READS: Final[Calls] = (*map(read, SWITCHES), *QUESTIONS)

RING_OPERATIONS: Final[Calls] = (
    *map(publish, (0, 1, TOO_DEEP)),
    PUBLISHED,
    *(decide(1, speculative) for speculative in (False, True)),
    *on_off_unset(RING_VARIABLE),
    *on_off_unset(WATCHDOGS_VARIABLE),
)
RING_READS: Final[Calls] = (PUBLISHED, *(decide(layers, speculative) for layers in (1, 0) for speculative in (False, True)), PUBLISHED)

TWO_BACKENDS: Final = ("first", "second")
LOGGING_GATES: Final[Calls] = (DEBUG_ON, DEBUG_OFF, *on_off_unset(SHAPE_LOG_VARIABLE))
LOGGING_OPERATIONS: Final[Calls] = (
    *LOGGING_GATES,
    *(log(backend, "gemm", m, 2, 3) for backend, m in (("first", 1), ("second", 1), ("first", 4)) for log in (shape, route)),
)
OPEN_GATES: Final[Calls] = (set_env(SHAPE_LOG_VARIABLE, "1"), DEBUG_ON)
LOGGING_READS: Final[Calls] = (*OPEN_GATES, *(log(backend, "gemm", m, 2, 3) for log in (shape, route) for backend in TWO_BACKENDS for m in (1, 4)))
"""With both gates open, every shape is asked of both backends: what has been reported before stays unreported, and nothing else does."""
