"""What a batch of cases is to the door: a name, and where its scripts come from.

The list of batches is in `batches.py`; the door runs each as one pytest item, so that pytest-xdist can share them out.
Nothing here knows a rule or makes a call.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import Literal, TypeAlias

from properties.transcript import Script

Profile: TypeAlias = Literal["smoke", "ci", "deep"]


@dataclass(frozen=True, slots=True)
class Plan:
    """What the cases need to know of a run: how much is wanted, what the port offers, and what asking it costs.

    `word_bits` is the port's word size; `cost_per_call` and `cost_per_start`, of a lifetime more, are measured, in seconds, and are 0.0 where they
    do not matter; `seed` is 0 except in the deep profile.
    """

    profile: Profile
    word_bits: int
    methods: frozenset[str]
    cost_per_call: float
    cost_per_start: float
    seed: int


Put: TypeAlias = Callable[[Script], bool | None]
"""Puts one script to the port, has the judge look at what comes back, and says whether a rule was broken; None where it was not put any more."""


@dataclass(frozen=True, slots=True)
class Batch:
    """Cases that are known before the first answer: `scripts` yields them, smallest first, and is read lazily.

    `notice` gives the sentence that the verdict shows where this plan left cases out, None where it did not. `chance` is for cases that find
    something by chance alone: it gives the sentence on what the verdict rests on, for the number of lifetimes that were put.
    """

    name: str
    scripts: Callable[[Plan], Iterator[Script]]
    notice: Callable[[Plan], str | None] | None = None
    chance: Callable[[int], str] | None = None


@dataclass(frozen=True, slots=True)
class DrivenBatch:
    """Cases that are chosen by what the port has answered so far, as a Hypothesis machine or a race that is tried up to a bound.

    `drive` may answer sentences that the verdict shows; `notice` is as in `Batch`. With `bounds_itself` it is not broken off when a port takes longer
    than a run may: it asks next to nothing, and what takes long in it is not the port.
    """

    name: str
    drive: Callable[[Plan, Put], Iterable[str] | None]
    notice: Callable[[Plan], str | None] | None = None
    bounds_itself: bool = False


AnyBatch: TypeAlias = Batch | DrivenBatch
