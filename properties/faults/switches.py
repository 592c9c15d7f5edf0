"""Ports whose switches are wrong: switches/*."""

from __future__ import annotations

import time

from properties.faults.fault import fault
from reference import Process
from spec.port import (
    CHUNK_ZERO,
    CODISPATCH_VARIABLE,
    DECODE_ROLLBACK_RING_SLOTS,
    FIRST_CHUNK,
    Q12_VARIABLE,
    SWITCHES,
    VARLEN_VARIABLE,
    Decision,
    EnvironmentValue,
)

FIRST_WRITE = "switches/first-write-wins"
SETTER_RETURNS = "switches/setter-returns-value-in-force"
READ_RESOLVES = "switches/read-resolves"
FLAG_FIRST = "switches/flag-before-first-read"
INDEPENDENT = "switches/independent"
RACE = "switches/race"
ONE_VALUE = "switches/one-value-everywhere"


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


@fault(READ_RESOLVES, origin="Windows, where the case of a variable's name does not matter", from_the_pages=True)
class NamesWithoutCase(Process):
    """Takes a variable whose name is a switch's in lower case for that."""

    def set_env(self, name: str, value: EnvironmentValue) -> None:
        is_of_a_switch = any(name.upper() == switch.variable for switch in SWITCHES)
        super().set_env(name.upper() if is_of_a_switch else name, value)


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
        return admitted_with(self, varlen)


def admitted_with(port: Process, varlen: bool) -> bool:
    """Chunk zero with a value of varlen's own making, and everything else that it joins as it is, a lever that comes to it included."""
    first_chunk = port.prefill_batched_first_chunk_enabled()
    joined = [one for one in SWITCHES if CHUNK_ZERO in one.questions and FIRST_CHUNK not in one.questions]
    parts: list[bool] = [varlen if one.variable == VARLEN_VARIABLE else getattr(port, one.getter)() for one in joined]
    return port.batched_chunk_zero_admitted(first_chunk, *parts)
