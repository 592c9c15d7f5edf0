"""Ports that get a variable's bytes wrong, or its emptiness: environment/*. What a text means is not theirs."""

from __future__ import annotations

import re
from collections.abc import Mapping

from properties.faults.fault import fault
from properties.faults.from_the_pages.reading import Reader
from reference import Process
from reference.environment import text_of
from spec.port import Q12_VARIABLE, RING_VARIABLE, SHAPE_LOG_VARIABLE, VARLEN_VARIABLE, WATCHDOGS_VARIABLE, Decision

UNDECODABLE = "environment/undecodable"
EMPTY = "environment/empty-is-off"
SHAPE_LINE = "shape-log/shape-line"


@fault(UNDECODABLE, origin="C, an ASCII layer that masks each byte with 0x7f", from_the_pages=True)
class HighBitStripped(Reader):
    """Reads what is no UTF-8 as seven-bit ASCII, the highest bit of each byte taken off, so that the byte b1 is the digit 1."""

    def decoded(self, raw: bytes) -> str | None:
        text = text_of(raw)
        return bytes(byte & 0x7F for byte in raw).decode("ascii") if text is None else text


@fault(UNDECODABLE, origin="Rust, the error's valid_up_to taken for the end of the text", from_the_pages=True)
class ValidPrefixKept(Reader):
    """Cuts a value at its first undecodable byte and reads what stands before it."""

    def decoded(self, raw: bytes) -> str | None:
        try:
            return raw.decode("utf-8")
        except UnicodeDecodeError as error:
            return raw[: error.start].decode("utf-8")


@fault(UNDECODABLE, origin="C, a decoder written by hand that looks for overlong forms among the two-byte ones only", from_the_pages=True)
class OverlongOfThreeBytesTaken(Reader):
    """Takes the three-byte overlong form of an ASCII character for that character."""

    def decoded(self, raw: bytes) -> str | None:
        def ascii_of(found: re.Match[bytes]) -> bytes:
            _, middle, last = found[0]
            return bytes([(middle & 1) << 6 | last & 0x3F])

        return text_of(re.sub(rb"\xe0[\x80\x81][\x80-\xbf]", ascii_of, raw))


@fault(UNDECODABLE, origin="Rust, an unwrap on env::var after its NotPresent case alone was matched", from_the_pages=True)
class CrashOnAnUndecodableOverride(Reader):
    """Crashes in a decision when the override is no UTF-8."""

    def read(self, name: str, variables: Mapping[str, bytes]) -> str | None:
        return variables[name].decode("utf-8") if name == RING_VARIABLE and name in variables else super().read(name, variables)


@fault(UNDECODABLE, origin="a fallback to the safe side where a variable cannot be read", from_the_pages=True)
class UndecodableWatchdogsDisabled(Reader):
    """Takes watchdogs whose variable is no UTF-8 for disabled."""

    def read(self, name: str, variables: Mapping[str, bytes]) -> str | None:
        text = super().read(name, variables)
        return "1" if name == WATCHDOGS_VARIABLE and name in variables and text is None else text


@fault(UNDECODABLE, origin="Zig or C, a walk through environ whose loop ends at the first error", from_the_pages=True)
class WalkThatEndsAtAStranger(Reader):
    """Looks a variable up by going through all of them, and gives up at the first that is no UTF-8."""

    def read(self, name: str, variables: Mapping[str, bytes]) -> str | None:
        for other, raw in variables.items():
            text = text_of(raw)
            if text is None or other == name:
                return text
        return None


@fault(EMPTY, origin="JavaScript or Python, `or` between two variables", from_the_pages=True)
class EmptyQ12FallsBackToVarlensVariable(Reader):
    """Reads the variable of varlen in place of a Q12 that is set to the empty text."""

    def read(self, name: str, variables: Mapping[str, bytes]) -> str | None:
        is_empty_q12 = name == Q12_VARIABLE and variables.get(name) == b""
        return super().read(VARLEN_VARIABLE if is_empty_q12 else name, variables)


@fault(EMPTY, origin="a guard against skips for operators who set the variable at all, tried with the empty text", from_the_pages=True)
class EmptyOverrideKeepsTheRingWithoutWatchdogs(Process):
    """Lets an empty override stop the skip for disabled watchdogs, and no other."""

    def decode_rollback_ring_slots_with(
        self, num_ssm_layers: int, use_speculative: bool, published: int | None, ring_override: str | None, watchdogs_disabled: bool
    ) -> Decision:
        skips = watchdogs_disabled and ring_override != ""
        return super().decode_rollback_ring_slots_with(num_ssm_layers, use_speculative, published, ring_override, skips)


@fault(SHAPE_LINE, origin='Go, `if v := os.Getenv(...); v != ""` around the assignment of the gate', from_the_pages=True)
class EmptyVariableKeepsTheLogsGate(Reader):
    """Leaves the gate of the shape log as it was when the variable is empty or absent."""

    def reset(self) -> None:
        super().reset()
        self.gate: str | None = None

    def read(self, name: str, variables: Mapping[str, bytes]) -> str | None:
        text = super().read(name, variables)
        if name != SHAPE_LOG_VARIABLE:
            return text
        if variables.get(name):
            self.gate = text
        return self.gate
