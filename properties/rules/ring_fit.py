"""ring-fit/*: the largest rung of the ladder that fits into free memory.

Each call has one guard of its value: `none-fits` where not even rung 0 fits, else `saturating` where a product or sum passes the largest word, else
`largest-fitting`. An answer that is no rung at all is `ladder`'s alone.
"""

from __future__ import annotations

from itertools import pairwise
from typing import Final

from properties.rules.lifetime import Lifetime
from properties.rules.rule import Bound, Exactly, Expectation, Judgements, Such, call_rule, lifetime_rule

METHOD: Final = "fit_decode_ring_slots"
LADDER: Final = (8, 4, 2, 1, 0)
RUNGS: Final = Such(f"a rung of the ladder: {', '.join(map(str, LADDER))}", LADDER.__contains__, must_answer=False)


def passes_a_word(start: int, reserve: int, per_slot: int, largest_word: int) -> bool:
    """Whether the exact total of some rung that may be chosen is above the largest word: the first such rung has the largest total."""
    for rung in LADDER:
        if rung <= start:
            return reserve + rung * per_slot > largest_word
    return False


def largest(start: int, reserve: int, per_slot: int, free: int, largest_word: int) -> int:
    """The largest rung not above `start` whose saturated total is at most `free`; 0 where there is none."""
    all_fit = free == largest_word  # no saturated total is above it
    for rung in LADDER:
        if rung <= start and (all_fit or reserve + rung * per_slot <= free):
            return rung
    return 0


def no_rung(answer: object) -> bool:
    """Whether an answer is off the ladder, which is `ladder`'s to blame."""
    return answer not in LADDER


RIGHT: Final = {rung: Exactly(rung, no_rung) for rung in LADDER}
"""What to expect where a rung is right. Made once: this is asked more often than all the rest."""

RIGHT_IF_ANY_TOTAL_IS: Final = {rung: Exactly(rung, no_rung, frozenset({"ring-fit/largest-fitting"})) for rung in LADDER}
"""What to expect where a total passes a word: a port that cannot choose among smaller totals either breaks `largest-fitting`."""

NONE_UNLESS_WRAPPED: Final = Exactly(0, no_rung, frozenset({"ring-fit/saturating"}))
"""What to expect where nothing fits but a wrapped total would."""


@call_rule("ring-fit/ladder", "decode_ring_fit_ladder")
def ladder() -> Expectation:
    """The rungs, in falling order."""
    return Exactly(LADDER)


@call_rule("ring-fit/ladder", METHOD)
def on_the_ladder(
    start_slots: int,  # noqa: ARG001 - this rule asks nothing of the arguments
    reserve_without_ring: int,  # noqa: ARG001 - as above
    bytes_per_ring_slot: int,  # noqa: ARG001 - as above
    free_mem: int,  # noqa: ARG001 - as above
) -> Expectation:
    """Whatever is asked, a rung is answered."""
    return RUNGS


@call_rule("ring-fit/largest-fitting", METHOD)
def largest_fitting(start_slots: int, reserve_without_ring: int, bytes_per_ring_slot: int, free_mem: int, *, largest_word: int) -> Expectation | None:
    """Where rung 0 fits and no total passes a word."""
    if reserve_without_ring > free_mem or passes_a_word(start_slots, reserve_without_ring, bytes_per_ring_slot, largest_word):
        return None
    return RIGHT[largest(start_slots, reserve_without_ring, bytes_per_ring_slot, free_mem, largest_word)]


@call_rule("ring-fit/saturating", METHOD)
def saturating(start_slots: int, reserve_without_ring: int, bytes_per_ring_slot: int, free_mem: int, *, largest_word: int) -> Expectation | None:
    """Where rung 0 fits and a total passes a word."""
    if reserve_without_ring > free_mem or not passes_a_word(start_slots, reserve_without_ring, bytes_per_ring_slot, largest_word):
        return None
    return RIGHT_IF_ANY_TOTAL_IS[largest(start_slots, reserve_without_ring, bytes_per_ring_slot, free_mem, largest_word)]


@call_rule("ring-fit/none-fits", METHOD)
def none_fits(start_slots: int, reserve_without_ring: int, bytes_per_ring_slot: int, free_mem: int, *, largest_word: int) -> Expectation | None:
    """Where the reserve alone is above free memory."""
    if reserve_without_ring <= free_mem:
        return None
    wraps = passes_a_word(start_slots, reserve_without_ring, bytes_per_ring_slot, largest_word)
    return NONE_UNLESS_WRAPPED if wraps else RIGHT[0]


@lifetime_rule("ring-fit/monotone", (METHOD,))
def monotone(lifetime: Lifetime) -> Judgements:
    """Of two calls, one after the other, that differ in one argument: more start or free never gives less, more reserve or bytes never more.

    Where the first gave 0 or the first rung, nothing that is on the ladder is less or more.
    """
    for (at, (start, reserve, per_slot, free), slots), (index, (start_now, reserve_now, per_slot_now, free_now), _) in pairwise(lifetime.fits):
        if (start != start_now) + (reserve != reserve_now) + (per_slot != per_slot_now) + (free != free_now) == 1:
            if start_now > start or reserve_now < reserve or per_slot_now < per_slot or free_now > free:
                if slots > 0:
                    yield index, Bound(at, slots)
            elif slots < LADDER[0]:
                yield index, Bound(at, 0, slots)
