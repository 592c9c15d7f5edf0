"""The levers of batched-prefill admission and the two questions asked of them: the rules of `spec/admission.md`.

Everything that knows how many levers there are is in this module. How a lever is resolved is told in `switches.py`.
"""

from __future__ import annotations

from reference.switches import ProcessSwitch
from reference.truth import TruthCalls, bool_value_enabled
from spec.port import CODISPATCH_VARIABLE, Q12_VARIABLE, VARLEN_VARIABLE


def prefill_batched_first_chunk_from_parts(codispatch: bool, q12: str | None) -> bool:
    """Whether chunk-zero streams may take the paged path, of the codispatch value and the Q12 variable (admission/first-chunk)."""
    return codispatch or bool_value_enabled(q12)


def batched_chunk_zero_admitted(first_chunk_lever: bool, varlen: bool) -> bool:
    """Whether a batched prefill wave may carry chunk-zero streams (admission/chunk-zero)."""
    return first_chunk_lever or varlen


class AdmissionCalls(TruthCalls):
    """The calls of this page and of the switches'."""

    def reset(self) -> None:
        # a cell each: switches/independent
        super().reset()
        self._codispatch = ProcessSwitch(CODISPATCH_VARIABLE, self.environment, self.bool_value_enabled)
        self._varlen = ProcessSwitch(VARLEN_VARIABLE, self.environment, self.bool_value_enabled)

    def set_prefill_codispatch_from_cli(self, enabled: bool) -> bool:
        return self._codispatch.set_from_cli(enabled)

    def prefill_codispatch_enabled(self) -> bool:
        return self._codispatch.enabled()

    def set_prefill_varlen_from_cli(self, enabled: bool) -> bool:
        return self._varlen.set_from_cli(enabled)

    def prefill_varlen_enabled(self) -> bool:
        return self._varlen.enabled()

    def prefill_batched_first_chunk_from_parts(self, codispatch: bool, q12: str | None) -> bool:
        return prefill_batched_first_chunk_from_parts(codispatch, q12)

    def batched_chunk_zero_admitted(self, first_chunk_lever: bool, varlen: bool) -> bool:
        return batched_chunk_zero_admitted(first_chunk_lever, varlen)

    def prefill_batched_first_chunk_enabled(self) -> bool:
        # codispatch is asked whatever Q12 says (admission/first-chunk-resolves-codispatch), and Q12 anew (admission/q12-read-each-time)
        codispatch = self.prefill_codispatch_enabled()
        q12 = self.environment.text(Q12_VARIABLE)
        return self.prefill_batched_first_chunk_from_parts(codispatch, q12)

    def prefill_batched_chunk_zero_admitted(self) -> bool:
        # both are asked before either counts: admission/chunk-zero-resolves-both
        first_chunk = self.prefill_batched_first_chunk_enabled()
        # and varlen as every other reader has it: switches/one-value-everywhere
        varlen = self.prefill_varlen_enabled()
        return self.batched_chunk_zero_admitted(first_chunk, varlen)
