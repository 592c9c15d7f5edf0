"""Races: calls let go at once in a fresh process, over each cell and over all three, then the full set of reads.

Who wins is not specified, so a race is judged by whether the racers agree; a port that is wrong only sometimes is caught only with luck, which is
why there are thousands. The bound on the time can end them early on a slow port and changes no verdict on a right one.

There are two batches, each with a time of its own, so that a port which is slow to start gets its share of both. One lets few threads go, as many as
there may be processors to run them, and has each cell raced in every process. The other lets thirty-two go, so that some are stopped within a call.

Measured on 2026-11-30 with a Rust port whose setters look at the cell and then write it, in ci runs on two busy processors: what was found, of runs.

    threads of the driver            batches         switches/race   ring-publish/race
    woken one by one by a barrier    many                2 of 10             2 of 10
    woken one by one by a barrier    few and many        0 of 6              2 of 6
    awake, as the page has it        many                4 of 4              1 of 4
    awake, as the page has it        few and many        8 of 10            10 of 10

So it is how the driver starts them that counts most. The two runs that missed the switch had been thinned to 230 processes a batch, which races no
longer are.
"""

from __future__ import annotations

import time
from collections.abc import Iterable, Iterator
from itertools import chain, count, cycle, islice, takewhile
from random import Random
from typing import Final, NamedTuple

from properties.cases.batch import Batch, Plan
from properties.cases.cutting import Calls
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
FEW_THREADS: Final = (2, 4)

ROUNDS: Final = {"smoke": 60, "ci": 3_000, "deep": 30_000}
"""Processes in each of the batches. They are not thinned: time alone ends them early, and the verdict says how many there were."""

LONGEST_SECONDS: Final = {"smoke": 2.0, "ci": 20.0, "deep": 200.0}
LONGEST_SECONDS_OF_FEW: Final = {"smoke": 1.0, "ci": 10.0, "deep": 100.0}
"""No process is begun after so long."""

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


WRITERS: Final = frozenset(call.method for call in (*(write(switch, True) for switch in SWITCHES), publish(0)))


def contested(races: Iterable[Race]) -> tuple[Race, ...]:
    """Those that can settle a cell in two ways: it is written in them, and no call settled it before. With few threads the others come to nothing.

    Nor is a question in them: it settles other cells than the one that is raced, and what it left of them would be laid to the race that comes next.
    """
    unsettled = (race for race in races if all(call.method == "set_env" for call in race.opening) and not set(race.racers) & set(QUESTIONS))
    return tuple(race for race in unsettled if any(call.method in WRITERS for call in race.racers))


CONTESTED: Final = (*((contested(races_of(switch)), read(switch)) for switch in SWITCHES), (contested(RING_RACES), PUBLISHED))
"""For each cell the races over it in which few take part, and the call that reads it."""


def racers_of(race: Race, threads: int, number: int) -> Calls:
    """So many of its racers, of each as many as can be; which they are where there are more, and their order, is another at each number."""
    racers = list(islice(cycle(race.racers), max(threads, len(race.racers))))
    Random(number).shuffle(racers)  # noqa: S311 - the order in which threads start, nothing secret
    return tuple(racers[:threads])


def raced(race: Race, threads: int, number: int) -> Calls:
    """What comes before the race, and the race."""
    return (*race.opening, Call("race", (racers_of(race, threads, number),)))


def script_of(race: Race, number: int) -> Script:
    """The process of one race of many threads."""
    return Script(f"races[{race.what}]", (*raced(race, THREADS, number), *CLOSING))


def script_of_few(number: int) -> Script:
    """A process in which each cell is raced by few threads, one cell after the other: which is first, and which race it is, goes round.

    A cell is read before the next is raced, so that what a race left in it is not laid to another.
    """
    threads = FEW_THREADS[number % len(FEW_THREADS)]
    over_each = [(*raced(races[number // len(FEW_THREADS) % len(races)], threads, number), reading) for races, reading in CONTESTED]
    first = number % len(over_each)
    return Script(f"races[{threads} threads]", (*chain(*over_each[first:], *over_each[:first]), *CLOSING))


def _until(seconds: float, plan: Plan, scripts: Iterator[Script]) -> Iterator[Script]:
    """As many as there are to be, none of them begun after so long; none on a port that cannot race."""
    if "race" not in plan.methods:
        return iter(())
    until = time.monotonic() + seconds
    return takewhile(lambda _: time.monotonic() <= until, islice(scripts, ROUNDS[plan.profile]))


def _few(plan: Plan) -> Iterator[Script]:
    return _until(LONGEST_SECONDS_OF_FEW[plan.profile], plan, map(script_of_few, count(plan.seed)))


def _many(plan: Plan) -> Iterator[Script]:
    return _until(LONGEST_SECONDS[plan.profile], plan, map(script_of, cycle(RACES), count(plan.seed)))


def _chance(number: int, what: str) -> str:
    return f"what holds in races holds with some probability: {number:,} {what}, and a rarer mistake goes unseen"


def _chance_of_few(number: int) -> str:
    each = " or ".join(map(str, FEW_THREADS))
    return _chance(number, f"processes had each cell that they offer raced by {each} threads")


def _chance_of_many(number: int) -> str:
    return _chance(number, f"of them were run, of {THREADS} threads each")


RACE_BATCHES: Final = (Batch("races[few]", _few, chance=_chance_of_few), Batch("races[many]", _many, chance=_chance_of_many))
"""The batches of races."""
