"""Ports that take the text of a value wrongly: truth/*."""

from __future__ import annotations

import unicodedata

from properties.faults.fault import fault
from reference import Process
from reference.environment import Environment
from reference.switches import ProcessSwitch
from reference.truth import WHITE_SPACE
from spec.port import SHAPE_LOG_VARIABLE, VARLEN_VARIABLE, Decision, LogRecord

SWITCH = "truth/switch"
WATCHDOGS = "truth/watchdogs"
OVERRIDE = "truth/override"
SHAPE_LOG = "truth/shape-log"


@fault(SWITCH, origin="a habit of trimming whatever a person typed")
class TrimsTheSwitch(Process):
    """Reads ` 1` as on."""

    def bool_value_enabled(self, value: str | None) -> bool:
        return super().bool_value_enabled(value and (value.strip() or "-"))


@fault(SWITCH, origin="a question that reads for itself what nobody has asked for yet", from_the_pages=True)
class ChunkZeroTrimsVarlen(Process):
    """Reads ` 1` as on where chunk zero is the first to ask for varlen."""

    def reset(self) -> None:
        super().reset()
        self._varlen = ProcessSwitch(VARLEN_VARIABLE, self.environment, self.seen)
        self.in_question = False

    def seen(self, value: str | None) -> bool:
        return self.bool_value_enabled(value and value.strip() if self.in_question else value)

    def prefill_batched_chunk_zero_admitted(self) -> bool:
        self.in_question = True
        admitted = super().prefill_batched_chunk_zero_admitted()
        self.in_question = False
        return admitted


@fault(SWITCH, origin="atoi and its relatives, which take signs and leading zeros")
class ReadsTheSwitchAsANumber(Process):
    """Reads `01` and `+1` as on."""

    def bool_value_enabled(self, value: str | None) -> bool:
        number = value is not None and value.isascii() and value.lstrip("+").isdigit() and int(value[:4000]) == 1
        return number or super().bool_value_enabled(value)


@fault(SWITCH, origin="YAML 1.1 and the many tools that followed it")
class TakesYesAndOn(Process):
    """Reads `yes` and `on` as on."""

    def bool_value_enabled(self, value: str | None) -> bool:
        return super().bool_value_enabled(value) or value in ("yes", "on")


@fault(SWITCH, origin="a comparison with the two spellings that the author thought of")
class KnowsTwoSpellingsOfTrue(Process):
    """Reads `true` and `TRUE` but not `True`."""

    def bool_value_enabled(self, value: str | None) -> bool:
        return value in ("1", "true", "TRUE")


@fault(SWITCH, origin="Python's int, Java's parseInt and Go's unicode.IsDigit, which know the digits of every script")
class TakesDigitsOfOtherScripts(Process):
    """Reads a fullwidth one as on."""

    def bool_value_enabled(self, value: str | None) -> bool:
        return super().bool_value_enabled(value) or (value is not None and len(value) == 1 and unicodedata.digit(value, 0) == 1)


@fault(SWITCH, WATCHDOGS, origin="Java's Boolean.parseBoolean, which knows one word")
class TakesTrueAlone(Process):
    """Reads `1` as off, in a switch and in the watchdogs' variable."""

    def bool_value_enabled(self, value: str | None) -> bool:
        return value is not None and value.lower() == "true"

    def watchdogs_disabled_from_value(self, value: str | None) -> bool:
        return self.bool_value_enabled(value and value.strip(WHITE_SPACE))


@fault(SWITCH, origin="a shell's habit: everything but 0 and nothing is on")
class TakesAnythingButZero(Process):
    """Reads `2`, `false` and ` ` as on."""

    def bool_value_enabled(self, value: str | None) -> bool:
        return value is not None and value not in ("", "0")


@fault(SWITCH, origin="strncmp with the length of the literal")
class ComparesTheBeginning(Process):
    """Reads `1x` and `truely` as on."""

    def bool_value_enabled(self, value: str | None) -> bool:
        return value is not None and (value.startswith("1") or value[:4].lower() == "true")


@fault(SWITCH, origin="C strings, which end at the first NUL")
class EndsAtANul(Process):
    """Reads `1` before a NUL as on."""

    def bool_value_enabled(self, value: str | None) -> bool:
        return super().bool_value_enabled(value and (value.split("\0")[0] or "-"))


@fault(SWITCH, origin="a text file's last newline, chopped before the value is looked at")
class DropsATrailingNewline(Process):
    """Reads `1` and a newline as on."""

    def bool_value_enabled(self, value: str | None) -> bool:
        return super().bool_value_enabled(value and (value.removesuffix("\n") or "-"))


@fault(WATCHDOGS, origin="Python's str.strip, which takes U+001C to U+001F for blanks")
class TrimsInformationSeparators(Process):
    """Trims four control characters too many."""

    def watchdogs_disabled_from_value(self, value: str | None) -> bool:
        return super().watchdogs_disabled_from_value(value and value.strip())


@fault(WATCHDOGS, origin="C's isspace, Rust's trim_ascii, Go's strings.Fields on bytes")
class TrimsAsciiBlanksOnly(Process):
    """Leaves a no-break space in place."""

    def watchdogs_disabled_from_value(self, value: str | None) -> bool:
        trimmed = value and value.strip(" \t\n\v\f\r")
        return trimmed == "1" or (trimmed or "").lower() == "true"


