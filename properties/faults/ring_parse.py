"""Ports that read the command line's depth wrongly: ring-parse/*."""

from __future__ import annotations

from properties.faults.fault import fault
from reference import Process
from spec.port import DECODE_ROLLBACK_RING_SLOTS, Depth, ParseError

AUTO = "ring-parse/auto"
NUMBER = "ring-parse/number"
RANGE = "ring-parse/range"
EXCEEDS = "ring-parse/exceeds"
UNKNOWN = "ring-parse/unknown"
MESSAGE = "ring-parse/message"


class _Reads(Process):
    """Reads the command line's depth through a text of its own; messages show the text as it was given."""

    def seen(self, text: str) -> str:
        return text

    def parse_decode_ring_slots(self, s: str) -> Depth | ParseError:
        parsed = super().parse_decode_ring_slots(self.seen(s))
        if isinstance(parsed, ParseError) and parsed.err.startswith("unknown"):
            return ParseError(f"unknown ssm-decode-ring-slots '{s}' (valid: auto, 0..={DECODE_ROLLBACK_RING_SLOTS})")
        return parsed


@fault(AUTO, origin="a comparison that ignores case, as the switches' does")
class AutoInAnyCase(_Reads):
    """Takes `AUTO`."""

    def seen(self, text: str) -> str:
        return "auto" if text.lower() == "auto" else text


@fault(AUTO, origin="an option that may be left empty")
class EmptyIsAuto(_Reads):
    """Takes an empty text for `auto`."""

    def seen(self, text: str) -> str:
        return text or "auto"


@fault(AUTO, origin="the default depth put where none belongs")
class AutoIsTheWholeRing(_Reads):
    """Gives the whole ring for `auto`."""

    def seen(self, text: str) -> str:
        return str(DECODE_ROLLBACK_RING_SLOTS) if text == "auto" else text


@fault(AUTO, origin="the special word forgotten")
class DoesNotKnowAuto(_Reads):
    """Refuses `auto`."""

    def seen(self, text: str) -> str:
        return text + "?" if text == "auto" else text


@fault(NUMBER, origin="a grammar of bare digits, as Go's strconv.ParseUint has it")
class RefusesAPlusSign(_Reads):
    """Refuses `+5`."""

    def seen(self, text: str) -> str:
        return "?" if text.startswith("+") else text


@fault(NUMBER, origin="a limit on the number of digits")
class RefusesLeadingZeros(_Reads):
    """Refuses `007`."""

    def seen(self, text: str) -> str:
        return "?" if text.lstrip("+").startswith("0") and len(text.lstrip("+")) > 1 else text


@fault(NUMBER, origin="C's strtoul with base 0, JavaScript's old parseInt")
class ReadsLeadingZerosAsOctal(_Reads):
    """Reads `010` as 8."""

    def seen(self, text: str) -> str:
        digits = text.removeprefix("+")
        octal = len(digits) > 1 and digits[0] == "0" and len(digits) < 1000 and all(one in "01234567" for one in digits)
        return str(int(digits, 8)) if octal else text


@fault(UNKNOWN, origin="strtol and int(), which take several signs or a minus before zero")
class TakesMinusZero(_Reads):
    """Takes `-0` for 0."""

    def seen(self, text: str) -> str:
        return "0" if text == "-0" else text


@fault(UNKNOWN, origin="a loop over signs where one optional sign was meant")
class TakesSeveralPlusSigns(_Reads):
    """Takes `++5`."""

    def seen(self, text: str) -> str:
        number = text.lstrip("+")
        return number if number.isascii() and number.isdigit() else text


@fault(AUTO, UNKNOWN, origin="Python's int, Java's trim before parseInt")
class TrimsTheDepth(_Reads):
    """Takes ` 5`, and `auto ` as well."""

    def seen(self, text: str) -> str:
        return text.strip() or text


