"""Start-ups of a serve: the command line crossed with the variables, the memory and what was in force before, each followed by the full set of reads.

The text for the ring's depth is one that the command line takes: what a serve does with another is not specified.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import asdict, replace
from itertools import permutations, product
from typing import Final

from properties.cases.batch import Batch, Plan
from properties.cases.cutting import Calls, lifetimes, long_scripts
from properties.cases.fit_boundaries import RUNGS
from properties.cases.operations import ADMISSION_READS, RING_READS, TOO_DEEP, decide, publish, read, set_env, write
from spec.port import RESERVE_FULL_VARIABLE, RING_VARIABLE, SWITCHES, WATCHDOGS_VARIABLE, Call, EnvironmentValue, ServeFlags

SERVE_READS: Final[Calls] = (*RING_READS, *ADMISSION_READS)

NO_FLAGS: Final = ServeFlags(None, None, None, False, False)
AUTO: Final = replace(NO_FLAGS, ssm_decode_ring_slots="auto")
"""The ring fitted to memory: with its flag left out, a port may have a depth of its own."""

RESERVE: Final = 100
PER_SLOT: Final = 10
MEMORY: Final = (RESERVE - 1, RESERVE, *(RESERVE + rung * PER_SLOT + short for rung in RUNGS[-2::-1] for short in (-1, 0)))
"""Free memory in bytes: nothing fits; nothing but the reserve does; each rung just does not, and just does."""

PLENTY: Final = RESERVE + 1_000 * PER_SLOT
RING_TEXTS: Final = (None, "auto", "0", "1", "3", str(RUNGS[0]), "+2", "007")
ENVIRONMENTS: Final[tuple[tuple[EnvironmentValue, EnvironmentValue], ...]] = (
    (None, None),
    ("0", None),
    ("1", None),
    ("2", "1"),
    (None, "1"),
    ("1", "1"),
)
"""The override and the watchdogs, for every rung of the decision."""

SPECULATIVE: Final = ((False, False), (True, False), (False, True), (True, True))


def start(flags: ServeFlags, free: int = PLENTY, *, layers: int = 4, reserve: int = RESERVE, per_slot: int = PER_SLOT) -> Call:
    """The call that starts a serve; memory in bytes."""
    return Call("start_serve", (flags, layers, reserve, per_slot, free))


def with_switches(flags: ServeFlags, values: tuple[bool | None, ...]) -> ServeFlags:
    """These flags, with those of the switches in their order."""
    given = zip((switch.given for switch in SWITCHES), values, strict=True)
    return ServeFlags(**{**asdict(flags), **dict(given)})


def _flags(plan: Plan) -> Iterator[Calls]:
    """Every combination of the switches' flags, over every state of their variables, over what was in force before and over the other flags."""
    del plan  # the same for every port
    given = tuple(product((None, True, False), repeat=len(SWITCHES)))
    for values, variables in product(given, product((None, "1"), repeat=len(SWITCHES))):
        changes = tuple(set_env(switch.variable, value) for switch, value in zip(SWITCHES, variables, strict=True) if value is not None)
        flags = with_switches(NO_FLAGS, values)
        for speculative, dflash in SPECULATIVE:
            yield (*changes, start(replace(flags, speculative=speculative, dflash=dflash)), *SERVE_READS)
        yield (*changes, *map(read, SWITCHES), start(flags), *SERVE_READS)
        for enabled in (False, True):
            yield (*changes, *(write(switch, enabled) for switch in SWITCHES), start(flags), *SERVE_READS)
            yield (*changes, start(flags), *(write(switch, enabled) for switch in SWITCHES), *SERVE_READS)
    for values, text, layers, before in product(given, (None, "auto", "3"), (0, 4), ((), (publish(1),))):
        flags = replace(with_switches(NO_FLAGS, values), ssm_decode_ring_slots=text)
        yield (*before, start(flags, layers=layers), *SERVE_READS)


def _ring(plan: Plan) -> Iterator[Calls]:
    """Every text for the ring's depth, speculative or not, with every decision of the environment and every memory."""
    del plan  # the same for every port
    for text, (speculative, dflash), (override, watchdogs), free in product(RING_TEXTS[:6], SPECULATIVE[:3], ENVIRONMENTS, (PLENTY, *MEMORY)):
        changes = tuple(set_env(name, value) for name, value in ((RING_VARIABLE, override), (WATCHDOGS_VARIABLE, watchdogs)) if value is not None)
        yield (*changes, start(ServeFlags(None, None, text, speculative, dflash), free), *RING_READS)


