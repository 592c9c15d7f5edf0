"""Ports that decide wrongly on the ring's depth: ring-decision/*."""

from __future__ import annotations

from properties.faults.fault import fault
from reference import Process
from spec.port import DECODE_ROLLBACK_RING_SLOTS, RING_VARIABLE, WATCHDOGS_VARIABLE, Decision, Served, ServeFlags

NO_LAYERS = "ring-decision/no-layers"
PUBLISHED = "ring-decision/published"
OVERRIDE = "ring-decision/override"
SKIP = "ring-decision/implicit-skip"
DEFAULT = "ring-decision/default"
REASON = "ring-decision/reason"
EACH_TIME = "ring-decision/environment-each-time"


class _Decides(Process):
    """Decides from arguments that it has seen in its own way."""

    def decide(self, layers: int, speculative: bool, published: int | None, override: str | None, watchdogs: bool) -> Decision:
        return super().decode_rollback_ring_slots_with(layers, speculative, published, override, watchdogs)

    def decode_rollback_ring_slots_with(
        self, num_ssm_layers: int, use_speculative: bool, published: int | None, ring_override: str | None, watchdogs_disabled: bool
    ) -> Decision:
        return self.decide(num_ssm_layers, use_speculative, published, ring_override, watchdogs_disabled)


@fault(NO_LAYERS, origin="the first condition left out")
class DecidesWithoutLayers(_Decides):
    """Gives a ring to a model without SSM layers."""

    def decide(self, layers: int, speculative: bool, published: int | None, override: str | None, watchdogs: bool) -> Decision:
        return super().decide(1, speculative, published, override, watchdogs)


@fault(NO_LAYERS, origin="the published depth asked first")
class PublishedGoesBeforeNoLayers(_Decides):
    """Gives the published depth to a model without SSM layers."""

    def decide(self, layers: int, speculative: bool, published: int | None, override: str | None, watchdogs: bool) -> Decision:
        return Decision(published, None) if published is not None else super().decide(layers, speculative, published, override, watchdogs)


@fault(NO_LAYERS, origin="a cast of the layer count to 32 bits")
class CountsLayersInThirtyTwoBits(_Decides):
    """Takes 2**32 layers for none."""

    def decide(self, layers: int, speculative: bool, published: int | None, override: str | None, watchdogs: bool) -> Decision:
        return super().decide(layers % 2**32, speculative, published, override, watchdogs)


@fault(NO_LAYERS, origin="Java's long, which has a sign, and a count of layers that is none where it is not above 0")
class CountsLayersWithASign(_Decides):
    """Takes 2**63 layers and more for none."""

    def decide(self, layers: int, speculative: bool, published: int | None, override: str | None, watchdogs: bool) -> Decision:
        return super().decide(0 if layers >= 2**63 else layers, speculative, published, override, watchdogs)


@fault(PUBLISHED, origin="a depth of 0 taken for absence, as a falsy value is in Python and JavaScript")
class PublishedZeroIsAbsent(_Decides):
    """Goes on to the override where 0 is published."""

    def decide(self, layers: int, speculative: bool, published: int | None, override: str | None, watchdogs: bool) -> Decision:
        return super().decide(layers, speculative, published or None, override, watchdogs)


@fault(PUBLISHED, origin="a range check in the wrong place")
class ClampsThePublishedDepth(_Decides):
    """Gives the whole ring for a deeper published depth."""

    def decide(self, layers: int, speculative: bool, published: int | None, override: str | None, watchdogs: bool) -> Decision:
        return super().decide(layers, speculative, None if published is None else min(published, DECODE_ROLLBACK_RING_SLOTS), override, watchdogs)


@fault(PUBLISHED, origin="the override asked before the published depth")
class OverrideGoesBeforePublished(_Decides):
    """Lets the variable win over a published depth."""

    def decide(self, layers: int, speculative: bool, published: int | None, override: str | None, watchdogs: bool) -> Decision:
        return super().decide(layers, speculative, None if override in ("0", "1") else published, override, watchdogs)


@fault(PUBLISHED, origin="the implicit skip asked first")
class SkipGoesBeforePublished(_Decides):
    """Skips the ring under speculative decode whatever is published."""

    def decide(self, layers: int, speculative: bool, published: int | None, override: str | None, watchdogs: bool) -> Decision:
        skips = layers > 0 and speculative and published is not None
        return Decision(0, "speculative decode active") if skips else super().decide(layers, speculative, published, override, watchdogs)


@fault(OVERRIDE, origin="the implicit skip asked before the override")
class SkipGoesBeforeOverride(_Decides):
    """Skips the ring with watchdogs disabled though the override forces it."""

    def decide(self, layers: int, speculative: bool, published: int | None, override: str | None, watchdogs: bool) -> Decision:
        return super().decide(layers, speculative, published, None if speculative or watchdogs else override, watchdogs)


@fault(OVERRIDE, origin="the variable's digit taken for the depth")
class OverrideOneIsOneSlot(_Decides):
    """Forces one slot."""

    def decide(self, layers: int, speculative: bool, published: int | None, override: str | None, watchdogs: bool) -> Decision:
        forced = layers > 0 and published is None and override == "1"
        return Decision(1, None) if forced else super().decide(layers, speculative, published, override, watchdogs)


