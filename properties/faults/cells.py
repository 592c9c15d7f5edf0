"""Ports whose process-wide cells, or the questions that use them, are wrong: switches/*, admission/* and ring-publish/*."""

from __future__ import annotations

import time

from properties.faults.fault import fault
from reference import Process
from spec.port import CODISPATCH_VARIABLE, DECODE_ROLLBACK_RING_SLOTS, Q12_VARIABLE, VARLEN_VARIABLE, Decision

FIRST_WRITE = "switches/first-write-wins"
SETTER_RETURNS = "switches/setter-returns-value-in-force"
READ_RESOLVES = "switches/read-resolves"
FLAG_FIRST = "switches/flag-before-first-read"
INDEPENDENT = "switches/independent"
RACE = "switches/race"
ONE_VALUE = "switches/one-value-everywhere"
FIRST_CHUNK = "admission/first-chunk"
CHUNK_ZERO = "admission/chunk-zero"
Q12_EACH = "admission/q12-read-each-time"
RESOLVES_BOTH = "admission/chunk-zero-resolves-both"
RESOLVES_CODISPATCH = "admission/first-chunk-resolves-codispatch"
RING_FIRST_WRITE = "ring-publish/first-write-wins"
RING_SETTER_RETURNS = "ring-publish/setter-returns-value-in-force"
READING_SETS_NOTHING = "ring-publish/reading-sets-nothing"
UNCHECKED = "ring-publish/unchecked"
RING_RACE = "ring-publish/race"
EACH_TIME = "ring-decision/environment-each-time"


class _Varlen(Process):
    """Keeps varlen by itself, so that it can be kept wrongly."""

    def reset(self) -> None:
        super().reset()
        self.kept: bool | None = None

    def variable(self) -> bool:
        return self.bool_value_enabled(self.environment.text(VARLEN_VARIABLE))

    def set_prefill_varlen_from_cli(self, enabled: bool) -> bool:
        if self.kept is None:
            self.kept = enabled
        return self.kept

    def prefill_varlen_enabled(self) -> bool:
        if self.kept is None:
            self.kept = self.variable()
        return self.kept


@fault(FIRST_WRITE, origin="a plain assignment")
class LastFlagWins(_Varlen):
    """Takes every flag, unless a read came first."""

    def reset(self) -> None:
        super().reset()
        self.read_first = False

    def set_prefill_varlen_from_cli(self, enabled: bool) -> bool:
        if self.read_first:
            return super().set_prefill_varlen_from_cli(enabled)
        self.kept = enabled
        return enabled

    def prefill_varlen_enabled(self) -> bool:
        self.read_first = self.read_first or self.kept is None
        return super().prefill_varlen_enabled()


@fault(FIRST_WRITE, origin="on as a value that can be raised but not lowered, and off as no value")
class OffCanBeOverwritten(_Varlen):
    """Takes a second flag after an off."""

    def set_prefill_varlen_from_cli(self, enabled: bool) -> bool:
        self.flagged = self.kept is None or getattr(self, "flagged", False)
        if self.flagged and not self.kept:
            self.kept = enabled
        return super().set_prefill_varlen_from_cli(enabled)

    def reset(self) -> None:
        super().reset()
        self.flagged = False


@fault(SETTER_RETURNS, origin="a setter that echoes its argument")
class SetterEchoes(Process):
    """Tells the argument, whatever is in force."""

    def set_prefill_varlen_from_cli(self, enabled: bool) -> bool:
        super().set_prefill_varlen_from_cli(enabled)
        return enabled


@fault(SETTER_RETURNS, origin="a setter that tells whether it took effect")
class SetterTellsSuccess(Process):
    """Tells whether the flag was taken."""

    def set_prefill_codispatch_from_cli(self, enabled: bool) -> bool:
        return super().set_prefill_codispatch_from_cli(enabled) == enabled


@fault(READ_RESOLVES, origin="a cell that only the flag fills")
class ReadsAgainEachTime(_Varlen):
    """Follows the variable as long as no flag came, and takes a flag after a read."""

    def prefill_varlen_enabled(self) -> bool:
        return self.variable() if self.kept is None else self.kept


@fault(READ_RESOLVES, origin="off taken for unresolved, as a falsy value is in Python and JavaScript")
class DoesNotRememberOff(_Varlen):
    """Reads the variable again after it was off."""

    def reset(self) -> None:
        super().reset()
        self.flagged = False

    def set_prefill_varlen_from_cli(self, enabled: bool) -> bool:
        self.flagged = True
        return super().set_prefill_varlen_from_cli(enabled)

    def prefill_varlen_enabled(self) -> bool:
        if self.kept is None or (not self.kept and not self.flagged):
            self.kept = self.variable()
        return self.kept


