"""Ports that put the parts together wrongly when a serve starts, or roll back without a snapshot: serve/*."""

from __future__ import annotations

from dataclasses import replace

from properties.faults.fault import fault
from reference import Process
from spec.port import CODISPATCH_VARIABLE, DECODE_ROLLBACK_RING_SLOTS, RESERVE_FULL_VARIABLE, Served, ServeFlags

SETTERS = "serve/setters-called-when-given"
EXPLICIT = "serve/explicit-depth-kept"
SMALLER_FIT = "serve/smaller-fit-published"
SAME_DECISION = "serve/same-decision"
ROLLBACK = "serve/rollback-declines"


@fault(SETTERS, origin="a guard that publishes the flags once a process", from_the_pages=True)
class SwitchFlagsOfTheFirstStartAlone(Process):
    """Publishes the flags of the switches at the first start and at no later one, though they be unresolved."""

    def reset(self) -> None:
        super().reset()
        self.is_started = False

    def start_serve(self, flags: ServeFlags, num_ssm_layers: int, reserve_without_ring: int, bytes_per_ring_slot: int, free_mem: int) -> Served:
        if self.is_started:
            flags = replace(flags, prefill_codispatch=None, prefill_varlen_batch=None)
        self.is_started = True
        return super().start_serve(flags, num_ssm_layers, reserve_without_ring, bytes_per_ring_slot, free_mem)


@fault(SETTERS, origin="Python or Node, a flag handed on through the environment, for worker processes", from_the_pages=True)
class FlagWrittenIntoTheEnvironment(Process):
    """Sets the variable of codispatch to the flag's value in place of calling the setter."""

    def start_serve(self, flags: ServeFlags, num_ssm_layers: int, reserve_without_ring: int, bytes_per_ring_slot: int, free_mem: int) -> Served:
        if flags.prefill_codispatch is not None:
            self.set_env(CODISPATCH_VARIABLE, "1" if flags.prefill_codispatch else "0")
        rest = replace(flags, prefill_codispatch=None)
        return super().start_serve(rest, num_ssm_layers, reserve_without_ring, bytes_per_ring_slot, free_mem)


@fault(SETTERS, origin="a pair of flags that were exclusive once", from_the_pages=True)
class VarlenFlagDroppedUnderDflash(Process):
    """Ignores the flag of varlen when DFlash is given, and heeds it otherwise."""

    def start_serve(self, flags: ServeFlags, num_ssm_layers: int, reserve_without_ring: int, bytes_per_ring_slot: int, free_mem: int) -> Served:
        if flags.dflash:
            flags = replace(flags, prefill_varlen_batch=None)
        return super().start_serve(flags, num_ssm_layers, reserve_without_ring, bytes_per_ring_slot, free_mem)


@fault(EXPLICIT, origin="the memory of draft tokens, which somebody wanted to be safe from the ring", from_the_pages=True)
class ExplicitDepthFittedUnderBothKindsOfSpeculation(Process):
    """Fits an explicit depth to free memory when both speculative decoding and DFlash are given."""

    def start_serve(self, flags: ServeFlags, num_ssm_layers: int, reserve_without_ring: int, bytes_per_ring_slot: int, free_mem: int) -> Served:
        parsed = None if flags.ssm_decode_ring_slots is None else self.parse_decode_ring_slots(flags.ssm_decode_ring_slots)
        depth = getattr(parsed, "ok", None)
        if isinstance(depth, int) and flags.speculative and flags.dflash:
            fitted = self.fit_decode_ring_slots(DECODE_ROLLBACK_RING_SLOTS, reserve_without_ring, bytes_per_ring_slot, free_mem)
            flags = replace(flags, ssm_decode_ring_slots=str(min(depth, fitted)))
        return super().start_serve(flags, num_ssm_layers, reserve_without_ring, bytes_per_ring_slot, free_mem)


@fault(SMALLER_FIT, origin="a lazy preflight whose result is kept for the process", from_the_pages=True)
class FitAtTheFirstStartAlone(Process):
    """Fits at the first start, and at a later one goes on as if the whole ring still fitted."""

    def reset(self) -> None:
        super().reset()
        self.is_started = False

    def start_serve(self, flags: ServeFlags, num_ssm_layers: int, reserve_without_ring: int, bytes_per_ring_slot: int, free_mem: int) -> Served:
        free = self.largest_word if self.is_started else free_mem
        self.is_started = True
        return super().start_serve(flags, num_ssm_layers, reserve_without_ring, bytes_per_ring_slot, free)


@fault(SMALLER_FIT, origin="a single snapshot thought not to be worth its memory", from_the_pages=True)
class FitOfOneGivenUp(Process):
    """Publishes 0 where a depth of 1 was fitted."""

    def start_serve(self, flags: ServeFlags, num_ssm_layers: int, reserve_without_ring: int, bytes_per_ring_slot: int, free_mem: int) -> Served:
        self.is_fitting = True
        try:
            return super().start_serve(flags, num_ssm_layers, reserve_without_ring, bytes_per_ring_slot, free_mem)
        finally:
            self.is_fitting = False

    def reset(self) -> None:
        super().reset()
        self.is_fitting = False

    def fit_decode_ring_slots(self, start_slots: int, reserve_without_ring: int, bytes_per_ring_slot: int, free_mem: int) -> int:
        fitted = super().fit_decode_ring_slots(start_slots, reserve_without_ring, bytes_per_ring_slot, free_mem)
        return 0 if self.is_fitting and fitted == 1 else fitted


@fault(SAME_DECISION, origin="a model that keeps the depth of its first allocation in a static", from_the_pages=True)
class AllocationOfTheFirstStart(Process):
    """Allocates, while no depth is published, what the first start allocated."""

    def reset(self) -> None:
        super().reset()
        self.allocated: int | None = None

    def start_serve(self, flags: ServeFlags, num_ssm_layers: int, reserve_without_ring: int, bytes_per_ring_slot: int, free_mem: int) -> Served:
        served = super().start_serve(flags, num_ssm_layers, reserve_without_ring, bytes_per_ring_slot, free_mem)
        if self.allocated is None:
            self.allocated = served.allocated
        return replace(served, allocated=self.allocated) if served.published is None else served


@fault(SAME_DECISION, origin="C, `speculative ^ dflash` or `!=` between two flags", from_the_pages=True)
class ReserveForExactlyOneKindOfSpeculation(Process):
    """Reserves as without speculation when speculative decoding and DFlash are both given."""

    def start_serve(self, flags: ServeFlags, num_ssm_layers: int, reserve_without_ring: int, bytes_per_ring_slot: int, free_mem: int) -> Served:
        served = super().start_serve(flags, num_ssm_layers, reserve_without_ring, bytes_per_ring_slot, free_mem)
        if self.environment.is_present(RESERVE_FULL_VARIABLE):
            return served
        decision = self.decode_rollback_ring_slots(num_ssm_layers, flags.speculative != flags.dflash)
        return replace(served, reserved=decision.slots)


@fault(ROLLBACK, origin="a rollback that asks the process for the depth in place of its ring", from_the_pages=True)
class RollbackLooksAtThePublishedDepth(Process):
    """Goes on with a ring of depth 0 where another depth is published."""

    def rollback_to_boundary(self, num_ssm_layers: int, depth: int) -> str | None:
        published = self.published_decode_ring_slots()
        return super().rollback_to_boundary(num_ssm_layers, depth if published is None else published)