def _published_before(plan: Plan) -> Iterator[Calls]:
    """A depth published before the start, whatever the command line and the memory say; and one published after it."""
    del plan  # the same for every port
    for depth, text, free in product((0, 1, 3, RUNGS[0], TOO_DEEP), (None, "auto", "0", "2", str(RUNGS[0])), (PLENTY, *MEMORY[:5])):
        flags = ServeFlags(None, None, text, False, False)
        yield (publish(depth), start(flags, free), *RING_READS)
        yield (start(flags, free), publish(depth), *RING_READS)


def _edges(plan: Plan) -> Iterator[Calls]:
    """No layers, and many; every speculation; words at their end; the whole reserve, asked for and taken back; what is read before and behind."""
    largest = 2**plan.word_bits - 1
    many = (2**8, 2**16, 2**31, 2**32, 2**63)
    for text, (speculative, dflash), layers in product(RING_TEXTS, SPECULATIVE, (0, 1, *(one for one in many if one < largest), largest)):
        yield (start(ServeFlags(None, None, text, speculative, dflash), layers=layers), *SERVE_READS)
        yield (start(ServeFlags(None, None, text, speculative, dflash), MEMORY[4], layers=layers), *SERVE_READS)
    sizes = (0, 1, largest // RUNGS[0], largest // RUNGS[0] + 1, largest)
    for reserve, per_slot, free in product((0, 1, largest), sizes, (0, 1, largest - 1, largest)):
        yield (start(AUTO, free, reserve=reserve, per_slot=per_slot), *RING_READS)
    values: tuple[EnvironmentValue, ...] = ("1", "0", "", b"\xff")
    for value, text, free in product(values, (None, "auto", "3"), (PLENTY, *MEMORY)):
        yield (set_env(RESERVE_FULL_VARIABLE, value), start(ServeFlags(None, None, text, False, False), free), *RING_READS)
    for free in (PLENTY, *MEMORY):
        yield (set_env(RESERVE_FULL_VARIABLE, "1"), set_env(RESERVE_FULL_VARIABLE, None), start(AUTO, free), *RING_READS)
    for speculative in (False, True):
        yield (decide(1, speculative), *SERVE_READS, start(AUTO, MEMORY[4]), *SERVE_READS)
    for before, behind in permutations(ENVIRONMENTS, 2):
        yield (*_variables(before), start(AUTO), *_variables(behind), *RING_READS)


def _variables(values: tuple[EnvironmentValue, EnvironmentValue]) -> Calls:
    return tuple(set_env(name, value) for name, value in zip((RING_VARIABLE, WATCHDOGS_VARIABLE), values, strict=True))


def _twice(plan: Plan) -> Iterator[Calls]:
    """Two starts in a process: the second finds the cells as the first left them, and does for itself all that they leave to do."""
    del plan  # the same for every port
    given = tuple(product((None, True, False), repeat=len(SWITCHES)))
    for first, second in product(given, repeat=2):
        yield (start(with_switches(NO_FLAGS, first)), start(with_switches(NO_FLAGS, second)), *SERVE_READS)
    memory = (PLENTY, MEMORY[0], MEMORY[3], MEMORY[5])
    for texts, frees, speculative in product(product((None, "auto", "3"), repeat=2), product(memory, repeat=2), product((False, True), repeat=2)):
        starts = (start(ServeFlags(None, None, text, one, False), free) for text, free, one in zip(texts, frees, speculative, strict=True))
        yield (*starts, *RING_READS)
    for values, text, free in product(permutations(("1", None), 2), ("auto", "3"), memory):
        started = start(replace(AUTO, ssm_decode_ring_slots=text), free)
        yield tuple(call for value in values for call in (set_env(RESERVE_FULL_VARIABLE, value), started))


def _rollbacks(plan: Plan) -> Iterator[Calls]:
    for layers, depth in product((0, 1, 2, 2**31, 2**plan.word_bits - 1), (0, 1, RUNGS[0], TOO_DEEP, 2**31, 2**plan.word_bits - 1)):
        yield (Call("rollback_to_boundary", (layers, depth)),)


SERVE: Final[tuple[Batch, ...]] = (
    lifetimes("serve[flags]", _flags, needs=("start_serve",)),
    lifetimes("serve[ring]", _ring, needs=("start_serve",)),
    lifetimes("serve[published-before]", _published_before, needs=("start_serve",)),
    lifetimes("serve[edges]", _edges, needs=("start_serve",)),
    lifetimes("serve[twice]", _twice, needs=("start_serve",)),
    long_scripts("serve[rollbacks]", _rollbacks, needs=("rollback_to_boundary",)),
)
"""Every batch of start-ups."""
