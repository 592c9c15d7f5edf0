"""Ports whose published depth is wrong as a cell: ring-publish/*. What is decided by it is in `ring_decision.py`."""

from __future__ import annotations

import time

from properties.faults.fault import fault
from reference import Process
from spec.port import DECODE_ROLLBACK_RING_SLOTS, RING_VARIABLE, Decision

FIRST_WRITE = "ring-publish/first-write-wins"
SETTER_RETURNS = "ring-publish/setter-returns-value-in-force"
READING_SETS_NOTHING = "ring-publish/reading-sets-nothing"
UNCHECKED = "ring-publish/unchecked"
RING_RACE = "ring-publish/race"


@fault(FIRST_WRITE, origin="an atomic fetch_max in place of a compare-and-set", from_the_pages=True)
class DeepestDepthWins(Process):
    """Lets a deeper depth replace the one in force."""

    def reset(self) -> None:
        super().reset()
        self.deepest: int | None = None

    def set_decode_ring_slots(self, slots: int) -> int:
        self.deepest = slots if self.deepest is None else max(self.deepest, slots)
        return self.deepest

    def published_decode_ring_slots(self) -> int | None:
        return self.deepest


@fault(FIRST_WRITE, origin="a cell that stays open until somebody has used what is in it", from_the_pages=True)
class DepthOpenUntilADecision(Process):
    """Takes every depth until a published one was decided with."""

    def reset(self) -> None:
        super().reset()
        self.depth: int | None = None
        self.is_closed = False

    def set_decode_ring_slots(self, slots: int) -> int:
        if self.depth is None or not self.is_closed:
            self.depth = slots
        return self.depth

    def published_decode_ring_slots(self) -> int | None:
        return self.depth

    def decode_rollback_ring_slots(self, num_ssm_layers: int, use_speculative: bool) -> Decision:
        self.is_closed = self.depth is not None
        return super().decode_rollback_ring_slots(num_ssm_layers, use_speculative)


@fault(SETTER_RETURNS, origin='"effective depth" read as the smaller of what is asked and what is there', from_the_pages=True)
class SmallerOfAskedAndInForce(Process):
    """Answers a refused depth when that is the smaller one; the cell is right."""

    def set_decode_ring_slots(self, slots: int) -> int:
        return min(slots, super().set_decode_ring_slots(slots))


@fault(READING_SETS_NOTHING, origin="a memo of the decision that is kept in the cell once it has proved stable", from_the_pages=True)
class SecondEqualDecisionPublishes(Process):
    """Publishes the depth of a decision without a reason when the decision before it was the same."""

    def reset(self) -> None:
        super().reset()
        self.last: Decision | None = None

    def decode_rollback_ring_slots(self, num_ssm_layers: int, use_speculative: bool) -> Decision:
        decision = super().decode_rollback_ring_slots(num_ssm_layers, use_speculative)
        if num_ssm_layers and decision.skip_reason is None and decision == self.last:
            self.set_decode_ring_slots(decision.slots)
        self.last = decision
        return decision


@fault(READING_SETS_NOTHING, origin="get_or_init copied from the switches, variable and all", from_the_pages=True)
class GetterPublishesTheOverride(Process):
    """Publishes the whole ring or 0 when the published depth is asked for while the variable forces one."""

    def published_decode_ring_slots(self) -> int | None:
        forced = {"1": DECODE_ROLLBACK_RING_SLOTS, "0": 0}.get(self.environment.text(RING_VARIABLE) or "")
        return super().published_decode_ring_slots() if forced is None else self.set_decode_ring_slots(forced)


@fault(UNCHECKED, origin="the largest 32-bit number as the mark of an empty cell, from a time of 32-bit slots", from_the_pages=True)
class LargestOfThirtyTwoBitsIsEmpty(Process):
    """Takes 2**32 - 1 for an empty cell: such a depth is answered, and not published."""

    def set_decode_ring_slots(self, slots: int) -> int:
        published = self.published_decode_ring_slots()
        if slots == 2**32 - 1:
            return slots if published is None else published
        return super().set_decode_ring_slots(slots)


@fault(UNCHECKED, origin="C#, Convert.ToInt64 that saturates, for want of an unsigned Interlocked", from_the_pages=True)
class DepthHeldAtTheLargestSignedWord(Process):
    """Cuts a depth down to the largest signed word."""

    def set_decode_ring_slots(self, slots: int) -> int:
        return super().set_decode_ring_slots(min(slots, self.largest_word // 2))


@fault(RING_RACE, origin="a decision that reads the cell once for the reason and once for the depth", from_the_pages=True)
class DecisionThatReadsTheCellTwice(Process):
    """Gives, to a decision that a depth overtakes, that depth with the reason for none."""

    def decode_rollback_ring_slots(self, num_ssm_layers: int, use_speculative: bool) -> Decision:
        decision = super().decode_rollback_ring_slots(num_ssm_layers, use_speculative)
        if num_ssm_layers == 0 or decision.skip_reason is None:
            return decision
        time.sleep(0.001)
        published = self.published_decode_ring_slots()
        return decision if published is None else Decision(published, decision.skip_reason)