@fault(UNKNOWN, origin="Python's int, Rust and Java literals")
class TakesUnderscores(_Reads):
    """Takes `0_5`."""

    def seen(self, text: str) -> str:
        bare = text.replace("_", "")
        return bare if text[:1].isdigit() and text[-1:].isdigit() and "__" not in text else text


@fault(UNKNOWN, origin="Python's str.isdigit and int, \\d in most regular expressions")
class TakesADepthInDigitsOfOtherScripts(_Reads):
    """Takes a fullwidth five."""

    def seen(self, text: str) -> str:
        foreign = text.isdecimal() and not text.isascii() and len(text) < 1000
        return str(int(text)) if foreign else text


@fault(UNKNOWN, origin="a parser that knows bases, such as JavaScript's Number")
class TakesHexadecimal(_Reads):
    """Takes `0x5`."""

    def seen(self, text: str) -> str:
        hexadecimal = text[:2] in ("0x", "0X") and len(text) > 2 and all(one in "0123456789abcdefABCDEF" for one in text[2:])
        return str(int(text, 16)) if hexadecimal else text


@fault(UNKNOWN, origin="JavaScript's parseInt, C's strtoul without a look at the end pointer")
class TakesANumberWithATail(_Reads):
    """Takes `5x` for 5."""

    def seen(self, text: str) -> str:
        digits = ""
        for one in text:
            if not ("0" <= one <= "9"):
                break
            digits += one
        return digits or text


@fault(UNKNOWN, EXCEEDS, origin="a double in between: JavaScript's Number, a JSON parser")
class ReadsTheNumberAsADouble(_Reads):
    """Takes a number that is a little more than a word, and names another number in the message."""

    def parse_decode_ring_slots(self, s: str) -> Depth | ParseError:
        parsed = super().parse_decode_ring_slots(s)
        digits = s.removeprefix("+")
        if digits.isascii() and digits.isdigit() and 2**64 <= int(digits[:4000]) < 2**65:
            return ParseError(f"ssm-decode-ring-slots 18446744073709551615 exceeds the {DECODE_ROLLBACK_RING_SLOTS} the ring is sized for")
        if isinstance(parsed, ParseError) and s == "9007199254740993":
            return ParseError(f"unknown ssm-decode-ring-slots '9007199254740993' (valid: auto, 0..={DECODE_ROLLBACK_RING_SLOTS})")
        return parsed


@fault(RANGE, origin="an exclusive bound where an inclusive one was meant")
class RefusesTheWholeRing(_Reads):
    """Refuses the size of the ring."""

    def parse_decode_ring_slots(self, s: str) -> Depth | ParseError:
        parsed = super().parse_decode_ring_slots(s)
        size = DECODE_ROLLBACK_RING_SLOTS
        return ParseError(f"ssm-decode-ring-slots {size} exceeds the {size} the ring is sized for") if parsed == Depth(size) else parsed


@fault(RANGE, origin="a depth of 0 taken for absence, as a falsy value is in Python and JavaScript")
class ZeroIsAuto(_Reads):
    """Takes 0 for `auto`."""

    def parse_decode_ring_slots(self, s: str) -> Depth | ParseError:
        parsed = super().parse_decode_ring_slots(s)
        return Depth(None) if s == "0" else parsed


@fault(EXCEEDS, origin="a bound that was not moved with the ring")
class TakesOneTooMany(_Reads):
    """Takes a depth of one more than the ring has."""

    def parse_decode_ring_slots(self, s: str) -> Depth | ParseError:
        parsed = super().parse_decode_ring_slots(s)
        more = DECODE_ROLLBACK_RING_SLOTS + 1
        return Depth(more) if isinstance(parsed, ParseError) and parsed.err.startswith(f"ssm-decode-ring-slots {more} exceeds") else parsed


