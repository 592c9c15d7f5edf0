"""Ports that fit the ring wrongly, by their arithmetic or by their search: ring-fit/*."""

from __future__ import annotations

from properties.faults.fault import fault
from reference import Process
from reference.ring_fit import DECODE_RING_FIT_LADDER

LADDER = "ring-fit/ladder"
LARGEST = "ring-fit/largest-fitting"
SATURATING = "ring-fit/saturating"
NONE_FITS = "ring-fit/none-fits"
MONOTONE = "ring-fit/monotone"


class _Fit(Process):
    """Goes down the ladder as the rules say, with a test of its own for what fits."""

    def fits(self, rung: int, reserve: int, of_a_slot: int, free: int) -> bool:
        """Whether a ring of this depth fits, all in bytes but the depth."""
        return min(reserve + min(rung * of_a_slot, self.largest_word), self.largest_word) <= free

    def fit_decode_ring_slots(self, start_slots: int, reserve_without_ring: int, bytes_per_ring_slot: int, free_mem: int) -> int:
        rungs = (rung for rung in DECODE_RING_FIT_LADDER if rung <= start_slots)
        return next((rung for rung in rungs if self.fits(rung, reserve_without_ring, bytes_per_ring_slot, free_mem)), 0)


@fault(LADDER, origin="JavaScript, a shared array that the search shifts its rungs from", from_the_pages=True)
class LadderUsedUpByAFit(_Fit):
    """Shows, after a fit, only the rungs that the fit did not pass over."""

    def reset(self) -> None:
        super().reset()
        self.rungs: tuple[int, ...] = DECODE_RING_FIT_LADDER

    def decode_ring_fit_ladder(self) -> tuple[int, ...]:
        return self.rungs

    def fit_decode_ring_slots(self, start_slots: int, reserve_without_ring: int, bytes_per_ring_slot: int, free_mem: int) -> int:
        fitted = super().fit_decode_ring_slots(start_slots, reserve_without_ring, bytes_per_ring_slot, free_mem)
        self.rungs = tuple(rung for rung in self.rungs if rung <= fitted)
        return fitted


@fault(LARGEST, origin="the loop's last step written by hand, with < in it", from_the_pages=True)
class LastSlotMustLeaveAByte(_Fit):
    """Fits depth 1 only where it leaves a byte free."""

    def fits(self, rung: int, reserve: int, of_a_slot: int, free: int) -> bool:
        is_tight = rung == 1 and min(reserve + of_a_slot, self.largest_word) == free
        return super().fits(rung, reserve, of_a_slot, free) and not is_tight


@fault(LARGEST, MONOTONE, origin="Go, uint32(start), since a depth is small", from_the_pages=True)
class StartKeptInThirtyTwoBits(_Fit):
    """Keeps the low 32 bits of the start, so that 2**32 is a start of 0."""

    def fit_decode_ring_slots(self, start_slots: int, reserve_without_ring: int, bytes_per_ring_slot: int, free_mem: int) -> int:
        return super().fit_decode_ring_slots(start_slots & 0xFFFFFFFF, reserve_without_ring, bytes_per_ring_slot, free_mem)


@fault(LARGEST, NONE_FITS, MONOTONE, origin="a query of free memory that answers 0 where it fails", from_the_pages=True)
class NoFreeMemoryTakenForUnknown(_Fit):
    """Takes free memory of 0 for memory that could not be found out, and lets everything fit."""

    def fits(self, rung: int, reserve: int, of_a_slot: int, free: int) -> bool:
        return free == 0 or super().fits(rung, reserve, of_a_slot, free)


@fault(LARGEST, origin="Java, Math.multiplyExact whose overflow becomes Long.MAX_VALUE", from_the_pages=True)
class ProductHeldAtTheLargestSignedWord(_Fit):
    """Holds the product at the largest signed word, below the largest word."""

    def fits(self, rung: int, reserve: int, of_a_slot: int, free: int) -> bool:
        product = min(rung * of_a_slot, self.largest_word // 2)
        return min(reserve + product, self.largest_word) <= free


@fault(SATURATING, origin="Rust, saturating_mul followed by checked_add", from_the_pages=True)
class OverflowOfTheSumNeverFits(_Fit):
    """Saturates the product, and lets a sum of more than a word fit nowhere."""

    def fits(self, rung: int, reserve: int, of_a_slot: int, free: int) -> bool:
        return reserve + min(rung * of_a_slot, self.largest_word) <= free


@fault(NONE_FITS, origin="an assertion that the search has found a rung", from_the_pages=True)
class CrashWhereNothingFits(_Fit):
    """Crashes where not even rung 0 fits, unless the start is 0."""

    def fit_decode_ring_slots(self, start_slots: int, reserve_without_ring: int, bytes_per_ring_slot: int, free_mem: int) -> int:
        if start_slots and reserve_without_ring > free_mem:
            raise OverflowError("the reserve is larger than free memory")
        return super().fit_decode_ring_slots(start_slots, reserve_without_ring, bytes_per_ring_slot, free_mem)


@fault(LADDER, MONOTONE, origin="C, -1 for `not found` in an unsigned answer", from_the_pages=True)
class MinusOneWhereNothingFits(_Fit):
    """Answers the largest word where not even rung 0 fits."""

    def fit_decode_ring_slots(self, start_slots: int, reserve_without_ring: int, bytes_per_ring_slot: int, free_mem: int) -> int:
        if reserve_without_ring > free_mem:
            return self.largest_word
        return super().fit_decode_ring_slots(start_slots, reserve_without_ring, bytes_per_ring_slot, free_mem)
