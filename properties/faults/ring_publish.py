"""Ports whose published depth is wrong: ring-publish/*."""

from __future__ import annotations

import time

from properties.faults.fault import fault
from reference import Process
from spec.port import DECODE_ROLLBACK_RING_SLOTS, Decision

RING_FIRST_WRITE = "ring-publish/first-write-wins"
RING_SETTER_RETURNS = "ring-publish/setter-returns-value-in-force"
READING_SETS_NOTHING = "ring-publish/reading-sets-nothing"
UNCHECKED = "ring-publish/unchecked"
RING_RACE = "ring-publish/race"


class _Ring(Process):
    """Keeps the published depth by itself, so that it can be kept wrongly."""

    def reset(self) -> None:
        super().reset()
        self.depth: int | None = None

    def set_decode_ring_slots(self, slots: int) -> int:
        if self.depth is None:
            self.depth = slots
        return self.depth

    def published_decode_ring_slots(self) -> int | None:
        return self.depth


@fault(RING_FIRST_WRITE, origin="a plain assignment")
class LastDepthWins(_Ring):
    """Takes every depth."""

    def set_decode_ring_slots(self, slots: int) -> int:
        self.depth = slots
        return slots


@fault(RING_FIRST_WRITE, origin="a depth of 0 taken for absence, as a falsy value is in Python and JavaScript")
class ZeroCanBeOverwritten(_Ring):
    """Takes a second depth after a 0."""

    def set_decode_ring_slots(self, slots: int) -> int:
        self.depth = self.depth or slots
        return self.depth


@fault(RING_FIRST_WRITE, origin="a depth that may shrink under memory pressure")
class DepthMayShrink(_Ring):
    """Takes a smaller depth later."""

    def set_decode_ring_slots(self, slots: int) -> int:
        self.depth = slots if self.depth is None else min(self.depth, slots)
        return self.depth


@fault(RING_SETTER_RETURNS, origin="a setter that echoes its argument")
class RingSetterEchoes(Process):
    """Tells the argument, whatever is published."""

    def set_decode_ring_slots(self, slots: int) -> int:
        super().set_decode_ring_slots(slots)
        return slots


@fault(RING_SETTER_RETURNS, origin="a setter that tells what was there before")
class RingSetterTellsTheOldDepth(_Ring):
    """Tells 0 for the first write."""

    def set_decode_ring_slots(self, slots: int) -> int:
        first = self.depth is None
        in_force = super().set_decode_ring_slots(slots)
        return 0 if first and slots <= DECODE_ROLLBACK_RING_SLOTS else in_force


@fault(READING_SETS_NOTHING, origin="a cell that every reader initializes")
class DecisionPublishes(_Ring):
    """Publishes the depth that it decides."""

    def decode_rollback_ring_slots(self, num_ssm_layers: int, use_speculative: bool) -> Decision:
        decided = super().decode_rollback_ring_slots(num_ssm_layers, use_speculative)
        if num_ssm_layers > 0:
            self.set_decode_ring_slots(decided.slots)
        return decided


@fault(READING_SETS_NOTHING, origin="a default for what is absent")
class UnpublishedReadsAsTheWholeRing(Process):
    """Tells the whole ring where nothing is published."""

    def published_decode_ring_slots(self) -> int | None:
        published = super().published_decode_ring_slots()
        return DECODE_ROLLBACK_RING_SLOTS if published is None else published

    def decode_rollback_ring_slots(self, num_ssm_layers: int, use_speculative: bool) -> Decision:
        kept = self._published.get()
        if kept is None:
            watchdogs = self.watchdogs_disabled_from_value(self.environment.text("METRALE_DISABLE_WATCHDOGS"))
            override = self.environment.text("METRALE_SSM_DECODE_RING")
            return self.decode_rollback_ring_slots_with(num_ssm_layers, use_speculative, None, override, watchdogs)
        return super().decode_rollback_ring_slots(num_ssm_layers, use_speculative)


@fault(UNCHECKED, origin="a range check in the wrong place")
class ClampsAtTheSetter(Process):
    """Publishes the whole ring for any deeper one."""

    def set_decode_ring_slots(self, slots: int) -> int:
        return super().set_decode_ring_slots(min(slots, DECODE_ROLLBACK_RING_SLOTS))


@fault(UNCHECKED, origin="a cast of the depth to 32 bits")
class PublishesThirtyTwoBits(Process):
    """Publishes the low half of a word."""

    def set_decode_ring_slots(self, slots: int) -> int:
        return super().set_decode_ring_slots(slots % 2**32)


@fault(RING_RACE, origin="check, then set, without a lock")
class RingChecksThenSets(_Ring):
    """Lets racing setters overtake each other."""

    def set_decode_ring_slots(self, slots: int) -> int:
        if self.depth is None:
            time.sleep(0.001)
            self.depth = slots
            return slots
        return self.depth


@fault(RING_RACE, origin="an answer taken from the argument, the write from whoever came first")
class RacingSetterEchoes(_Ring):
    """Tells its own argument when it lost a race."""

    def set_decode_ring_slots(self, slots: int) -> int:
        lost = self.depth is None
        time.sleep(0.001 if lost else 0)
        in_force = super().set_decode_ring_slots(slots)
        return slots if lost else in_force
