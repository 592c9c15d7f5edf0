"""Ports whose switches are wrong as cells: switches/*. The questions that join them are in `admission.py`."""

from __future__ import annotations

import time

from properties.faults.fault import fault
from properties.faults.switches import admitted_with
from reference import Process
from spec.port import CODISPATCH_VARIABLE, VARLEN_VARIABLE, Decision

FIRST_WRITE = "switches/first-write-wins"
SETTER_RETURNS = "switches/setter-returns-value-in-force"
READ_RESOLVES = "switches/read-resolves"
FLAG_FIRST = "switches/flag-before-first-read"
INDEPENDENT = "switches/independent"
RACE = "switches/race"
ONE_VALUE = "switches/one-value-everywhere"


@fault(FIRST_WRITE, origin="an optional that stores only what differs from the default", from_the_pages=True)
class OffFlagStoredAsUnset(Process):
    """Stores nothing for a flag of off, so that a later flag or the variable still counts."""

    def reset(self) -> None:
        super().reset()
        self.resolved = False

    def set_prefill_codispatch_from_cli(self, enabled: bool) -> bool:
        if not enabled and not self.resolved:
            return False
        self.resolved = True
        return super().set_prefill_codispatch_from_cli(enabled)

    def prefill_codispatch_enabled(self) -> bool:
        self.resolved = True
        return super().prefill_codispatch_enabled()


@fault(FIRST_WRITE, origin="two buffers of configuration, exchanged by whoever reads", from_the_pages=True)
class RefusedFlagInForceAfterTheNextRead(Process):
    """Keeps a flag of varlen that came too late, answers one more read by the old value, and then by that flag."""

    def reset(self) -> None:
        super().reset()
        self.refused: bool | None = None
        self.next: bool | None = None

    def set_prefill_varlen_from_cli(self, enabled: bool) -> bool:
        in_force = super().set_prefill_varlen_from_cli(enabled) if self.next is None else self.next
        if in_force != enabled:
            self.refused = enabled
        return in_force

    def prefill_varlen_enabled(self) -> bool:
        in_force = super().prefill_varlen_enabled() if self.next is None else self.next
        self.next, self.refused = (self.next if self.refused is None else self.refused), None
        return in_force


@fault(SETTER_RETURNS, origin="Java, getAndSet on a field that keeps what was asked for last", from_the_pages=True)
class AnswerToTheRequestBefore(Process):
    """Answers, from the third flag of varlen on, what the flag before it asked for; the switch itself is right."""

    def reset(self) -> None:
        super().reset()
        self.requests: list[bool] = []

    def set_prefill_varlen_from_cli(self, enabled: bool) -> bool:
        in_force = super().set_prefill_varlen_from_cli(enabled)
        self.requests = [*self.requests[-2:], enabled]
        return self.requests[-2] if len(self.requests) == 3 else in_force


@fault(SETTER_RETURNS, origin="a setter that looks for an earlier flag and not for an earlier question", from_the_pages=True)
class FlagAfterAQuestionAnsweredAsTaken(Process):
    """Answers a flag of codispatch by its argument when it was a question of admission that resolved the switch."""

    def reset(self) -> None:
        super().reset()
        self.resolved_by = ""

    def prefill_codispatch_enabled(self) -> bool:
        self.resolved_by = self.resolved_by or "read"
        return super().prefill_codispatch_enabled()

    def prefill_batched_first_chunk_enabled(self) -> bool:
        self.resolved_by = self.resolved_by or "question"
        return super().prefill_batched_first_chunk_enabled()

    def set_prefill_codispatch_from_cli(self, enabled: bool) -> bool:
        self.resolved_by = self.resolved_by or "flag"
        in_force = super().set_prefill_codispatch_from_cli(enabled)
        return enabled if self.resolved_by == "question" else in_force


