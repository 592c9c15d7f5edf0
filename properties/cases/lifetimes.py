"""All short lifetimes: in a subsystem every sequence of a few operations, across subsystems every pair, each ended by the full set of reads.

A state that a port keeps where it should not shows within a few calls of its making, if every combination is tried; that is done here.
Longer sequences that are aimed at one cell are in `cells.py`.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import permutations, product
from typing import Final

from properties.cases.batch import Batch, Plan
from properties.cases.cutting import Calls, Steps, lifetimes
from properties.cases.operations import (
    ADMISSION_OPERATIONS,
    ADMISSION_READS,
    LOGGING_OPERATIONS,
    LOGGING_READS,
    OPEN_GATES,
    RING_OPERATIONS,
    RING_READS,
)

LONGEST: Final = {"smoke": 3, "ci": 3, "deep": 4}
"""Operations in the longest of the sequences that are complete."""


def every_sequence(operations: Calls, longest: int) -> Iterator[Calls]:
    """Every sequence of up to `longest` of these operations, the shortest first."""
    for length in range(longest + 1):
        yield from product(operations, repeat=length)


def every_pair_across(*subsystems: Calls) -> Iterator[Calls]:
    """Every two operations of different subsystems, in both orders."""
    for first, second in permutations(subsystems, 2):
        yield from product(first, second)


def _ended(operations: Calls, reads: Calls) -> Steps:
    def steps(plan: Plan) -> Iterator[Calls]:
        return (sequence + reads for sequence in every_sequence(operations, LONGEST[plan.profile]))

    return steps


def _logging_from_open_gates(plan: Plan) -> Iterator[Calls]:
    return (OPEN_GATES + sequence + LOGGING_READS for sequence in every_sequence(LOGGING_OPERATIONS, LONGEST[plan.profile]))


def _across(plan: Plan) -> Iterator[Calls]:
    del plan  # the same for every port
    every_read = (*ADMISSION_READS, *RING_READS, *LOGGING_READS)
    return (pair + every_read for pair in every_pair_across(ADMISSION_OPERATIONS, RING_OPERATIONS, LOGGING_OPERATIONS))


SHORT_LIFETIMES: Final[tuple[Batch, ...]] = (
    lifetimes("lifetimes[switches]", _ended(ADMISSION_OPERATIONS, ADMISSION_READS)),
    lifetimes("lifetimes[ring]", _ended(RING_OPERATIONS, RING_READS)),
    lifetimes("lifetimes[logging]", _ended(LOGGING_OPERATIONS, LOGGING_READS)),
    lifetimes("lifetimes[logging-on]", _logging_from_open_gates),
    lifetimes("lifetimes[across]", _across),
)
"""Every batch of short lifetimes."""
