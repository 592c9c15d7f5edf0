"""The depth of the decode-rollback ring that fits into free memory: the rules of `spec/ring-fit.md`.

When a depth is fitted, and what becomes of it, is told in `serve.py`.
"""

from __future__ import annotations

from typing import Final

from reference.lifetime import Lifetime

DECODE_RING_FIT_LADDER: Final = (8, 4, 2, 1, 0)
"""The depths that a fit may choose, in slots (ring-fit/ladder)."""


def total_reserve(rung: int, reserve_without_ring: int, bytes_per_ring_slot: int, largest_word: int) -> int:
    """The reserve with a ring of `rung` slots, in bytes, product and sum each held at the largest word (ring-fit/saturating)."""
    ring = min(rung * bytes_per_ring_slot, largest_word)
    return min(reserve_without_ring + ring, largest_word)


def fit_decode_ring_slots(
    start_slots: int,
    reserve_without_ring: int,
    bytes_per_ring_slot: int,
    free_mem: int,
    largest_word: int,
) -> int:
    """The deepest rung that is not above the start and fits, in slots (ring-fit/largest-fitting); 0 also when none does (ring-fit/none-fits).

    ring-fit/monotone follows.
    """
    for rung in DECODE_RING_FIT_LADDER:
        if rung <= start_slots and total_reserve(rung, reserve_without_ring, bytes_per_ring_slot, largest_word) <= free_mem:
            return rung
    return 0


class RingFitCalls(Lifetime):
    """The calls of this page."""

    def decode_ring_fit_ladder(self) -> tuple[int, ...]:
        # ring-fit/ladder
        return DECODE_RING_FIT_LADDER

    def fit_decode_ring_slots(self, start_slots: int, reserve_without_ring: int, bytes_per_ring_slot: int, free_mem: int) -> int:
        return fit_decode_ring_slots(start_slots, reserve_without_ring, bytes_per_ring_slot, free_mem, self.largest_word)
