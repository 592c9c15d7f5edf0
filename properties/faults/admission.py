"""Ports whose two questions on admission are wrong: admission/*."""

from __future__ import annotations

from properties.faults.fault import fault
from reference import Process
from spec.port import Q12_VARIABLE

FIRST_CHUNK = "admission/first-chunk"
CHUNK_ZERO = "admission/chunk-zero"
Q12_EACH = "admission/q12-read-each-time"
RESOLVES_BOTH = "admission/chunk-zero-resolves-both"
RESOLVES_CODISPATCH = "admission/first-chunk-resolves-codispatch"


@fault(FIRST_CHUNK, origin="and in place of or")
class FirstChunkNeedsBoth(Process):
    """Wants codispatch and Q12."""

    def prefill_batched_first_chunk_from_parts(self, codispatch: bool, q12: str | None) -> bool:
        return codispatch and super().prefill_batched_first_chunk_from_parts(False, q12)


@fault(FIRST_CHUNK, origin="a flag off taken for a veto")
class CodispatchOffVetoes(Process):
    """Lets an off codispatch flag veto Q12."""

    def reset(self) -> None:
        super().reset()
        self.vetoed = False

    def set_prefill_codispatch_from_cli(self, enabled: bool) -> bool:
        in_force = super().set_prefill_codispatch_from_cli(enabled)
        self.vetoed = not in_force
        return in_force

    def prefill_batched_first_chunk_enabled(self) -> bool:
        return super().prefill_batched_first_chunk_enabled() and not self.vetoed


@fault(FIRST_CHUNK, origin="either, but not both")
class FirstChunkIsExclusive(Process):
    """Refuses when codispatch and Q12 are both on."""

    def prefill_batched_first_chunk_from_parts(self, codispatch: bool, q12: str | None) -> bool:
        return super().prefill_batched_first_chunk_from_parts(codispatch, q12) and not (codispatch and q12 == "1")


@fault(CHUNK_ZERO, origin="the rule as it was before 2026-09-28 in the attention layer")
class ChunkZeroIsTheFirstChunk(Process):
    """Refuses a wave that varlen admits."""

    def batched_chunk_zero_admitted(self, first_chunk_lever: bool, varlen: bool) -> bool:
        return first_chunk_lever


@fault(CHUNK_ZERO, origin="and in place of or")
class ChunkZeroNeedsBoth(Process):
    """Wants the lever and varlen."""

    def batched_chunk_zero_admitted(self, first_chunk_lever: bool, varlen: bool) -> bool:
        return first_chunk_lever and varlen


@fault(Q12_EACH, origin="a lazy static around the variable")
class KeepsQ12(Process):
    """Answers by the Q12 that it read first."""

    def reset(self) -> None:
        super().reset()
        self.kept: tuple[str | None] | None = None

    def prefill_batched_first_chunk_enabled(self) -> bool:
        if self.kept is None:
            self.kept = (self.environment.text(Q12_VARIABLE),)
        return self.prefill_batched_first_chunk_from_parts(self.prefill_codispatch_enabled(), self.kept[0])


@fault(Q12_EACH, origin="an on that is remembered")
class Q12StaysOn(Process):
    """Keeps Q12 once it was on."""

    def reset(self) -> None:
        super().reset()
        self.was_on = False

    def prefill_batched_first_chunk_enabled(self) -> bool:
        self.was_on = self.was_on or self.environment.text(Q12_VARIABLE) == "1"
        return super().prefill_batched_first_chunk_enabled() or self.was_on


@fault(RESOLVES_BOTH, origin="the or operator, which stops at the first true")
class ChunkZeroStopsEarly(Process):
    """Leaves varlen unresolved when the first chunk is on."""

    def prefill_batched_chunk_zero_admitted(self) -> bool:
        return self.prefill_batched_first_chunk_enabled() or self.prefill_varlen_enabled()


@fault(RESOLVES_BOTH, origin="the or operator with its operands the other way round")
class ChunkZeroAsksVarlenFirst(Process):
    """Leaves codispatch unresolved when varlen is on."""

    def prefill_batched_chunk_zero_admitted(self) -> bool:
        return self.prefill_varlen_enabled() or self.prefill_batched_first_chunk_enabled()


@fault(RESOLVES_CODISPATCH, origin="the or operator with its operands the other way round")
class FirstChunkStopsAtQ12(Process):
    """Leaves codispatch unresolved when Q12 is on."""

    def prefill_batched_first_chunk_enabled(self) -> bool:
        return self.bool_value_enabled(self.environment.text(Q12_VARIABLE)) or self.prefill_codispatch_enabled()

    def prefill_batched_chunk_zero_admitted(self) -> bool:
        self.prefill_codispatch_enabled()
        return super().prefill_batched_chunk_zero_admitted()


@fault(RESOLVES_CODISPATCH, origin="all levers read ahead of a question")
class FirstChunkResolvesVarlen(Process):
    """Resolves varlen as well."""

    def prefill_batched_first_chunk_enabled(self) -> bool:
        self.prefill_varlen_enabled()
        return super().prefill_batched_first_chunk_enabled()
