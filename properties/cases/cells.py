"""For each cell with its variable, a test suite that is complete for ports with up to so many extra states: the W-method.

The rules make a small machine of a cell. A suite of the W-method brings a port into each of its states, takes every further way of some length,
and then tells the states apart; a port whose cell is a machine with at most so many states more than the rule's and that answers all of it rightly
answers every sequence of these inputs rightly. What is here are the inputs, the ways to the states and what tells them apart; that they do is
shown by the project's own tests.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from properties.cases.batch import Batch, Plan
from properties.cases.cutting import Calls, lifetimes
from properties.cases.lifetimes import every_sequence
from properties.cases.operations import CHUNK_ZERO, DEBUG_OFF, DEBUG_ON, PUBLISHED, TOO_DEEP, decide, publish, read, route, set_env, shape, write
from spec.port import RING_VARIABLE, SHAPE_LOG_VARIABLE, SWITCHES, Switch

EXTRA_STATES: Final = {"smoke": 2, "ci": 2, "deep": 3}
"""How many states more than the rule's a port may have for the suite to be complete."""


@dataclass(frozen=True, slots=True)
class Cell:
    """A cell as a machine: its inputs, a way to each of its states, and sequences of which some one tells any two states apart."""

    name: str
    inputs: Calls
    ways: tuple[Calls, ...]
    separators: tuple[Calls, ...]


def suite(cell: Cell, extra_states: int) -> tuple[Calls, ...]:
    """The suite, the shortest sequences first, without those that are the beginning of another."""
    middles = tuple(every_sequence(cell.inputs, extra_states + 1))
    tests = dict.fromkeys(way + middle + separator for middle in middles for way in cell.ways for separator in cell.separators)
    beginnings = {test[:length] for test in tests for length in range(len(test))}
    return tuple(sorted((test for test in tests if test not in beginnings), key=len))


def switch_cell(switch: Switch) -> Cell:
    """A switch: unresolved with its variable on or not, resolved to on, resolved to off."""
    on, off = set_env(switch.variable, "1"), set_env(switch.variable, "0")
    take_on, take_off = write(switch, True), write(switch, False)
    return Cell(
        switch.name,
        inputs=(take_on, take_off, read(switch), CHUNK_ZERO, on, off),
        ways=((), (on,), (take_on,), (take_off,)),
        separators=((read(switch),), (take_on,), (take_off,)),
    )


def ring_cell() -> Cell:
    """The published depth: unpublished with the override at 0 or not, published as 0, published as more than the ring has."""
    forced, free = set_env(RING_VARIABLE, "0"), set_env(RING_VARIABLE, None)
    return Cell(
        "ring",
        inputs=(publish(0), publish(TOO_DEEP), PUBLISHED, decide(1, False), forced, free),
        ways=((), (forced,), (publish(0),), (publish(TOO_DEEP),)),
        separators=((PUBLISHED,), (decide(1, False),)),
    )


def shape_cell() -> Cell:
    """One shape on one backend: not yet reported, with each gate open or not; reported."""
    on, off = set_env(SHAPE_LOG_VARIABLE, "1"), set_env(SHAPE_LOG_VARIABLE, "0")
    ask_shape, ask_route = shape("one", "gemm", 1, 2, 3), route("one", "gemm", 1, 2, 3)
    return Cell(
        "shape-log",
        inputs=(DEBUG_ON, DEBUG_OFF, on, off, ask_shape, ask_route),
        ways=((), (DEBUG_ON,), (on,), (DEBUG_ON, on), (on, ask_shape)),
        separators=((ask_shape,), (ask_route,), (on, ask_shape)),
    )


CELLS: Final = (*map(switch_cell, SWITCHES), ring_cell(), shape_cell())


def _batch(cell: Cell) -> Batch:
    def steps(plan: Plan) -> Iterator[Calls]:
        return iter(suite(cell, EXTRA_STATES[plan.profile]))

    return lifetimes(f"cells[{cell.name}]", steps)


CELL_SUITES: Final[tuple[Batch, ...]] = tuple(map(_batch, CELLS))
"""A batch for each cell."""
