"""Ports that misread a text: truth/*. How bytes become text is not theirs, but for a byte order mark."""

from __future__ import annotations

import unicodedata
from collections.abc import Mapping
from typing import Final

from properties.faults.fault import fault
from properties.faults.from_the_pages.reading import Reader
from reference import Process
from reference.truth import WHITE_SPACE
from spec.port import SHAPE_LOG_VARIABLE, Decision

SWITCH = "truth/switch"
WATCHDOGS = "truth/watchdogs"
OVERRIDE = "truth/override"
SHAPE_LOG = "truth/shape-log"

BLANKS_OF_A_LINE: Final = "".join(blank for blank in WHITE_SPACE if blank not in "\n\v\f\r\u0085\u2028\u2029")


class _Switch(Process):
    """Reads what becomes of a switch's text, as the reference does."""

    def seen(self, value: str) -> str:
        """The text that is compared."""
        return value

    def bool_value_enabled(self, value: str | None) -> bool:
        return value is not None and super().bool_value_enabled(self.seen(value))


@fault(SWITCH, origin="C, lower case by `c | 0x20`, which is right for letters", from_the_pages=True)
class CaseFoldedByOneBit(_Switch):
    """Sets the bit of lower case in every ASCII character first, which turns U+0011 into the digit 1."""

    def seen(self, value: str) -> str:
        return "".join(chr(ord(letter) | 0x20) if letter.isascii() else letter for letter in value)


@fault(SWITCH, origin="Java or C#, each char cast to a byte", from_the_pages=True)
class LowByteOfEachCharacter(_Switch):
    """Compares the low byte of each character, and so takes a dotless i, U+0131, for the digit 1."""

    def seen(self, value: str) -> str:
        return "".join(chr(ord(letter) & 0xFF) for letter in value)


@fault(SWITCH, origin="Ruby, a pattern between ^ and $, which match at every line", from_the_pages=True)
class AnyLineThatSaysOn(_Switch):
    """Is on when any line of the text says so."""

    def bool_value_enabled(self, value: str | None) -> bool:
        return value is not None and any(super(AnyLineThatSaysOn, self).bool_value_enabled(line) for line in value.split("\n"))


@fault(SWITCH, origin="Swift, a comparison that minds neither case nor diacritics", from_the_pages=True)
class AccentsIgnored(_Switch):
    """Compares without accents, so that `trüe` is on."""

    def seen(self, value: str) -> str:
        return "".join(letter for letter in unicodedata.normalize("NFD", value) if not unicodedata.combining(letter))


@fault(WATCHDOGS, origin="C, `if (isspace(*p)) p++` in place of the loop", from_the_pages=True)
class OneBlankTrimmedAtEachEnd(Process):
    """Trims one character of white space at each end, and no second one."""

    def watchdogs_disabled_from_value(self, value: str | None) -> bool:
        text = value or ""
        start = int(text[:1] in WHITE_SPACE)
        end = len(text) - int(text[-1:] in WHITE_SPACE)
        return self.bool_value_enabled(text[start:end])


@fault(WATCHDOGS, origin="a split at white space, for the comment that may follow a value", from_the_pages=True)
class FirstWordDecides(Process):
    """Reads the first word of the value and nothing after it."""

    def watchdogs_disabled_from_value(self, value: str | None) -> bool:
        trimmed = (value or "").strip(WHITE_SPACE)
        end = next((at for at, letter in enumerate(trimmed) if letter in WHITE_SPACE), len(trimmed))
        return self.bool_value_enabled(trimmed[:end])


@fault(WATCHDOGS, origin="a table of white space without the non-breaking blanks that are not Latin-1", from_the_pages=True)
class FigureSpaceIsNoBlank(Process):
    """Leaves U+2007, the figure space, where it is, for it does not break a line."""

    def watchdogs_disabled_from_value(self, value: str | None) -> bool:
        return value is not None and self.bool_value_enabled(value.strip(WHITE_SPACE.replace("\u2007", "")))


@fault(OVERRIDE, origin="Java, Character.digit of a text of one character", from_the_pages=True)
class OverrideInDigitsOfAnyScript(Process):
    """Takes the one and the zero of every script for an override."""

    def decode_rollback_ring_slots_with(
        self, num_ssm_layers: int, use_speculative: bool, published: int | None, ring_override: str | None, watchdogs_disabled: bool
    ) -> Decision:
        if ring_override is not None and len(ring_override) == 1:
            digit = unicodedata.decimal(ring_override, None)
            ring_override = ring_override if digit is None else str(digit)
        return super().decode_rollback_ring_slots_with(num_ssm_layers, use_speculative, published, ring_override, watchdogs_disabled)


@fault(SHAPE_LOG, origin="Ruby, chomp on whatever comes from outside", from_the_pages=True)
class LineEndChompedForTheLog(Reader):
    """Takes one line end off the value of the shape log's variable."""

    def read(self, name: str, variables: Mapping[str, bytes]) -> str | None:
        text = super().read(name, variables)
        return text.removesuffix("\n").removesuffix("\r") if name == SHAPE_LOG_VARIABLE and text is not None else text


@fault(SWITCH, WATCHDOGS, OVERRIDE, SHAPE_LOG, origin="Python, decoded as utf-8-sig for files that Windows wrote", from_the_pages=True)
class ByteOrderMarkDropped(Reader):
    """Drops a byte order mark at the beginning of every variable."""

    def decoded(self, raw: bytes) -> str | None:
        return super().decoded(raw.removeprefix(b"\xef\xbb\xbf"))