@fault(EXCEEDS, origin="clamping instead of refusing")
class ClampsTheNumber(_Reads):
    """Gives the whole ring for every deeper one."""

    def parse_decode_ring_slots(self, s: str) -> Depth | ParseError:
        parsed = super().parse_decode_ring_slots(s)
        plain = isinstance(parsed, ParseError) and parsed.err.startswith(f"ssm-decode-ring-slots {s} exceeds ")
        return Depth(DECODE_ROLLBACK_RING_SLOTS) if plain else parsed


@fault(EXCEEDS, origin="a 32-bit parser for a word")
class ReadsThirtyTwoBits(_Reads):
    """Calls a number above 32 bits unknown."""

    def parse_decode_ring_slots(self, s: str) -> Depth | ParseError:
        parsed = super().parse_decode_ring_slots(s)
        large = s[:1] in set("123456789") and s.isascii() and s.isdigit() and len(s) < 4000 and int(s) >= 2**32
        return ParseError(f"unknown ssm-decode-ring-slots '{s}' (valid: auto, 0..={DECODE_ROLLBACK_RING_SLOTS})") if large else parsed


@fault(UNKNOWN, origin="unchecked arithmetic on digits: the value wraps")
class WrapsTheNumber(_Reads):
    """Reads 2**64 + 5 as 5."""

    def seen(self, text: str) -> str:
        plain = text.isascii() and text.isdigit() and len(text) < 4000 and int(text) >= 2**64
        return str(int(text) % 2**64) if plain else text


@fault(UNKNOWN, origin="strtoul, which gives the largest value on overflow")
class SaturatesTheNumber(_Reads):
    """Takes a number that is more than a word for the largest word."""

    def seen(self, text: str) -> str:
        digits = text.removeprefix("+")
        more = (
            digits.isascii() and digits.isdigit() and len(digits) > 19 and (len(digits.lstrip("0")) > 20 or int(digits.lstrip("0") or "0") >= 2**64)
        )
        return str(2**64 - 1) if more else text


@fault(MESSAGE, origin="a text quoted with the language's own escapes")
class QuotesTheText(Process):
    """Shows a newline in the message as an escape."""

    def parse_decode_ring_slots(self, s: str) -> Depth | ParseError:
        parsed = super().parse_decode_ring_slots(s)
        if isinstance(parsed, ParseError) and parsed.err.startswith("unknown"):
            return ParseError(f"unknown ssm-decode-ring-slots {s!r} (valid: auto, 0..={DECODE_ROLLBACK_RING_SLOTS})")
        return parsed


@fault(MESSAGE, origin="the text as it was typed put where the number belongs")
class ShowsTheTextForTheNumber(Process):
    """Shows `007` decorations in the exceeds message: `+9` for 9."""

    def parse_decode_ring_slots(self, s: str) -> Depth | ParseError:
        parsed = super().parse_decode_ring_slots(s)
        exceeds = isinstance(parsed, ParseError) and parsed.err.startswith("ssm-decode-ring-slots ")
        return ParseError(f"ssm-decode-ring-slots {s} exceeds the {DECODE_ROLLBACK_RING_SLOTS} the ring is sized for") if exceeds else parsed


@fault(MESSAGE, origin="a message built with a formatter that the text can steer")
class FormatsTheText(Process):
    """Loses a percent sign of the text."""

    def parse_decode_ring_slots(self, s: str) -> Depth | ParseError:
        parsed = super().parse_decode_ring_slots(s)
        if isinstance(parsed, ParseError) and parsed.err.startswith("unknown"):
            return ParseError(parsed.err.replace("%%", "%").replace("{}", ""))
        return parsed


@fault(MESSAGE, origin="a message cut to a buffer")
class CutsTheMessage(Process):
    """Shows 256 characters at most."""

    def parse_decode_ring_slots(self, s: str) -> Depth | ParseError:
        parsed = super().parse_decode_ring_slots(s)
        return ParseError(parsed.err[:256]) if isinstance(parsed, ParseError) else parsed
