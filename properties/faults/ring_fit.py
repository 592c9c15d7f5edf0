"""Ports that fit the ring wrongly: ring-fit/*."""

from __future__ import annotations

from properties.faults.fault import fault
from reference import Process
from reference.ring_fit import DECODE_RING_FIT_LADDER
from spec.port import DECODE_ROLLBACK_RING_SLOTS

LADDER = "ring-fit/ladder"
LARGEST = "ring-fit/largest-fitting"
SATURATING = "ring-fit/saturating"
NONE_FITS = "ring-fit/none-fits"
MONOTONE = "ring-fit/monotone"


class _Fits(Process):
    """Fits with a test and a ladder of its own."""

    ladder: tuple[int, ...] = DECODE_RING_FIT_LADDER

    def fits(self, rung: int, reserve: int, per_slot: int, free: int) -> bool:
        return min(reserve + rung * per_slot, self.largest_word) <= free

    def may_start(self, rung: int, start: int) -> bool:
        return rung <= start

    def fit_decode_ring_slots(self, start_slots: int, reserve_without_ring: int, bytes_per_ring_slot: int, free_mem: int) -> int:
        for rung in self.ladder:
            if self.may_start(rung, start_slots) and self.fits(rung, reserve_without_ring, bytes_per_ring_slot, free_mem):
                return rung
        return 0


@fault(LARGEST, origin="an exclusive bound where an inclusive one was meant")
class MustLeaveAByteFree(_Fits):
    """Refuses a rung that fits exactly."""

    def fits(self, rung: int, reserve: int, per_slot: int, free: int) -> bool:
        return min(reserve + rung * per_slot, self.largest_word) < free


@fault(LARGEST, origin="an exclusive bound where an inclusive one was meant")
class MustStartAboveTheRung(_Fits):
    """Refuses the rung that equals the start."""

    def may_start(self, rung: int, start: int) -> bool:
        return rung < start


@fault(LARGEST, origin="the ladder walked from the wrong end")
class TakesTheSmallestRung(_Fits):
    """Always answers 0, which fits first."""

    ladder = DECODE_RING_FIT_LADDER[::-1]


@fault(LARGEST, origin="a loop that stops one short")
class ForgetsTheRungOfOne(_Fits):
    """Goes from 2 to 0."""

    ladder = tuple(rung for rung in DECODE_RING_FIT_LADDER if rung != 1)


@fault(LARGEST, origin="the start used for the rungs but not as a bound")
class IgnoresTheStart(_Fits):
    """Answers a rung above the start."""

    def may_start(self, rung: int, start: int) -> bool:
        return True


@fault(LARGEST, origin="the share of one slot forgotten in the total")
class FitsTheRingAlone(_Fits):
    """Leaves the reserve out of the total."""

    def fits(self, rung: int, reserve: int, per_slot: int, free: int) -> bool:
        return reserve <= free and min(rung * per_slot, self.largest_word) <= free and super().fits(rung, 0, per_slot, free)


@fault(LADDER, origin="a ladder of thirds in place of halves")
class HasARungOfSix(_Fits):
    """May answer 6."""

    ladder = tuple(sorted((*DECODE_RING_FIT_LADDER, 6), reverse=True))


@fault(LADDER, MONOTONE, origin="the start taken for a rung when it fits")
class AnswersTheStart(_Fits):
    """Answers the start itself where it fits and is no rung."""

    def fit_decode_ring_slots(self, start_slots: int, reserve_without_ring: int, bytes_per_ring_slot: int, free_mem: int) -> int:
        fitted = super().fit_decode_ring_slots(start_slots, reserve_without_ring, bytes_per_ring_slot, free_mem)
        odd = start_slots < DECODE_ROLLBACK_RING_SLOTS and start_slots not in DECODE_RING_FIT_LADDER
        return start_slots if odd and self.fits(start_slots, reserve_without_ring, bytes_per_ring_slot, free_mem) else fitted


@fault(LADDER, origin="a set in place of a list")
class ShowsTheLadderUpsideDown(Process):
    """Lists the rungs in rising order."""

    def decode_ring_fit_ladder(self) -> tuple[int, ...]:
        return DECODE_RING_FIT_LADDER[::-1]


@fault(SATURATING, MONOTONE, origin="a release build: the total wraps")
class WrapsTheTotal(_Fits):
    """Lets a total beyond a word look small."""

    def fits(self, rung: int, reserve: int, per_slot: int, free: int) -> bool:
        return (reserve + rung * per_slot) % 2**64 <= free


@fault(SATURATING, origin="integers without a size: nothing saturates")
class TotalsWithoutABound(_Fits):
    """Refuses a total beyond a word even where free memory is the largest word."""

    def fits(self, rung: int, reserve: int, per_slot: int, free: int) -> bool:
        return reserve + rung * per_slot <= free


@fault(SATURATING, MONOTONE, origin="the product saturated and the sum forgotten")
class WrapsTheSum(_Fits):
    """Wraps where the sum passes a word."""

    def fits(self, rung: int, reserve: int, per_slot: int, free: int) -> bool:
        return (reserve + min(rung * per_slot, self.largest_word)) % 2**64 <= free


@fault(LARGEST, NONE_FITS, origin="doubles for words: JavaScript's numbers")
class TotalsInDoubles(_Fits):
    """Loses the low bits above 2**53."""

    def fits(self, rung: int, reserve: int, per_slot: int, free: int) -> bool:
        return min(float(reserve) + float(rung) * float(per_slot), float(self.largest_word)) <= float(free)


@fault(NONE_FITS, MONOTONE, origin="a default that looks safe: the smallest ring")
class GivesOneSlotWhenNothingFits(_Fits):
    """Answers 1 where not even the reserve fits."""

    def fit_decode_ring_slots(self, start_slots: int, reserve_without_ring: int, bytes_per_ring_slot: int, free_mem: int) -> int:
        if reserve_without_ring > free_mem:
            return min(1, start_slots)
        return super().fit_decode_ring_slots(start_slots, reserve_without_ring, bytes_per_ring_slot, free_mem)


@fault(NONE_FITS, origin="an error where the listing gives 0")
class FailsWhenNothingFits(_Fits):
    """Raises where not even the reserve fits."""

    def fit_decode_ring_slots(self, start_slots: int, reserve_without_ring: int, bytes_per_ring_slot: int, free_mem: int) -> int:
        if reserve_without_ring > free_mem:
            raise MemoryError
        return super().fit_decode_ring_slots(start_slots, reserve_without_ring, bytes_per_ring_slot, free_mem)