@fault(WATCHDOGS, origin="JavaScript's trim, which takes U+FEFF and leaves U+0085")
class TrimsAsJavaScriptDoes(Process):
    """Trims a byte order mark."""

    def watchdogs_disabled_from_value(self, value: str | None) -> bool:
        trimmed = value and value.strip(WHITE_SPACE.replace("\u0085", "") + "\ufeff")
        return trimmed == "1" or (trimmed or "").lower() == "true"


@fault(WATCHDOGS, origin="Java's String.trim, which takes everything up to U+0020")
class TrimsAsOldJavaDoes(Process):
    """Trims every control character and no space beyond ASCII."""

    def watchdogs_disabled_from_value(self, value: str | None) -> bool:
        trimmed = value and value.strip("".join(map(chr, range(33))))
        return trimmed == "1" or (trimmed or "").lower() == "true"


@fault(WATCHDOGS, origin="reading both kinds of switch with one function")
class DoesNotTrimTheWatchdogs(Process):
    """Reads ` 1` as off."""

    def watchdogs_disabled_from_value(self, value: str | None) -> bool:
        return self.bool_value_enabled(value)


@fault(WATCHDOGS, origin="trim_start where trim was meant")
class TrimsTheFrontOnly(Process):
    """Reads `1 ` as off."""

    def watchdogs_disabled_from_value(self, value: str | None) -> bool:
        return super().bool_value_enabled(value and value.lstrip(WHITE_SPACE))


@fault(WATCHDOGS, origin="an older Unicode, in which U+180E was a space")
class TrimsTheMongolianVowelSeparator(Process):
    """Trims U+180E."""

    def watchdogs_disabled_from_value(self, value: str | None) -> bool:
        return super().watchdogs_disabled_from_value(value and value.strip(WHITE_SPACE + "\u180e"))


@fault(WATCHDOGS, origin="lower-casing forgotten after the trim")
class WatchdogsKnowOneCase(Process):
    """Reads `TRUE` as off."""

    def watchdogs_disabled_from_value(self, value: str | None) -> bool:
        return value is not None and value.strip(WHITE_SPACE) in ("1", "true")


class _ReadsTheOverride(Process):
    """Reads the override through a text of its own, in both decisions."""

    def seen(self, text: str) -> str:
        return text

    def decode_rollback_ring_slots_with(
        self, num_ssm_layers: int, use_speculative: bool, published: int | None, ring_override: str | None, watchdogs_disabled: bool
    ) -> Decision:
        seen = self.seen(ring_override) if ring_override else ring_override
        return super().decode_rollback_ring_slots_with(num_ssm_layers, use_speculative, published, seen, watchdogs_disabled)


@fault(OVERRIDE, origin="a habit of trimming whatever a person typed")
class TrimsTheOverride(_ReadsTheOverride):
    """Forces on ` 1`."""

    def seen(self, text: str) -> str:
        return text.strip()


@fault(OVERRIDE, origin="the switches' parser used for the override as well")
class OverrideTakesTrue(_ReadsTheOverride):
    """Forces on `true`."""

    def seen(self, text: str) -> str:
        return "1" if text.lower() == "true" else text


@fault(OVERRIDE, origin="a parser of integers before the comparison")
class OverrideTakesLeadingZeros(_ReadsTheOverride):
    """Forces on `01`."""

    def seen(self, text: str) -> str:
        return text.lstrip("0") or text if text.endswith("1") else text


@fault(OVERRIDE, origin="a look at the first character")
class OverrideLooksAtOneCharacter(_ReadsTheOverride):
    """Forces on `1x` and `10`."""

    def seen(self, text: str) -> str:
        return "1" if text[0] == "1" else text


@fault(OVERRIDE, origin="the override taken for a depth")
class OverrideTakesADepth(_ReadsTheOverride):
    """Gives 4 slots for `4`."""

    def decode_rollback_ring_slots_with(
        self, num_ssm_layers: int, use_speculative: bool, published: int | None, ring_override: str | None, watchdogs_disabled: bool
    ) -> Decision:
        if num_ssm_layers > 0 and published is None and ring_override in ("2", "4"):
            return Decision(int(ring_override), None)
        return super().decode_rollback_ring_slots_with(num_ssm_layers, use_speculative, published, ring_override, watchdogs_disabled)


class ReadsTheShapeLog(Process):
    """Reads the shape log's variable through a text of its own."""

    def seen(self, text: str) -> str:
        return text

    def log_gemm_shape(self, backend: str, name: str, m: int, n: int, k: int) -> tuple[LogRecord, ...]:
        text = self.environment.text(SHAPE_LOG_VARIABLE)
        kept = self.environment
        self.environment = Environment({SHAPE_LOG_VARIABLE: self.seen(text).encode()} if text is not None else {})
        try:
            return super().log_gemm_shape(backend, name, m, n, k)
        finally:
            self.environment = kept


@fault(SHAPE_LOG, origin="the switches' parser used for the shape log as well")
class ShapeLogTakesTrue(ReadsTheShapeLog):
    """Logs on `true`."""

    def seen(self, text: str) -> str:
        return "1" if text.lower() == "true" else text


@fault(SHAPE_LOG, origin="a habit of trimming whatever a person typed")
class TrimsTheShapeLog(ReadsTheShapeLog):
    """Logs on `1 `."""

    def seen(self, text: str) -> str:
        return text.strip()


@fault(SHAPE_LOG, origin="a level instead of a switch: the higher, the more")
class ShapeLogTakesALevel(ReadsTheShapeLog):
    """Logs on `2`."""

    def seen(self, text: str) -> str:
        return "1" if text in ("2", "3") else text
