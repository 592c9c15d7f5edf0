"""Ports that decide the ring's depth wrongly, or explain it wrongly: ring-decision/*. The override's text is in `truth.py`."""

from __future__ import annotations

from properties.faults.fault import fault
from reference import Process
from spec.port import DECODE_ROLLBACK_RING_SLOTS, RING_VARIABLE, Decision

NO_LAYERS = "ring-decision/no-layers"
PUBLISHED = "ring-decision/published"
OVERRIDE = "ring-decision/override"
SKIP = "ring-decision/implicit-skip"
DEFAULT = "ring-decision/default"
REASON = "ring-decision/reason"
EACH_TIME = "ring-decision/environment-each-time"


@fault(NO_LAYERS, origin="a quick way out under speculation, put above the question about layers", from_the_pages=True)
class SpeculationAsksForAPublishedDepthFirst(Process):
    """Gives the published depth to a model without layers when decoding is speculative."""

    def decode_rollback_ring_slots_with(
        self, num_ssm_layers: int, use_speculative: bool, published: int | None, ring_override: str | None, watchdogs_disabled: bool
    ) -> Decision:
        if use_speculative and published is not None:
            return Decision(published, None)
        return super().decode_rollback_ring_slots_with(num_ssm_layers, use_speculative, published, ring_override, watchdogs_disabled)


@fault(NO_LAYERS, REASON, origin="a reason for every depth of 0, so that the log is complete", from_the_pages=True)
class AbsenceOfLayersGivenAsAReason(Process):
    """Says `no ssm layers` on a model that has none."""

    def decode_rollback_ring_slots_with(
        self, num_ssm_layers: int, use_speculative: bool, published: int | None, ring_override: str | None, watchdogs_disabled: bool
    ) -> Decision:
        if num_ssm_layers == 0:
            return Decision(0, "no ssm layers")
        return super().decode_rollback_ring_slots_with(num_ssm_layers, use_speculative, published, ring_override, watchdogs_disabled)


@fault(PUBLISHED, origin="a verifier that can go back eight tokens and no more", from_the_pages=True)
class PublishedDepthCutUnderSpeculation(Process):
    """Cuts a published depth down to the whole ring when decoding is speculative, and keeps it otherwise."""

    def decode_rollback_ring_slots_with(
        self, num_ssm_layers: int, use_speculative: bool, published: int | None, ring_override: str | None, watchdogs_disabled: bool
    ) -> Decision:
        if use_speculative and published is not None:
            published = min(published, DECODE_ROLLBACK_RING_SLOTS)
        return super().decode_rollback_ring_slots_with(num_ssm_layers, use_speculative, published, ring_override, watchdogs_disabled)


@fault(OVERRIDE, origin="a sum of votes: two against the ring, one for it", from_the_pages=True)
class OverrideOutvotedByBoth(Process):
    """Skips the ring in spite of the override `1` when decoding is speculative and the watchdogs are disabled."""

    def decode_rollback_ring_slots_with(
        self, num_ssm_layers: int, use_speculative: bool, published: int | None, ring_override: str | None, watchdogs_disabled: bool
    ) -> Decision:
        if use_speculative and watchdogs_disabled and ring_override == "1":
            ring_override = None
        return super().decode_rollback_ring_slots_with(num_ssm_layers, use_speculative, published, ring_override, watchdogs_disabled)


@fault(SKIP, origin="one snapshot kept for a restart by hand, where no watchdog does it", from_the_pages=True)
class OneSlotKeptWithoutWatchdogs(Process):
    """Gives depth 1 and the reason when the watchdogs are disabled."""

    def decode_rollback_ring_slots_with(
        self, num_ssm_layers: int, use_speculative: bool, published: int | None, ring_override: str | None, watchdogs_disabled: bool
    ) -> Decision:
        decision = super().decode_rollback_ring_slots_with(num_ssm_layers, use_speculative, published, ring_override, watchdogs_disabled)
        return Decision(1, decision.skip_reason) if decision.skip_reason == "watchdogs disabled" else decision


@fault(DEFAULT, origin="a budget of snapshots for all layers together", from_the_pages=True)
class HalfARingForManyLayers(Process):
    """Gives depth 4 in place of the default from 128 layers on."""

    def decode_rollback_ring_slots_with(
        self, num_ssm_layers: int, use_speculative: bool, published: int | None, ring_override: str | None, watchdogs_disabled: bool
    ) -> Decision:
        decision = super().decode_rollback_ring_slots_with(num_ssm_layers, use_speculative, published, ring_override, watchdogs_disabled)
        is_default = published is None and ring_override not in {"0", "1"} and decision.slots == DECODE_ROLLBACK_RING_SLOTS
        return Decision(4, None) if is_default and num_ssm_layers >= 128 else decision


@fault(REASON, EACH_TIME, origin="C++, an object for the answer that is filled again and never cleared", from_the_pages=True)
class ReasonOfTheSkipBefore(Process):
    """Gives the reason of the last skip to a later depth of 0 that has none."""

    def reset(self) -> None:
        super().reset()
        self.reason: str | None = None

    def decode_rollback_ring_slots(self, num_ssm_layers: int, use_speculative: bool) -> Decision:
        decision = super().decode_rollback_ring_slots(num_ssm_layers, use_speculative)
        self.reason = decision.skip_reason or self.reason
        return Decision(0, self.reason) if num_ssm_layers and decision.slots == 0 else decision


@fault(EACH_TIME, origin="a memo whose key was written before the watchdogs were added", from_the_pages=True)
class MemoWithoutWatchdogsInItsKey(Process):
    """Remembers decisions by all that they depend on but the watchdogs."""

    def reset(self) -> None:
        super().reset()
        self.memo: dict[tuple[int, bool, int | None, str | None], Decision] = {}

    def decode_rollback_ring_slots(self, num_ssm_layers: int, use_speculative: bool) -> Decision:
        key = (num_ssm_layers, use_speculative, self.published_decode_ring_slots(), self.environment.text(RING_VARIABLE))
        decision = super().decode_rollback_ring_slots(num_ssm_layers, use_speculative)
        return self.memo.setdefault(key, decision)