@fault(SKIP, origin="and in place of or")
class SkipsOnlyWhenBoth(_Decides):
    """Skips only when speculative decode and disabled watchdogs come together."""

    def decide(self, layers: int, speculative: bool, published: int | None, override: str | None, watchdogs: bool) -> Decision:
        return super().decide(layers, speculative and watchdogs, published, override, speculative and watchdogs)


@fault(SKIP, origin="a condition forgotten")
class IgnoresTheWatchdogs(_Decides):
    """Keeps the ring with watchdogs disabled."""

    def decide(self, layers: int, speculative: bool, published: int | None, override: str | None, watchdogs: bool) -> Decision:
        return super().decide(layers, speculative, published, override, False)


@fault(SKIP, origin="a condition forgotten")
class IgnoresSpeculativeDecode(_Decides):
    """Keeps the ring under speculative decode."""

    def decide(self, layers: int, speculative: bool, published: int | None, override: str | None, watchdogs: bool) -> Decision:
        return super().decide(layers, speculative and watchdogs, published, override, watchdogs)


@fault(DEFAULT, origin="half the ring to save memory")
class DefaultsToHalfTheRing(_Decides):
    """Gives 4 slots by default."""

    def decide(self, layers: int, speculative: bool, published: int | None, override: str | None, watchdogs: bool) -> Decision:
        by_default = layers > 0 and published is None and override not in ("0", "1") and not speculative and not watchdogs
        return Decision(4, None) if by_default else super().decide(layers, speculative, published, override, watchdogs)


@fault(DEFAULT, origin="the ring switched on by its variable only")
class NeedsTheOverride(_Decides):
    """Gives no ring by default."""

    def decide(self, layers: int, speculative: bool, published: int | None, override: str | None, watchdogs: bool) -> Decision:
        by_default = layers > 0 and published is None and override is None and not speculative and not watchdogs
        return Decision(0, None) if by_default else super().decide(layers, speculative, published, override, watchdogs)


@fault(REASON, origin="the two conditions asked in the other order")
class WatchdogsGoBeforeSpeculative(_Decides):
    """Names the watchdogs where speculative decode is active as well."""

    def decide(self, layers: int, speculative: bool, published: int | None, override: str | None, watchdogs: bool) -> Decision:
        return super().decide(layers, speculative and not watchdogs, published, override, watchdogs)


@fault(REASON, origin="a reason of its own wording")
class WordsTheReasonItsOwnWay(_Decides):
    """Says `speculative decoding active`."""

    def decide(self, layers: int, speculative: bool, published: int | None, override: str | None, watchdogs: bool) -> Decision:
        right = super().decide(layers, speculative, published, override, watchdogs)
        return Decision(right.slots, right.skip_reason and right.skip_reason.replace("decode", "decoding"))


@fault(REASON, origin="a reason for every depth of 0, to be helpful")
class GivesAReasonForEveryZero(_Decides):
    """Says why a published or forced 0 is 0."""

    def decide(self, layers: int, speculative: bool, published: int | None, override: str | None, watchdogs: bool) -> Decision:
        right = super().decide(layers, speculative, published, override, watchdogs)
        asked_for = right == Decision(0, None) and layers > 0 and not speculative and not watchdogs
        return Decision(0, "depth 0 requested") if asked_for else right


class _KeepsAVariable(Process):
    """Reads one variable at the first decision and keeps it."""

    variable = ""

    def reset(self) -> None:
        super().reset()
        self._kept: tuple[str | None] | None = None

    def decode_rollback_ring_slots(self, num_ssm_layers: int, use_speculative: bool) -> Decision:
        if self._kept is None:
            self._kept = (self.environment.text(self.variable),)
        now = {name: self.environment.text(name) for name in (RING_VARIABLE, WATCHDOGS_VARIABLE)}
        now[self.variable] = self._kept[0]
        return self.decode_rollback_ring_slots_with(
            num_ssm_layers,
            use_speculative,
            self.published_decode_ring_slots(),
            now[RING_VARIABLE],
            self.watchdogs_disabled_from_value(now[WATCHDOGS_VARIABLE]),
        )


@fault(EACH_TIME, origin="a lazy static around the variable")
class KeepsTheOverride(_KeepsAVariable):
    """Decides by the override that it read first."""

    variable = RING_VARIABLE


@fault(EACH_TIME, origin="a lazy static around the variable")
class KeepsTheWatchdogs(_KeepsAVariable):
    """Decides by the watchdog variable that it read first."""

    variable = WATCHDOGS_VARIABLE


@fault(EACH_TIME, origin="a configuration of the serve, which the decision asks from then on", from_the_pages=True)
class KeepsTheOverrideOfAStart(_KeepsAVariable):
    """Decides after a start by the override that the start has read."""

    variable = RING_VARIABLE

    def start_serve(self, flags: ServeFlags, num_ssm_layers: int, reserve_without_ring: int, bytes_per_ring_slot: int, free_mem: int) -> Served:
        self._kept = None
        self.started = True
        return super().start_serve(flags, num_ssm_layers, reserve_without_ring, bytes_per_ring_slot, free_mem)

    def reset(self) -> None:
        super().reset()
        self.started = False

    def decode_rollback_ring_slots(self, num_ssm_layers: int, use_speculative: bool) -> Decision:
        if not self.started:
            self._kept = None
        return super().decode_rollback_ring_slots(num_ssm_layers, use_speculative)
