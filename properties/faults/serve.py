"""Ports that start a serve wrongly, or do not decline a rollback: serve/*."""

from __future__ import annotations

from dataclasses import asdict, replace

from properties.faults.fault import fault
from reference import Process
from spec.port import DECODE_ROLLBACK_RING_SLOTS, RESERVE_FULL_VARIABLE, SWITCHES, Decision, Served, ServeFlags

WHEN_GIVEN = "serve/setters-called-when-given"
EXPLICIT_KEPT = "serve/explicit-depth-kept"
FIT_PUBLISHED = "serve/smaller-fit-published"
SAME_DECISION = "serve/same-decision"
DECLINES = "serve/rollback-declines"


def without_switches(flags: ServeFlags) -> ServeFlags:
    """These flags without those of the switches."""
    return ServeFlags(**{**asdict(flags), **{switch.given: None for switch in SWITCHES}})


class _Starts(Process):
    """Starts with flags that it has seen in its own way."""

    def seen(self, flags: ServeFlags) -> ServeFlags:
        return flags

    def start_serve(self, flags: ServeFlags, num_ssm_layers: int, reserve_without_ring: int, bytes_per_ring_slot: int, free_mem: int) -> Served:
        return super().start_serve(self.seen(flags), num_ssm_layers, reserve_without_ring, bytes_per_ring_slot, free_mem)


@fault(WHEN_GIVEN, origin="a flag without default handled as off")
class SetsAFlagThatWasNotGiven(_Starts):
    """Calls the varlen setter with off when the flag is not given."""

    def seen(self, flags: ServeFlags) -> ServeFlags:
        return replace(flags, prefill_varlen_batch=flags.prefill_varlen_batch or False)


@fault(WHEN_GIVEN, origin="a flag parsed and then forgotten")
class ForgetsAFlag(_Starts):
    """Does not call the codispatch setter."""

    def seen(self, flags: ServeFlags) -> ServeFlags:
        return replace(flags, prefill_codispatch=None)


@fault(WHEN_GIVEN, origin="only a true flag acted on")
class ForgetsAFlagThatIsOff(_Starts):
    """Does not call the varlen setter with off."""

    def seen(self, flags: ServeFlags) -> ServeFlags:
        return replace(flags, prefill_varlen_batch=flags.prefill_varlen_batch or None)


@fault(WHEN_GIVEN, origin="an early return for a depth that is left to the fit", from_the_pages=True)
class ReturnsAtAuto(_Starts):
    """Passes over the switches' flags beside `auto`."""

    def seen(self, flags: ServeFlags) -> ServeFlags:
        return without_switches(flags) if flags.ssm_decode_ring_slots == "auto" else flags


@fault(WHEN_GIVEN, origin="a published depth taken to say that the flags were published before", from_the_pages=True)
class PassesOverFlagsOncePublished(_Starts):
    """Calls no setter of a switch where a depth is published."""

    def seen(self, flags: ServeFlags) -> ServeFlags:
        return flags if self.published_decode_ring_slots() is None else without_switches(flags)


@fault(WHEN_GIVEN, origin="a model without SSM layers sent another way", from_the_pages=True)
class PassesOverFlagsWithoutLayers(Process):
    """Calls no setter of a switch where there are no layers."""

    def start_serve(self, flags: ServeFlags, num_ssm_layers: int, reserve_without_ring: int, bytes_per_ring_slot: int, free_mem: int) -> Served:
        seen = flags if num_ssm_layers else without_switches(flags)
        return super().start_serve(seen, num_ssm_layers, reserve_without_ring, bytes_per_ring_slot, free_mem)


@fault(EXPLICIT_KEPT, origin="preflight fits whatever it finds")
class ShrinksAnExplicitDepth(_Starts):
    """Fits an explicit depth as well."""

    def seen(self, flags: ServeFlags) -> ServeFlags:
        return flags

    def start_serve(self, flags: ServeFlags, num_ssm_layers: int, reserve_without_ring: int, bytes_per_ring_slot: int, free_mem: int) -> Served:
        text = flags.ssm_decode_ring_slots
        if text is not None and text != "auto":
            fitted = self.fit_decode_ring_slots(int(text), reserve_without_ring, bytes_per_ring_slot, free_mem)
            flags = replace(flags, ssm_decode_ring_slots=str(fitted))
        return super().start_serve(flags, num_ssm_layers, reserve_without_ring, bytes_per_ring_slot, free_mem)


@fault(EXPLICIT_KEPT, origin="a depth of 0 taken for absence, as a falsy value is in Python and JavaScript")
class FitsOverAnExplicitZero(_Starts):
    """Publishes 1 where 0 was asked for."""

    def seen(self, flags: ServeFlags) -> ServeFlags:
        return replace(flags, ssm_decode_ring_slots="1") if flags.ssm_decode_ring_slots == "0" else flags


