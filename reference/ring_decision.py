"""The depth that the decode-rollback ring gets, and why it gets none: the rules of `spec/ring-decision.md`.

A depth that free memory allows is chosen in `ring_fit.py`.
"""

from __future__ import annotations

from reference.ring_publish import RingPublishCalls
from reference.truth import TruthCalls, ring_forced_by
from spec.port import DECODE_ROLLBACK_RING_SLOTS, RING_VARIABLE, WATCHDOGS_VARIABLE, Decision


def decode_rollback_ring_slots_with(
    num_ssm_layers: int,
    use_speculative: bool,
    published: int | None,
    ring_override: str | None,
    watchdogs_disabled: bool,
) -> Decision:
    """The ring's depth in slots, and a reason where it was left out without anybody asking (every rule of ring-decision, highest first)."""
    if num_ssm_layers == 0:
        return Decision(0, None)
    if published is not None:
        return Decision(published, None)
    forced = ring_forced_by(ring_override)
    if forced is not None:
        return Decision(DECODE_ROLLBACK_RING_SLOTS if forced else 0, None)
    if use_speculative:
        return Decision(0, "speculative decode active")
    if watchdogs_disabled:
        return Decision(0, "watchdogs disabled")
    return Decision(DECODE_ROLLBACK_RING_SLOTS, None)


class RingDecisionCalls(RingPublishCalls, TruthCalls):
    """The calls of this page."""

    def decode_rollback_ring_slots_with(
        self,
        num_ssm_layers: int,
        use_speculative: bool,
        published: int | None,
        ring_override: str | None,
        watchdogs_disabled: bool,
    ) -> Decision:
        return decode_rollback_ring_slots_with(num_ssm_layers, use_speculative, published, ring_override, watchdogs_disabled)

    def decode_rollback_ring_slots(self, num_ssm_layers: int, use_speculative: bool) -> Decision:
        # read at every call: ring-decision/environment-each-time
        watchdogs_disabled = self.watchdogs_disabled_from_value(self.environment.text(WATCHDOGS_VARIABLE))
        ring_override = self.environment.text(RING_VARIABLE)
        published = self.published_decode_ring_slots()
        return self.decode_rollback_ring_slots_with(num_ssm_layers, use_speculative, published, ring_override, watchdogs_disabled)
