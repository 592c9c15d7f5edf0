"""Laws of `spec/ring-fit.md`, over every word of each of the four arguments.

That a fit is the largest rung is said twice: by the rule's own predicate, and in three parts that choose nothing and so have no branch in common with
whatever searches the ladder.
"""

from __future__ import annotations

from properties.contracts.kept import for_words, kept
from properties.contracts.subject import are_words, largest_word, pure
from properties.rules import ring_fit
from properties.rules.rule import Bound


def the_ladder_is_that_of_the_rule() -> bool:
    """ring-fit/ladder.

    post: _
    """
    return kept(ring_fit.ladder, pure().decode_ring_fit_ladder)


def a_fit_is_a_rung(start: int, reserve: int, per_slot: int, free: int) -> bool:
    """ring-fit/ladder.

    pre: are_words(start, reserve, per_slot, free)
    post: _
    """
    return kept(ring_fit.on_the_ladder, pure().fit_decode_ring_slots, start, reserve, per_slot, free)


def a_fit_is_the_largest_rung_up_to_the_start_that_fits(start: int, reserve: int, per_slot: int, free: int) -> bool:
    """ring-fit/largest-fitting.

    pre: are_words(start, reserve, per_slot, free)
    post: _
    """
    return kept(for_words(ring_fit.largest_fitting), pure().fit_decode_ring_slots, start, reserve, per_slot, free)


def saturated_total(rung: int, reserve: int, per_slot: int) -> int:
    """The total of a rung in bytes, as the page has it."""
    return min(reserve + rung * per_slot, largest_word())


def a_fit_is_not_above_the_start(start: int, reserve: int, per_slot: int, free: int) -> bool:
    """ring-fit/largest-fitting.

    pre: are_words(start, reserve, per_slot, free)
    post: _
    """
    return pure().fit_decode_ring_slots(start, reserve, per_slot, free) <= start


def a_fit_above_0_fits(start: int, reserve: int, per_slot: int, free: int) -> bool:
    """ring-fit/largest-fitting, ring-fit/saturating, ring-fit/none-fits.

    pre: are_words(start, reserve, per_slot, free)
    post: _
    """
    fit = pure().fit_decode_ring_slots(start, reserve, per_slot, free)
    return fit == 0 or saturated_total(fit, reserve, per_slot) <= free


def no_rung_between_a_fit_and_the_start_fits(start: int, reserve: int, per_slot: int, free: int) -> bool:
    """ring-fit/largest-fitting, ring-fit/saturating.

    pre: are_words(start, reserve, per_slot, free)
    post: _
    """
    fit = pure().fit_decode_ring_slots(start, reserve, per_slot, free)
    return all(saturated_total(rung, reserve, per_slot) > free for rung in ring_fit.LADDER if fit < rung <= start)


def a_total_above_the_largest_word_counts_as_the_largest_word(start: int, reserve: int, per_slot: int, free: int) -> bool:
    """ring-fit/saturating.

    pre: are_words(start, reserve, per_slot, free)
    post: _
    """
    return kept(for_words(ring_fit.saturating), pure().fit_decode_ring_slots, start, reserve, per_slot, free)


def a_fit_is_0_where_the_reserve_alone_is_above_free_memory(start: int, reserve: int, per_slot: int, free: int) -> bool:
    """ring-fit/none-fits.

    pre: are_words(start, reserve, per_slot, free)
    post: _
    """
    return kept(for_words(ring_fit.none_fits), pure().fit_decode_ring_slots, start, reserve, per_slot, free)


def a_higher_start_never_gives_a_smaller_fit(start: int, higher: int, reserve: int, per_slot: int, free: int) -> bool:
    """ring-fit/monotone.

    pre: are_words(start, higher, reserve, per_slot, free) and start <= higher
    post: _
    """
    less = pure().fit_decode_ring_slots(start, reserve, per_slot, free)
    return Bound(0, at_least=less).accepts(pure().fit_decode_ring_slots(higher, reserve, per_slot, free))


def a_higher_reserve_never_gives_a_larger_fit(start: int, reserve: int, higher: int, per_slot: int, free: int) -> bool:
    """ring-fit/monotone.

    pre: are_words(start, reserve, higher, per_slot, free) and reserve <= higher
    post: _
    """
    more = pure().fit_decode_ring_slots(start, reserve, per_slot, free)
    return Bound(0, at_most=more).accepts(pure().fit_decode_ring_slots(start, higher, per_slot, free))


def more_bytes_a_slot_never_give_a_larger_fit(start: int, reserve: int, per_slot: int, higher: int, free: int) -> bool:
    """ring-fit/monotone.

    pre: are_words(start, reserve, per_slot, higher, free) and per_slot <= higher
    post: _
    """
    more = pure().fit_decode_ring_slots(start, reserve, per_slot, free)
    return Bound(0, at_most=more).accepts(pure().fit_decode_ring_slots(start, reserve, higher, free))


def more_free_memory_never_gives_a_smaller_fit(start: int, reserve: int, per_slot: int, free: int, higher: int) -> bool:
    """ring-fit/monotone.

    pre: are_words(start, reserve, per_slot, free, higher) and free <= higher
    post: _
    """
    less = pure().fit_decode_ring_slots(start, reserve, per_slot, free)
    return Bound(0, at_least=less).accepts(pure().fit_decode_ring_slots(start, reserve, per_slot, higher))
