"""Random lifetimes over everything that a port can be asked, from a seed: short, and near what the rules know.

They are for finding out whether the rules leave a choice. The cases that judge a port are in `cases/`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from random import Random
from typing import Final

from properties.cases.cutting import Calls
from properties.cases.operations import (
    ADMISSION_OPERATIONS,
    ADMISSION_READS,
    LOGGING_OPERATIONS,
    LOGGING_READS,
    QUESTIONS,
    RING_OPERATIONS,
    RING_READS,
    decide,
    publish,
    route,
    set_env,
    shape,
)
from properties.cases.sequences import UNDECODABLE, UNREAD, VARIABLES
from properties.cases.serve import MEMORY, PER_SLOT, PLENTY, RESERVE, RING_TEXTS
from properties.transcript import Script
from spec.port import Call, EnvironmentValue, ServeFlags

LONGEST: Final = 12
VALUES: Final[tuple[EnvironmentValue, ...]] = (None, "", "0", "1", "true", "TRUE", " 1", "1 ", "2", "01", "\u00a01", "\u200b1", "yes", *UNDECODABLE)
WORDS: Final = (0, 1, 2, 3, 7, 8, 9, 2**32, 2**63, 2**64 - 1)
U32: Final = (0, 1, 2, 3, 65537, 2**31, 2**32 - 1)
OPERATIONS: Final = (ADMISSION_OPERATIONS, RING_OPERATIONS, LOGGING_OPERATIONS)
CLOSING: Final = (ADMISSION_READS, RING_READS, LOGGING_READS)


def random_lifetimes(number: int, seed: int = 0) -> Iterator[Script]:
    """So many lifetimes, the same ones for the same seed."""
    return (Script(f"random lifetime {at}", lifetime(Random(f"{seed}/{at}"))) for at in range(number))  # noqa: S311 - nothing secret


def lifetime(random: Random) -> Calls:
    """A few calls, mostly of one subsystem, and at times its closing reads; at most one serve."""
    favourite = random.randrange(len(OPERATIONS))
    calls = [one_call(random, favourite) for _ in range(random.randint(1, LONGEST))]
    if random.random() < 0.2:
        calls.insert(random.randint(0, len(calls)), serve(random))
    if random.random() < 0.1:
        calls.insert(random.randint(0, len(calls)), race(random))
    if random.random() < 0.5:
        calls.extend(CLOSING[favourite])
    return tuple(calls)


def one_call(random: Random, favourite: int) -> Call:
    """A call of the favourite subsystem, an operation as enumerated lifetimes have it, or one with arguments of any kind."""
    if random.random() < 0.6:
        return random.choice(OPERATIONS[favourite])
    return random.choice(ANY_KIND)(random)


def serve(random: Random) -> Call:
    """A start of a serve with flags and memory of any kind."""
    given = (None, False, True)
    flags = ServeFlags(random.choice(given), random.choice(given), random.choice(RING_TEXTS), random.random() < 0.3, random.random() < 0.3)
    return Call("start_serve", (flags, random.choice((0, 1, 4)), RESERVE, PER_SLOT, random.choice((PLENTY, *MEMORY))))


def race(random: Random) -> Call:
    """A race of a few calls."""
    cells = [one for one in (*ADMISSION_OPERATIONS, *RING_OPERATIONS) if one.method != "set_env"]
    return Call("race", (tuple(random.choice(cells) for _ in range(random.randint(2, 5))),))


def pure(random: Random) -> Call:
    """A pure call between the others, which must have no effect."""
    return random.choice(
        (
            Call("bool_value_enabled", (random.choice((None, "", "1", "true", " 1")),)),
            Call("parse_decode_ring_slots", (random.choice(("auto", "0", "+8", "9", "x")),)),
            Call("fit_decode_ring_slots", tuple(random.choice(WORDS) for _ in range(4))),
            Call("rollback_to_boundary", (random.choice(WORDS), random.choice(WORDS))),
        )
    )


ANY_KIND: Final[tuple[Callable[[Random], Call], ...]] = (
    lambda random: set_env(random.choice((*VARIABLES, *UNREAD)), random.choice(VALUES)),
    lambda random: random.choice(QUESTIONS),
    lambda random: publish(random.choice(WORDS)),
    lambda random: decide(random.choice(WORDS), random.random() < 0.5),
    lambda random: random.choice((shape, route))(random.choice("ab"), random.choice(("gemm", "")), *(random.choice(U32) for _ in range(3))),
    pure,
    lambda random: random.choice(random.choice(OPERATIONS)),
)
