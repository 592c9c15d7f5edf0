"""Races: thirty-two calls let go at once in a fresh process, over each cell and over all three, then the full set of reads.

Who wins is not specified, so a race is judged by whether the racers agree; a port that is wrong only sometimes is caught only with luck, which is
why there are thousands. The bound on the time can end them early on a slow port and changes no verdict on a right one.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from itertools import cycle, islice
from random import Random
from typing import Final, NamedTuple

from properties.cases.batch import Batch, Plan
from properties.cases.cutting import Calls, notice, stride_of_lifetimes
from properties.cases.operations import (
    ADMISSION_READS,
    CHUNK_ZERO,
    PUBLISHED,
    QUESTIONS,
    RING_READS,
    TOO_DEEP,
    decide,
    publish,
    read,
    set_env,
    write,
)
from properties.transcript import Script
from spec.port import DECODE_ROLLBACK_RING_SLOTS, RING_VARIABLE, SWITCHES, Call, Switch

THREADS: Final = 32
ROUNDS: Final = {"smoke": 3_000, "ci": 3_000, "deep": 30_000}
"""Races in all, before thinning."""

LONGEST_SECONDS: Final = {"smoke": 2.0, "ci": 20.0, "deep": 200.0}
"""No race is begun after so long."""

CLOSING: Final[Calls] = (*map(read, SWITCHES), PUBLISHED, *ADMISSION_READS, *RING_READS)


class Race(NamedTuple):
    """What comes before, who takes part (repeated in turn until there are enough), and a word on what it is for."""

    opening: Calls
    racers: Calls
    what: str


def races_of(switch: Switch) -> tuple[Race, ...]:
    """The races over one switch."""
    on, off = write(switch, True), write(switch, False)
    variable_on = set_env(switch.variable, "1")
    return (
        Race((), (on, off), "two flags"),
        Race((), (off, read(switch), on, read(switch)), "flags and reads"),
        Race((variable_on,), (off, read(switch)), "a flag against the variable"),
        Race((), (on, read(switch)), "a flag against no variable"),
        Race((variable_on,), (read(switch),), "reads alone"),
        Race((), (read(switch),), "reads of nothing"),
        Race((variable_on,), (off, CHUNK_ZERO, read(switch)), "a flag, a question and reads"),
        Race((off,), (on, read(switch)), "after a flag"),
        Race((variable_on, read(switch)), (off, read(switch), on), "after a read"),
    )


RING_RACES: Final = (
    Race((), tuple(map(publish, range(THREADS))), "every depth"),
    Race((), (publish(0), publish(1)), "two depths"),
    Race((), (publish(3), PUBLISHED, publish(DECODE_ROLLBACK_RING_SLOTS), PUBLISHED), "depths and reads"),
    Race((), (publish(5), decide(1, False), publish(2), decide(1, True), PUBLISHED), "depths and decisions"),
    Race((set_env(RING_VARIABLE, "0"),), (publish(TOO_DEEP), decide(1, False)), "a depth against the override"),
    Race((), (decide(1, False), PUBLISHED, decide(1, True)), "decisions that publish nothing"),
    Race((publish(4),), (publish(7), PUBLISHED, decide(1, True)), "after a depth"),
)

EVERYTHING: Final[Calls] = (
    *(write(switch, enabled) for enabled in (True, False) for switch in SWITCHES),
    *map(read, SWITCHES),
    *QUESTIONS,
    *map(publish, (0, 6)),
    PUBLISHED,
    decide(1, False),
    decide(1, True),
)

ALL_CELLS: Final = (
    Race((), EVERYTHING, "everything"),
    Race(tuple(set_env(switch.variable, "1") for switch in SWITCHES), EVERYTHING, "everything, with the variables on"),
    Race(tuple(set_env(switch.variable, "1") for switch in SWITCHES), (*QUESTIONS, *map(read, SWITCHES)), "questions and reads"),
    Race((), (*QUESTIONS, *(write(switch, True) for switch in SWITCHES)), "questions and flags"),
)

RACES: Final = (*ALL_CELLS, *(race for switch in SWITCHES for race in races_of(switch)), *RING_RACES)


def script_of(race: Race, number: int) -> Script:
    """The process of one race. Its racers stand in another order at each number."""
    racers = list(islice(cycle(race.racers), THREADS))
    Random(number).shuffle(racers)  # noqa: S311 - the order in which threads start, nothing secret
    return Script(f"races[{race.what}]", (*race.opening, Call("race", (tuple(racers),)), *CLOSING))


def rounds(plan: Plan) -> int:
    """How many races are run, at least one of each."""
    return max(len(RACES), ROUNDS[plan.profile] // stride_of_lifetimes(plan))


def _scripts(plan: Plan) -> Iterator[Script]:
    if "race" not in plan.methods:
        return
    until = time.monotonic() + LONGEST_SECONDS[plan.profile]
    for number, race in enumerate(islice(cycle(RACES), rounds(plan)), start=plan.seed):
        if time.monotonic() > until:
            return
        yield script_of(race, number)


def _chance(number: int) -> str:
    return f"what holds in races holds with some probability: {number:,} of them were run, of {THREADS} threads each, and a rarer mistake goes unseen"


RACE_BATCHES: Final = (Batch("races", _scripts, lambda plan: notice(plan, stride_of_lifetimes(plan), "races", plan.cost_per_start), _chance),)
"""The batch of races."""
