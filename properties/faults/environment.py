"""Ports that read a variable wrongly which is empty or no text: environment/*, and the decoders that swallow a byte order mark."""

from __future__ import annotations

from properties.faults.fault import fault
from properties.faults.truth import ReadsTheShapeLog
from reference import Process
from reference.environment import Environment
from spec.port import Decision, EnvironmentValue

SWITCH = "truth/switch"
WATCHDOGS = "truth/watchdogs"
OVERRIDE = "truth/override"
SHAPE_LOG = "truth/shape-log"
EMPTY = "environment/empty-is-off"
UNDECODABLE = "environment/undecodable"


@fault(EMPTY, origin="a look at whether the variable is set, not at its value")
class EmptySwitchIsOn(Process):
    """Reads an empty switch as on."""

    def bool_value_enabled(self, value: str | None) -> bool:
        return value == "" or super().bool_value_enabled(value)


@fault(EMPTY, origin="a look at whether the variable is set, not at its value")
class EmptyWatchdogsAreOff(Process):
    """Takes an empty watchdog variable for a disabled watchdog."""

    def watchdogs_disabled_from_value(self, value: str | None) -> bool:
        return value == "" or super().watchdogs_disabled_from_value(value)


@fault(EMPTY, origin="a parser that gives 0 for an empty text")
class EmptyOverrideIsZero(Process):
    """Forces 0 on an empty override."""

    def decode_rollback_ring_slots_with(
        self, num_ssm_layers: int, use_speculative: bool, published: int | None, ring_override: str | None, watchdogs_disabled: bool
    ) -> Decision:
        override = "0" if ring_override == "" else ring_override
        return super().decode_rollback_ring_slots_with(num_ssm_layers, use_speculative, published, override, watchdogs_disabled)


@fault(EMPTY, origin="a look at whether the variable is set, not at its value")
class EmptyShapeLogIsOn(ReadsTheShapeLog):
    """Logs on an empty variable."""

    def seen(self, text: str) -> str:
        return text or "1"


class _Decodes(Process):
    """Reads the bytes of every variable in its own way."""

    def decoded(self, raw: bytes) -> EnvironmentValue:
        return raw

    def set_env(self, name: str, value: EnvironmentValue) -> None:
        super().set_env(name, self.decoded(value) if isinstance(value, bytes) else value)


@fault(UNDECODABLE, origin="Python's errors='ignore', a C++ filter of bytes above 127")
class DropsBadBytes(_Decodes):
    """Reads `1` and a stray byte as `1`."""

    def decoded(self, raw: bytes) -> EnvironmentValue:
        return raw.decode("utf-8", "ignore")


@fault(UNDECODABLE, origin="a decoder that stops at the first error and returns what it has")
class StopsAtABadByte(_Decodes):
    """Reads what stands before the first bad byte."""

    def decoded(self, raw: bytes) -> EnvironmentValue:
        try:
            return raw.decode("utf-8")
        except UnicodeDecodeError as error:
            return raw[: error.start]


@fault(UNDECODABLE, origin="unwrap on the variable's text")
class CrashesOnBadBytes(Process):
    """Ends when a variable that it reads is no text."""

    def reset(self) -> None:
        super().reset()
        self.environment.__class__ = _Strict


class _Strict(Environment):
    def text(self, name: str) -> str | None:
        raw = self._variables.get(name)
        return None if raw is None else raw.decode("utf-8")


@fault(UNDECODABLE, origin="std::env::vars, which ends at any variable that is no text, read by a rule or not")
class CrashesOnAnyBadVariable(Process):
    """Ends when any variable is no text."""

    def reset(self) -> None:
        super().reset()
        self.environment.__class__ = _StrictAboutAll


class _StrictAboutAll(Environment):
    def text(self, name: str) -> str | None:
        for raw in self._variables.values():
            raw.decode("utf-8")
        return super().text(name)


@fault(SWITCH, WATCHDOGS, OVERRIDE, SHAPE_LOG, origin="a decoder that swallows a byte order mark")
class SwallowsAByteOrderMark(Process):
    """Reads U+FEFF and `1` as `1`."""

    def reset(self) -> None:
        super().reset()
        self.environment.__class__ = _WithoutMark

    def bool_value_enabled(self, value: str | None) -> bool:
        return super().bool_value_enabled(value and (value.removeprefix("\ufeff") or "-"))


class _WithoutMark(Environment):
    def text(self, name: str) -> str | None:
        text = super().text(name)
        return text and (text.removeprefix("\ufeff") or "-")
