"""Lifetimes that are aimed at one thing that only a sequence shows, and that are longer than the short ones.

Which operand of chunk zero is evaluated, whatever the other is; variables read afresh beside switches that are not; bytes that are no text in each
variable and in one that no rule reads; names that are almost a variable's; depths that are published before and after a decision.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import permutations, product
from typing import Final, TypeAlias

from properties.cases.batch import Batch, Plan
from properties.cases.cutting import Calls, lifetimes
from properties.cases.lattice import both_ors
from properties.cases.operations import (
    ADMISSION_OPERATIONS,
    ADMISSION_READS,
    DEBUG_ON,
    FIRST_CHUNK,
    LOGGING_OPERATIONS,
    LOGGING_READS,
    PUBLISHED,
    QUESTIONS,
    RING_OPERATIONS,
    RING_READS,
    TOO_DEEP,
    decide,
    publish,
    read,
    set_env,
    shape,
    write,
)
from spec.port import (
    AFRESH,
    DECODE_ROLLBACK_RING_SLOTS,
    RESERVE_FULL_VARIABLE,
    RING_VARIABLE,
    SHAPE_LOG_VARIABLE,
    SWITCHES,
    WATCHDOGS_VARIABLE,
    Call,
    EnvironmentValue,
    ServeFlags,
    Switch,
)

UNDECODABLE: Final = (b"\xff", b"1\xff", b"\xff1", b"\xc0\xb1", b"\xed\xa0\x80", b"1\xc3", b"true\x80", b"\xa01", b"0\xfe")
VARIABLES: Final = (*(switch.variable for switch in SWITCHES), *AFRESH, RING_VARIABLE, WATCHDOGS_VARIABLE, SHAPE_LOG_VARIABLE)
UNREAD: Final = ("METRALE_WHICH_NO_RULE_READS", RESERVE_FULL_VARIABLE)
ALMOST_VARIABLES: Final = (
    *("METRALE_CODISPATCH", "PREFILL_CODISPATCH", "METRALE_PREFILL_CO_DISPATCH", "METRALE_PREFILL_CODISPATCH_", "METRALE_PREFILL_CODISPATCH_ENABLED"),
    *("METRALE_VARLEN", "PREFILL_VARLEN", "METRALE_PREFILL_VARLEN_BATCH", "METRALE_VARLEN_PREFILL", "METRALE_PREFILL_RAGGED"),
    *("METRALE_Q12", "METRALE_BATCHED_FIRST_CHUNK", "METRALE_PREFILL_BATCHED_FIRST_CHUNK", "METRALE_Q12_BATCHED_FIRST_CHUNKS", "METRALE_CHUNK_ZERO"),
    *("METRALE_DECODE_RING", "METRALE_SSM_DECODE_RING_SLOTS", "METRALE_SSM_RING", "SSM_DECODE_RING", "METRALE_DECODE_ROLLBACK_RING_SLOTS"),
    *("METRALE_WATCHDOGS_DISABLED", "METRALE_DISABLE_WATCHDOG", "DISABLE_WATCHDOGS", "METRALE_GEMM_SHAPE", "METRALE_SHAPE_LOG", "METRALE_GEMM_LOG"),
    *(variable.lower() for variable in VARIABLES),
)
EVERY_READ: Final[Calls] = (*ADMISSION_READS, *RING_READS, shape("one", "gemm", 1, 2, 3))

ReaderOfVariable: TypeAlias = Callable[[int], Call]


def _operands(plan: Plan) -> Iterator[Calls]:
    """Each question with every state of the cells and of the variables; then every variable is turned on and every cell read."""
    del plan  # the same for every port
    turned_on = tuple(set_env(switch.variable, "1") for switch in SWITCHES)
    before = tuple(product(*(_states(switch) for switch in SWITCHES)))
    for question, value, states in product(QUESTIONS, (None, "1"), before):
        opening = tuple(call for state in states for call in state)
        afresh = () if value is None else tuple(set_env(variable, value) for variable in AFRESH)
        for readers in permutations(map(read, SWITCHES)):
            yield (*opening, *afresh, question, *turned_on, *readers, PUBLISHED)


def _states(switch: Switch) -> tuple[Calls, ...]:
    """What may have come before a question: nothing, a flag, a variable, a flag against the variable, a read that found nothing."""
    on = set_env(switch.variable, "1")
    return ((), (write(switch, True),), (write(switch, False),), (on,), (on, write(switch, False)), (read(switch),))


def _afresh(plan: Plan) -> Iterator[Calls]:
    """For each variable that is read afresh, every two values in turn, with the switches' own variables changed beside it."""
    del plan  # the same for every port
    on_or_not: tuple[EnvironmentValue, ...] = ("1", "0", None, "", "true", " 1", b"1\xff")
    readers: tuple[tuple[str, ReaderOfVariable], ...] = (
        *((variable, lambda _: FIRST_CHUNK) for variable in AFRESH),
        (WATCHDOGS_VARIABLE, lambda _: decide(1, False)),
        (RING_VARIABLE, lambda _: decide(1, True)),
        (SHAPE_LOG_VARIABLE, lambda number: shape("one", "gemm", 1 + number, 2, 3)),
    )
    for (variable, reader), (first, second) in product(readers, permutations(on_or_not, 2)):
        changes = tuple(
            call
            for number, value in enumerate((first, second, first, second))
            for call in (set_env(variable, value), reader(number), *(set_env(switch.variable, value) for switch in SWITCHES), *map(read, SWITCHES))
        )
        yield (*changes, *QUESTIONS)


