"""What a driver's own methods are worth, found out before anything rests on them: does `set_env` reach the port, does `reset` forget everything."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Final

from properties.harness.escape import shown
from properties.harness.offered import offered_calls
from properties.transcript import Answer, NoAnswer, Script, Transcript
from spec.port import (
    AFRESH,
    CHUNK_ZERO,
    DECODE_ROLLBACK_RING_SLOTS,
    FIRST_CHUNK,
    RING_VARIABLE,
    SHAPE_LOG_VARIABLE,
    SWITCHES,
    WATCHDOGS_VARIABLE,
    Call,
    ServeFlags,
)

Ask = Callable[[Iterable[Script]], Iterator[Transcript]]
Calls = tuple[Call, ...]

_GETTERS: Final[Calls] = tuple(Call(switch.getter) for switch in SWITCHES)
_FIRST_CHUNK = Call(FIRST_CHUNK)
_CHUNK_ZERO = Call(CHUNK_ZERO)
_PUBLISHED = Call("published_decode_ring_slots")
_DECISION = Call("decode_rollback_ring_slots", (1, False))
_SHAPE = Call("log_gemm_shape", ("backend", "kernel", 1, 2, 3))
_ROUTE = Call("log_cutlass_nvfp4_route", ("backend", "kernel", 1, 2, 3))


def _set(variable: str, value: str | None = "1") -> Call:
    return Call("set_env", (variable, value))


def _flags(value: bool, slots: int) -> Calls:
    return (
        *(Call(switch.setter, (value,)) for switch in SWITCHES),
        Call("set_decode_ring_slots", (slots,)),
    )


_READ: Final[Calls] = (_FIRST_CHUNK, *_GETTERS, _CHUNK_ZERO, _PUBLISHED, _DECISION)
_WRITE_ON: Final[Calls] = _flags(True, 3)
_WRITE_OFF: Final[Calls] = _flags(False, 5)
_LOG_UNASKED: Final[Calls] = (_ROUTE, _SHAPE)
_LOG_SHAPE: Final[Calls] = (_set(SHAPE_LOG_VARIABLE), _SHAPE)
_LOG_ROUTE: Final[Calls] = (Call("set_debug_logging", (True,)), _ROUTE)
_LOG_TWICE: Final[Calls] = (
    *_LOG_SHAPE,
    Call("log_gemm_shape", ("another", "kernel", 1, 2, 3)),
    Call("log_gemm_shape", ("another", "kernel", 4, 5, 6)),
)
_VARIABLES: Final = (*(switch.variable for switch in SWITCHES), *AFRESH, WATCHDOGS_VARIABLE, RING_VARIABLE, SHAPE_LOG_VARIABLE)
_SET_AND_UNSET: Final[Calls] = tuple(_set(variable, value) for variable in _VARIABLES for value in ("0" if variable == RING_VARIABLE else "1", None))
_SERVE: Final[Calls] = (Call("start_serve", (ServeFlags(True, True, "3", False, False), 1, 0, 0, 0)),)

FORGOTTEN: Final[tuple[tuple[Calls, Calls], ...]] = (
    (_WRITE_ON, _READ),
    (_WRITE_ON, _WRITE_OFF),
    (_WRITE_OFF, _WRITE_ON),
    (_READ, _WRITE_ON),
    ((*(_set(switch.variable) for switch in SWITCHES), *_GETTERS), _READ),
    *(((Call("set_decode_ring_slots", (slots,)),), _READ) for slots in (0, DECODE_ROLLBACK_RING_SLOTS + 1)),
    (_READ, (*(_set(switch.variable) for switch in SWITCHES), *_READ)),
    *(((_set(variable),), _READ) for variable in (*(switch.variable for switch in SWITCHES), *AFRESH, WATCHDOGS_VARIABLE)),
    ((_set(RING_VARIABLE, "0"),), _READ),
    ((_set(SHAPE_LOG_VARIABLE),), _LOG_UNASKED),
    ((Call("set_debug_logging", (True,)),), _LOG_UNASKED),
    (_LOG_SHAPE, _LOG_SHAPE),
    (_LOG_SHAPE, _LOG_ROUTE),
    (_LOG_ROUTE, _LOG_ROUTE),
    (_LOG_ROUTE, _LOG_SHAPE),
    (_LOG_TWICE, _LOG_TWICE),
    (_SET_AND_UNSET, (*_LOG_UNASKED, *_READ)),
    (_SERVE, _READ),
    (_SERVE, _WRITE_OFF),
)  # fmt: skip
"""What is done before a `reset`, and what is asked after it: between them they show every cell, variable, gate and memory."""

SHOWN_BY: Final[tuple[tuple[Call, Call], ...]] = (
    *((_set(variable), _FIRST_CHUNK) for variable in AFRESH),
    *((_set(switch.variable), Call(switch.getter)) for switch in SWITCHES),
    (_set(RING_VARIABLE, "0"), _DECISION),
    (_set(WATCHDOGS_VARIABLE), _DECISION),
    (_set(SHAPE_LOG_VARIABLE), _SHAPE),
)
"""A change of a variable, and a question whose answer it changes."""


def environment_reaches(ask: Ask, methods: frozenset[str]) -> str | None:
    """None when `set_env` changes an answer, or nothing can be seen of it; else a sentence that says that it does nothing."""
    tried = 0
    for change, question in SHOWN_BY:
        if not {change.method, question.method} <= methods:
            continue
        given = [_answers(one) for one in ask([Script("set_env", (change, question)), Script("set_env", (question,))])]
        if len(given) < 2:  # there was no time left
            return None
        changed, unchanged = (one[-1] if one else None for one in given)
        if isinstance(changed, NoAnswer) or isinstance(unchanged, NoAnswer):
            continue
        if changed != unchanged:
            return None
        tried += 1
    if not tried:
        return None
    return (
        f"set_env seems to do nothing: {tried} changes of variables changed no answer, so every rule on the environment will fail. "
        "Have the driver set the variable in the place where the port reads it, before it answers set_env."
    )


def reset_forgets(ask: Ask, methods: frozenset[str]) -> str | None:
    """None when after each `reset` the port answers as a new process does; else a sentence that says what it has kept."""
    steps = [(done, asked) for one, other in FORGOTTEN if (done := offered_calls(one, methods)) and (asked := offered_calls(other, methods))]
    different = list({asked: None for _, asked in steps})
    fresh = dict(zip(different, map(_answers, ask(Script("new process", asked) for asked in different)), strict=False))
    if len(fresh) < len(different):
        return TOO_SLOW
    reset = Call("reset")
    calls = tuple(call for done, asked in steps for call in (*done, reset, *asked, reset))
    answers = next(map(_answers, ask([Script("reset", calls)])), ())
    start = 0
    for done, asked in steps:
        start += len(done) + 1
        for call, right, given in zip(asked, fresh[asked], answers[start:], strict=False):
            if given != right:
                what = ", ".join(dict.fromkeys(one.method for one in done))
                return f"{NOT_USED} after {what} and reset, {call.method} gave {_literal(given)}, and in a new process {_literal(right)}."
        start += len(asked) + 1
    if answers and isinstance(answers[-1], NoAnswer):
        return f"{NOT_USED} {answers[-1].sentence}."
    return TOO_SLOW if len(answers) < len(calls) else None


NOT_USED: Final = "reset is not used, and each script gets a new process:"
TOO_SLOW: Final = f"{NOT_USED} the port is too slow to compare it with new processes."


def _answers(transcript: Transcript) -> tuple[Answer, ...]:
    return tuple(exchange.answer for exchange in transcript.exchanges)


def kept_by_reset(behind_reset: Transcript, in_new_process: Transcript) -> str | None:
    """None when the same calls came to the same behind a `reset` and in a new process; else a clause that tells the first that did not."""
    for (call, given), (_, right) in zip(behind_reset.exchanges, in_new_process.exchanges, strict=False):  # one that failed is the last
        if given != right:
            return f"behind many a reset, {call.method} gave {_literal(given)}, and the same calls in a new process {_literal(right)}"
    return None


def _literal(answer: Answer) -> str:
    return answer.sentence if isinstance(answer, NoAnswer) else shown(repr(answer))