@fault(INDEPENDENT, origin="Kotlin, one lazy configuration object that every reader initialises", from_the_pages=True)
class VariablesTakenAtTheFirstDecision(Process):
    """Takes the variables of both switches when the ring is first decided on, and resolves them from those later."""

    def reset(self) -> None:
        super().reset()
        self.taken: dict[str, bool] = {}

    def decode_rollback_ring_slots(self, num_ssm_layers: int, use_speculative: bool) -> Decision:
        for name in (CODISPATCH_VARIABLE, VARLEN_VARIABLE):
            self.taken.setdefault(name, self.bool_value_enabled(self.environment.text(name)))
        return super().decode_rollback_ring_slots(num_ssm_layers, use_speculative)

    def prefill_codispatch_enabled(self) -> bool:
        if CODISPATCH_VARIABLE in self.taken:
            return self.set_prefill_codispatch_from_cli(self.taken[CODISPATCH_VARIABLE])
        return super().prefill_codispatch_enabled()

    def prefill_varlen_enabled(self) -> bool:
        if VARLEN_VARIABLE in self.taken:
            return self.set_prefill_varlen_from_cli(self.taken[VARLEN_VARIABLE])
        return super().prefill_varlen_enabled()


@fault(INDEPENDENT, origin="C, two bits of one word written by an assignment", from_the_pages=True)
class BitOfVarlenLostToAFlag(Process):
    """Turns a varlen that is on off when the flag of codispatch is written after it."""

    def reset(self) -> None:
        super().reset()
        self.is_written = self.is_lost = False

    def set_prefill_codispatch_from_cli(self, enabled: bool) -> bool:
        self.is_lost = self.is_lost or self.is_written
        return super().set_prefill_codispatch_from_cli(enabled)

    def set_prefill_varlen_from_cli(self, enabled: bool) -> bool:
        in_force = super().set_prefill_varlen_from_cli(enabled)
        self.is_written = True
        return in_force and not self.is_lost

    def prefill_varlen_enabled(self) -> bool:
        in_force = super().prefill_varlen_enabled()
        self.is_written = True
        return in_force and not self.is_lost


@fault(INDEPENDENT, origin="a start that thinks of a depth of 0 as of a small machine", from_the_pages=True)
class DepthOfZeroSettlesCodispatch(Process):
    """Resolves codispatch to off when a depth of 0 is published."""

    def set_decode_ring_slots(self, slots: int) -> int:
        in_force = super().set_decode_ring_slots(slots)
        if in_force == 0:
            self.set_prefill_codispatch_from_cli(False)
        return in_force


@fault(RACE, origin="Go, a check without the mutex and the write under it", from_the_pages=True)
class SwitchThatLooksFirst(Process):
    """Looks whether codispatch is resolved, and some time later writes and answers what it had decided."""

    def reset(self) -> None:
        super().reset()
        self.kept: bool | None = None

    def set_prefill_codispatch_from_cli(self, enabled: bool) -> bool:
        before = self.kept
        if before is None:
            time.sleep(0.001)
            self.kept = before = enabled
        return before

    def prefill_codispatch_enabled(self) -> bool:
        before = self.kept
        if before is None:
            time.sleep(0.001)
            self.kept = before = self.bool_value_enabled(self.environment.text(CODISPATCH_VARIABLE))
        return before


@fault(ONE_VALUE, origin="a copy of the flag that the command line hands to admission", from_the_pages=True)
class AdmissionHearsARefusedFlag(Process):
    """Admits by the last flag of varlen, though the switch kept its value."""

    def reset(self) -> None:
        super().reset()
        self.heard: bool | None = None

    def set_prefill_varlen_from_cli(self, enabled: bool) -> bool:
        self.heard = enabled
        return super().set_prefill_varlen_from_cli(enabled)

    def prefill_batched_chunk_zero_admitted(self) -> bool:
        in_force = self.prefill_varlen_enabled()
        return admitted_with(self, in_force if self.heard is None else self.heard)