def _undecodable(plan: Plan) -> Iterator[Calls]:
    """Bytes that are no text in one variable: alone, after a value that is on, and while all the others are on; then everything is read."""
    del plan  # the same for every port
    for variable, value in product((*VARIABLES, *UNREAD), UNDECODABLE):
        others_on = tuple(set_env(other, "1") for other in VARIABLES if other != variable)
        for opening in ((), (set_env(variable, "1"),), others_on):
            yield (*opening, set_env(variable, value), *EVERY_READ)


def _almost_variables(plan: Plan) -> Iterator[Calls]:
    """A name that is almost a variable's is turned on, or off beside the right one; then everything is read."""
    del plan  # the same for every port
    right_ones_on = tuple(set_env(variable, "1") for variable in VARIABLES)
    for name in ALMOST_VARIABLES:
        yield (set_env(name, "1"), DEBUG_ON, *EVERY_READ)
        yield (*right_ones_on, set_env(name, "0"), *EVERY_READ)


def _depths(plan: Plan) -> Iterator[Calls]:
    """Depths of every kind published in turn, before and after decisions, whatever the environment says."""
    largest = 2**plan.word_bits - 1
    narrow = tuple(depth for depth in (2**8, 2**16 - 1, 2**16, 2**31 - 1, 2**31, 2**32 - 1, 2**32, 2**53 + 1) if depth < largest)
    depths = (0, 1, 3, DECODE_ROLLBACK_RING_SLOTS, TOO_DEEP, *narrow, 2 ** (plan.word_bits - 1) + 1, largest)
    for first, second in product(depths, repeat=2):
        yield (publish(first), PUBLISHED, publish(second), *RING_READS, decide(largest, True))
    for depth, override, watchdogs in product(depths, ("0", "1", None), ("1", None)):
        changes = (set_env(RING_VARIABLE, override), set_env(WATCHDOGS_VARIABLE, watchdogs))
        yield (
            *changes,
            *RING_READS,
            publish(depth),
            *RING_READS,
            *(set_env(name, None) for name in (RING_VARIABLE, WATCHDOGS_VARIABLE)),
            *RING_READS,
        )


PURE_CALLS: Final[Calls] = (
    *(Call("bool_value_enabled", (value,)) for value in (None, "0", "1", "true", " 1")),
    *(Call("watchdogs_disabled_from_value", (value,)) for value in (None, "0", "1", " true ")),
    *both_ors((None, "1")),
    *(Call("parse_decode_ring_slots", (text,)) for text in ("auto", "0", str(DECODE_ROLLBACK_RING_SLOTS), f"+{TOO_DEEP}", "x", "9x")),
    Call("decode_ring_fit_ladder"),
    *(
        Call("decode_rollback_ring_slots_with", (layers, speculative, published, override, False))
        for layers, speculative, published, override in product((0, 1), (False, True), (None, 3), (None, "1"))
    ),
    *(Call("fit_decode_ring_slots", (DECODE_ROLLBACK_RING_SLOTS, 0, 1, free)) for free in (0, 1, 100)),
    *(Call("rollback_to_boundary", (layers, depth)) for layers in (0, 1) for depth in (0, 3)),
)
"""Calls that are functions of their arguments alone, whatever was asked before."""


def _pure_after_anything(plan: Plan) -> Iterator[Calls]:
    """Each operation that could leave something behind, a pure call among them, and then every pure call."""
    del plan  # the same for every port
    start = Call("start_serve", (ServeFlags(True, True, "3", False, False), 1, 0, 1, 100))
    for operation in (*ADMISSION_OPERATIONS, *RING_OPERATIONS, *LOGGING_OPERATIONS, start, *PURE_CALLS):
        yield (operation, *PURE_CALLS)


def _one_after_another(plan: Plan) -> Iterator[Calls]:
    """Every subsystem is used before another is read, in every order."""
    del plan  # the same for every port
    for order in permutations((ADMISSION_READS, RING_READS, LOGGING_READS)):
        yield tuple(call for reads in order for call in reads)


SEQUENCES: Final[tuple[Batch, ...]] = (
    lifetimes("sequences[operands]", _operands),
    lifetimes("sequences[afresh]", _afresh, needs=("set_env",)),
    lifetimes("sequences[undecodable]", _undecodable, needs=("set_env",)),
    lifetimes("sequences[almost-variables]", _almost_variables, needs=("set_env",)),
    lifetimes("sequences[depths]", _depths, needs=("set_decode_ring_slots",)),
    lifetimes("sequences[one-after-another]", _one_after_another),
    lifetimes("sequences[pure-after-anything]", _pure_after_anything),
)
"""Every batch of aimed sequences."""