@fault(READ_RESOLVES, origin="a variable's name mistyped")
class MistypesTheVariable(_Varlen):
    """Reads a variable that nobody sets."""

    def variable(self) -> bool:
        return self.bool_value_enabled(self.environment.text("METRALE_PREFIL_VARLEN"))


@fault(READ_RESOLVES, origin="one variable copied where the other belongs")
class ReadsTheOtherVariable(_Varlen):
    """Reads the codispatch variable for varlen."""

    def variable(self) -> bool:
        return self.bool_value_enabled(self.environment.text(CODISPATCH_VARIABLE))


@fault(FLAG_FIRST, origin="the environment put above the command line")
class VariableWinsOverTheFlag(_Varlen):
    """Takes the variable where both are given and the variable is on."""

    def set_prefill_varlen_from_cli(self, enabled: bool) -> bool:
        return super().set_prefill_varlen_from_cli(enabled or self.variable())


@fault(FLAG_FIRST, origin="a flag that can only switch on")
class FlagOffIsNoFlag(_Varlen):
    """Resolves from the variable on an off flag."""

    def set_prefill_varlen_from_cli(self, enabled: bool) -> bool:
        if self.kept is None and not enabled:
            self.kept = self.variable()
        return super().set_prefill_varlen_from_cli(enabled)


@fault(INDEPENDENT, origin="one cell for two switches")
class SharesOneCell(_Varlen):
    """Keeps the codispatch flag for varlen as well."""

    def set_prefill_codispatch_from_cli(self, enabled: bool) -> bool:
        in_force = super().set_prefill_codispatch_from_cli(enabled)
        if self.kept is None:
            self.kept = in_force
        return in_force


@fault(INDEPENDENT, origin="one initializer for all the switches")
class ResolvesBothTogether(_Varlen):
    """Resolves varlen when codispatch is set."""

    def set_prefill_codispatch_from_cli(self, enabled: bool) -> bool:
        self.prefill_varlen_enabled()
        return super().set_prefill_codispatch_from_cli(enabled)


@fault(INDEPENDENT, origin="a start-up that publishes defaults with the first flag")
class SwitchPublishesADepth(Process):
    """Publishes the whole ring when varlen is set."""

    def set_prefill_varlen_from_cli(self, enabled: bool) -> bool:
        self.switched = True
        return super().set_prefill_varlen_from_cli(enabled)

    def published_decode_ring_slots(self) -> int | None:
        if getattr(self, "switched", False) and self._published.get() is None:
            return DECODE_ROLLBACK_RING_SLOTS
        return super().published_decode_ring_slots()

    def reset(self) -> None:
        super().reset()
        self.switched = False

    def decode_rollback_ring_slots(self, num_ssm_layers: int, use_speculative: bool) -> Decision:
        switched, self.switched = self.switched, False
        try:
            return super().decode_rollback_ring_slots(num_ssm_layers, use_speculative)
        finally:
            self.switched = switched


@fault(RACE, origin="check, then set, without a lock")
class ChecksThenSets(_Varlen):
    """Lets racing flags overtake each other."""

    def set_prefill_varlen_from_cli(self, enabled: bool) -> bool:
        if self.kept is None:
            time.sleep(0.001)
            self.kept = enabled
            return enabled
        return self.kept


@fault(RACE, origin="two threads that each read the variable, the second after a flag")
class ReadOvertakesTheFlag(_Varlen):
    """Tells a racing reader the variable though a flag was taken."""

    def prefill_varlen_enabled(self) -> bool:
        if self.kept is None:
            resolved = self.variable()
            time.sleep(0.001)
            if self.kept is None:
                self.kept = resolved
            return resolved
        return self.kept


@fault(ONE_VALUE, origin="the scheduler's lever joined with Q12 by mistake")
class CodispatchIsTheFirstChunk(Process):
    """Tells codispatch as on when Q12 is."""

    def prefill_codispatch_enabled(self) -> bool:
        codispatch = super().prefill_codispatch_enabled()
        return codispatch or self.bool_value_enabled(self.environment.text(Q12_VARIABLE))

    def prefill_batched_first_chunk_enabled(self) -> bool:
        return self.prefill_codispatch_enabled()


@fault(ONE_VALUE, origin="the layer reads the variable where the scheduler reads the cell")
class ChunkZeroReadsTheVariable(Process):
    """Asks varlen's variable for chunk zero though the switch is resolved."""

    def prefill_batched_chunk_zero_admitted(self) -> bool:
        self.prefill_varlen_enabled()
        varlen = self.bool_value_enabled(self.environment.text(VARLEN_VARIABLE))
        return self.batched_chunk_zero_admitted(self.prefill_batched_first_chunk_enabled(), varlen)


@fault(FIRST_CHUNK, origin="and in place of or")
class FirstChunkNeedsBoth(Process):
    """Wants codispatch and Q12."""

    def prefill_batched_first_chunk_from_parts(self, codispatch: bool, q12: str | None) -> bool:
        q12_on = super().prefill_batched_first_chunk_from_parts(False, q12)
        return codispatch and q12_on if q12 in (None, "0", "1") else codispatch or q12_on


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


