"""Ports whose questions of admission are wrong: admission/*. The switches behind them are in `switches.py`."""

from __future__ import annotations

from properties.faults.fault import fault
from reference import Process
from spec.port import Q12_VARIABLE, VARLEN_VARIABLE

FIRST_CHUNK = "admission/first-chunk"
CHUNK_ZERO = "admission/chunk-zero"
Q12_EACH = "admission/q12-read-each-time"
RESOLVES_BOTH = "admission/chunk-zero-resolves-both"
RESOLVES_CODISPATCH = "admission/first-chunk-resolves-codispatch"
SWITCH = "truth/switch"


@fault(FIRST_CHUNK, origin="a third state, off by order, that Q12 does not have", from_the_pages=True)
class WrittenFalseVetoesCodispatch(Process):
    """Closes the first chunk when Q12 says `false`, whatever codispatch is."""

    def prefill_batched_first_chunk_from_parts(self, codispatch: bool, q12: str | None) -> bool:
        return super().prefill_batched_first_chunk_from_parts(codispatch and q12 != "false", q12)


@fault(FIRST_CHUNK, origin="a flag's presence passed on in place of its value", from_the_pages=True)
class FirstChunkOpenOnceAFlagWasGiven(Process):
    """Opens the first chunk when the flag of codispatch was given, as off too."""

    def reset(self) -> None:
        super().reset()
        self.is_given = False

    def set_prefill_codispatch_from_cli(self, enabled: bool) -> bool:
        self.is_given = True
        return super().set_prefill_codispatch_from_cli(enabled)

    def prefill_batched_first_chunk_enabled(self) -> bool:
        return super().prefill_batched_first_chunk_enabled() or self.is_given


@fault(SWITCH, origin="the watchdogs' reading, reused for the variable that is read each time as well", from_the_pages=True)
class QuestionTrimsQ12(Process):
    """Trims Q12 where a process asks its questions; the pure form is right."""

    def prefill_batched_first_chunk_enabled(self) -> bool:
        codispatch = self.prefill_codispatch_enabled()
        return codispatch or self.watchdogs_disabled_from_value(self.environment.text(Q12_VARIABLE))


@fault(CHUNK_ZERO, origin="an operator's off on co-dispatch heard as off for everything batched", from_the_pages=True)
class CodispatchFlagOfOffVetoesVarlen(Process):
    """Admits no chunk zero by varlen after a flag of off for codispatch."""

    def reset(self) -> None:
        super().reset()
        self.is_vetoed = False

    def set_prefill_codispatch_from_cli(self, enabled: bool) -> bool:
        self.is_vetoed = not super().set_prefill_codispatch_from_cli(enabled)
        return not self.is_vetoed

    def prefill_batched_chunk_zero_admitted(self) -> bool:
        first_chunk = self.prefill_batched_first_chunk_enabled()
        varlen = self.prefill_varlen_enabled()
        return self.batched_chunk_zero_admitted(first_chunk, varlen and not self.is_vetoed)


@fault(CHUNK_ZERO, origin="Rust, an Option that is taken where it should be copied", from_the_pages=True)
class VarlenAdmitsOnce(Process):
    """Lets varlen admit chunk zero at the first question alone."""

    def reset(self) -> None:
        super().reset()
        self.has_admitted = False

    def prefill_batched_chunk_zero_admitted(self) -> bool:
        first_chunk = self.prefill_batched_first_chunk_enabled()
        varlen = self.prefill_varlen_enabled() and not self.has_admitted
        self.has_admitted = self.has_admitted or varlen
        return self.batched_chunk_zero_admitted(first_chunk, varlen)


@fault(Q12_EACH, origin="an initialiser of codispatch that fetches everything the first chunk needs", from_the_pages=True)
class Q12TakenWhileCodispatchResolves(Process):
    """Keeps for good the Q12 that it finds when a read resolves codispatch; after a flag it reads Q12 each time."""

    def reset(self) -> None:
        super().reset()
        self.is_flagged = False
        self.q12: tuple[str | None, ...] = ()

    def set_prefill_codispatch_from_cli(self, enabled: bool) -> bool:
        self.is_flagged = not self.q12
        return super().set_prefill_codispatch_from_cli(enabled)

    def prefill_codispatch_enabled(self) -> bool:
        if not self.is_flagged and not self.q12:
            self.q12 = (self.environment.text(Q12_VARIABLE),)
        return super().prefill_codispatch_enabled()

    def prefill_batched_first_chunk_enabled(self) -> bool:
        codispatch = self.prefill_codispatch_enabled()
        q12 = self.q12[0] if self.q12 else self.environment.text(Q12_VARIABLE)
        return self.prefill_batched_first_chunk_from_parts(codispatch, q12)


@fault(RESOLVES_BOTH, origin="a resolution left to the second question, so that the first is quick", from_the_pages=True)
class FirstQuestionOnlyPeeksAtVarlen(Process):
    """Looks at varlen without resolving it when chunk zero is first asked for."""

    def reset(self) -> None:
        super().reset()
        self.questions = 0
        self.is_flagged = False

    def set_prefill_varlen_from_cli(self, enabled: bool) -> bool:
        self.is_flagged = True
        return super().set_prefill_varlen_from_cli(enabled)

    def prefill_varlen_enabled(self) -> bool:
        self.is_flagged = True
        return super().prefill_varlen_enabled()

    def prefill_batched_chunk_zero_admitted(self) -> bool:
        self.questions += 1
        first_chunk = self.prefill_batched_first_chunk_enabled()
        if self.questions == 1 and not self.is_flagged:
            return self.batched_chunk_zero_admitted(first_chunk, self.bool_value_enabled(self.environment.text(VARLEN_VARIABLE)))
        return self.batched_chunk_zero_admitted(first_chunk, self.prefill_varlen_enabled())


@fault(RESOLVES_BOTH, origin="a quick way out for the case that everything is on", from_the_pages=True)
class BothOnSpareVarlen(Process):
    """Leaves varlen unresolved when codispatch and Q12 are both on, and asks it otherwise."""

    def prefill_batched_chunk_zero_admitted(self) -> bool:
        if self.prefill_codispatch_enabled() and self.bool_value_enabled(self.environment.text(Q12_VARIABLE)):
            return True
        return super().prefill_batched_chunk_zero_admitted()


@fault(RESOLVES_CODISPATCH, origin="a warm-up of the other switch, since the wave will ask for it anyway", from_the_pages=True)
class VarlenWarmedUpByAnOpenFirstChunk(Process):
    """Resolves varlen at a first-chunk question whose answer is on."""

    def prefill_batched_first_chunk_enabled(self) -> bool:
        answer = super().prefill_batched_first_chunk_enabled()
        if answer:
            self.prefill_varlen_enabled()
        return answer