@fault(FIT_PUBLISHED, origin="a fit that is computed and logged, not published")
class DoesNotPublishTheFit(Process):
    """Leaves a smaller fit unpublished."""

    def start_serve(self, flags: ServeFlags, num_ssm_layers: int, reserve_without_ring: int, bytes_per_ring_slot: int, free_mem: int) -> Served:
        return super().start_serve(flags, num_ssm_layers, 0, 0, free_mem)


@fault(FIT_PUBLISHED, origin="an off-by-one on the ladder")
class PublishesTheNextRungDown(Process):
    """Publishes a rung less than what fits."""

    def fit_decode_ring_slots(self, start_slots: int, reserve_without_ring: int, bytes_per_ring_slot: int, free_mem: int) -> int:
        return super().fit_decode_ring_slots(start_slots, reserve_without_ring, bytes_per_ring_slot, free_mem)

    def start_serve(self, flags: ServeFlags, num_ssm_layers: int, reserve_without_ring: int, bytes_per_ring_slot: int, free_mem: int) -> Served:
        return super().start_serve(flags, num_ssm_layers, reserve_without_ring, bytes_per_ring_slot * 2, free_mem)


@fault(SAME_DECISION, origin="the reserve given one flag and the allocation two")
class AllocatesWithoutDflash(Process):
    """Leaves dflash out of the allocation's decision."""

    def start_serve(self, flags: ServeFlags, num_ssm_layers: int, reserve_without_ring: int, bytes_per_ring_slot: int, free_mem: int) -> Served:
        served = super().start_serve(flags, num_ssm_layers, reserve_without_ring, bytes_per_ring_slot, free_mem)
        return replace(served, allocated=self.decode_rollback_ring_slots(num_ssm_layers, flags.speculative).slots)


@fault(SAME_DECISION, origin="the reserve taken before the fit")
class ReservesBeforeTheFit(Process):
    """Reserves what was decided before a smaller depth was published."""

    def start_serve(self, flags: ServeFlags, num_ssm_layers: int, reserve_without_ring: int, bytes_per_ring_slot: int, free_mem: int) -> Served:
        before: Decision = self.decode_rollback_ring_slots(num_ssm_layers, flags.speculative or flags.dflash)
        served = super().start_serve(flags, num_ssm_layers, reserve_without_ring, bytes_per_ring_slot, free_mem)
        shrunk = flags.ssm_decode_ring_slots in (None, "auto") and served.published is not None
        return replace(served, reserved=before.slots) if shrunk else served


@fault(SAME_DECISION, origin="C, a count passed on as an unsigned int", from_the_pages=True)
class AllocatesForTheLowHalfOfTheLayers(Process):
    """Allocates for the low half of the number of layers."""

    def start_serve(self, flags: ServeFlags, num_ssm_layers: int, reserve_without_ring: int, bytes_per_ring_slot: int, free_mem: int) -> Served:
        served = super().start_serve(flags, num_ssm_layers, reserve_without_ring, bytes_per_ring_slot, free_mem)
        decision = self.decode_rollback_ring_slots(num_ssm_layers % 2**32, flags.speculative or flags.dflash)
        return replace(served, allocated=decision.slots)


@fault(SAME_DECISION, origin="a variable looked for once", from_the_pages=True)
class RemembersTheReservesVariable(Process):
    """Reserves as the variable of the whole reserve was at the first start."""

    def reset(self) -> None:
        super().reset()
        self.is_full: bool | None = None

    def start_serve(self, flags: ServeFlags, num_ssm_layers: int, reserve_without_ring: int, bytes_per_ring_slot: int, free_mem: int) -> Served:
        served = super().start_serve(flags, num_ssm_layers, reserve_without_ring, bytes_per_ring_slot, free_mem)
        if self.is_full is None:
            self.is_full = self.environment.is_present(RESERVE_FULL_VARIABLE)
        return replace(served, reserved=DECODE_ROLLBACK_RING_SLOTS if self.is_full else served.allocated)


@fault(DECLINES, origin="a rollback that returns to the empty state")
class RollsBackToNothing(Process):
    """Does not decline without snapshots."""

    def rollback_to_boundary(self, num_ssm_layers: int, depth: int) -> str | None:
        return None


@fault(DECLINES, origin="the fallback's name spelled another way")
class DeclinesByAnotherName(Process):
    """Says `no_ssm_snapshot`."""

    def rollback_to_boundary(self, num_ssm_layers: int, depth: int) -> str | None:
        return "no_ssm_snapshot" if super().rollback_to_boundary(num_ssm_layers, depth) else None