class _Ring(Process):
    """Keeps the published depth by itself, so that it can be kept wrongly."""

    def reset(self) -> None:
        super().reset()
        self.depth: int | None = None

    def set_decode_ring_slots(self, slots: int) -> int:
        if self.depth is None:
            self.depth = slots
        return self.depth

    def published_decode_ring_slots(self) -> int | None:
        return self.depth


@fault(RING_FIRST_WRITE, origin="a plain assignment")
class LastDepthWins(_Ring):
    """Takes every depth."""

    def set_decode_ring_slots(self, slots: int) -> int:
        self.depth = slots
        return slots


@fault(RING_FIRST_WRITE, origin="a depth of 0 taken for absence, as a falsy value is in Python and JavaScript")
class ZeroCanBeOverwritten(_Ring):
    """Takes a second depth after a 0."""

    def set_decode_ring_slots(self, slots: int) -> int:
        self.depth = self.depth or slots
        return self.depth


@fault(RING_FIRST_WRITE, origin="a depth that may shrink under memory pressure")
class DepthMayShrink(_Ring):
    """Takes a smaller depth later."""

    def set_decode_ring_slots(self, slots: int) -> int:
        self.depth = slots if self.depth is None else min(self.depth, slots)
        return self.depth


@fault(RING_SETTER_RETURNS, origin="a setter that echoes its argument")
class RingSetterEchoes(Process):
    """Tells the argument, whatever is published."""

    def set_decode_ring_slots(self, slots: int) -> int:
        super().set_decode_ring_slots(slots)
        return slots


@fault(RING_SETTER_RETURNS, origin="a setter that tells what was there before")
class RingSetterTellsTheOldDepth(_Ring):
    """Tells 0 for the first write."""

    def set_decode_ring_slots(self, slots: int) -> int:
        first = self.depth is None
        in_force = super().set_decode_ring_slots(slots)
        return 0 if first and slots <= DECODE_ROLLBACK_RING_SLOTS else in_force


@fault(READING_SETS_NOTHING, origin="a cell that every reader initializes")
class DecisionPublishes(_Ring):
    """Publishes the depth that it decides."""

    def decode_rollback_ring_slots(self, num_ssm_layers: int, use_speculative: bool) -> Decision:
        decided = super().decode_rollback_ring_slots(num_ssm_layers, use_speculative)
        if num_ssm_layers > 0:
            self.set_decode_ring_slots(decided.slots)
        return decided


@fault(READING_SETS_NOTHING, origin="a default for what is absent")
class UnpublishedReadsAsTheWholeRing(Process):
    """Tells the whole ring where nothing is published."""

    def published_decode_ring_slots(self) -> int | None:
        published = super().published_decode_ring_slots()
        return DECODE_ROLLBACK_RING_SLOTS if published is None else published

    def decode_rollback_ring_slots(self, num_ssm_layers: int, use_speculative: bool) -> Decision:
        kept = self._published.get()
        if kept is None:
            watchdogs = self.watchdogs_disabled_from_value(self.environment.text("METRALE_DISABLE_WATCHDOGS"))
            override = self.environment.text("METRALE_SSM_DECODE_RING")
            return self.decode_rollback_ring_slots_with(num_ssm_layers, use_speculative, None, override, watchdogs)
        return super().decode_rollback_ring_slots(num_ssm_layers, use_speculative)


@fault(UNCHECKED, origin="a range check in the wrong place")
class ClampsAtTheSetter(Process):
    """Publishes the whole ring for any deeper one."""

    def set_decode_ring_slots(self, slots: int) -> int:
        return super().set_decode_ring_slots(min(slots, DECODE_ROLLBACK_RING_SLOTS))


@fault(UNCHECKED, origin="a cast of the depth to 32 bits")
class PublishesThirtyTwoBits(Process):
    """Publishes the low half of a word."""

    def set_decode_ring_slots(self, slots: int) -> int:
        return super().set_decode_ring_slots(slots % 2**32)


@fault(RING_RACE, origin="check, then set, without a lock")
class RingChecksThenSets(_Ring):
    """Lets racing setters overtake each other."""

    def set_decode_ring_slots(self, slots: int) -> int:
        if self.depth is None:
            time.sleep(0.001)
            self.depth = slots
            return slots
        return self.depth


@fault(RING_RACE, origin="an answer taken from the argument, the write from whoever came first")
class RacingSetterEchoes(_Ring):
    """Tells its own argument when it lost a race."""

    def set_decode_ring_slots(self, slots: int) -> int:
        lost = self.depth is None
        time.sleep(0.001 if lost else 0)
        in_force = super().set_decode_ring_slots(slots)
        return slots if lost else in_force
