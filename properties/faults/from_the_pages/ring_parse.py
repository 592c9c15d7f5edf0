"""Ports that misread the text of the ring's depth, or misreport it: ring-parse/*."""

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


def unknown(text: str) -> ParseError:
    """The refusal of a text that is no number."""
    return ParseError(f"unknown ssm-decode-ring-slots '{text}' (valid: auto, 0..={DECODE_ROLLBACK_RING_SLOTS})")


def exceeds(number: int) -> ParseError:
    """The refusal of a number that is too large."""
    return ParseError(f"ssm-decode-ring-slots {number} exceeds the {DECODE_ROLLBACK_RING_SLOTS} the ring is sized for")


def digits_of(text: str) -> str:
    """The digits of a number without sign and leading zeros, empty where the text is no number or is 0."""
    digits = text.removeprefix("+")
    return digits.lstrip("0") if digits.isascii() and digits.isdigit() else ""


@fault(AUTO, origin="a sign taken off before the text is looked at", from_the_pages=True)
class SignBeforeAuto(Process):
    """Takes `+auto` for `auto`."""

    def parse_decode_ring_slots(self, s: str) -> Depth | ParseError:
        return Depth(None) if s.removeprefix("+") == "auto" else super().parse_decode_ring_slots(s)


@fault(NUMBER, origin="a pattern such as ^(0|\\+?[1-9][0-9]*)$", from_the_pages=True)
class SignAndZerosNotTogether(Process):
    """Refuses a number that has both a plus sign and leading zeros."""

    def parse_decode_ring_slots(self, s: str) -> Depth | ParseError:
        is_both = s.startswith("+0") and len(s) > 2
        return unknown(s) if is_both else super().parse_decode_ring_slots(s)


@fault(RANGE, origin="a switch over the depths with one case forgotten", from_the_pages=True)
class NoCaseForSix(Process):
    """Refuses 6 as too large."""

    def parse_decode_ring_slots(self, s: str) -> Depth | ParseError:
        answer = super().parse_decode_ring_slots(s)
        return exceeds(6) if answer == Depth(6) else answer


@fault(EXCEEDS, origin="Rust, parsed as u32 where the depth is a usize", from_the_pages=True)
class MoreThanThirtyTwoBitsUnknown(Process):
    """Calls a number from 2**32 on unknown, whatever the word."""

    def parse_decode_ring_slots(self, s: str) -> Depth | ParseError:
        digits = digits_of(s)
        return unknown(s) if len(digits) > 10 or int(digits or "0") >= 2**32 else super().parse_decode_ring_slots(s)


@fault(UNKNOWN, origin="C, an overflow looked for by `next < value` after each digit", from_the_pages=True)
class OverflowSeenOnlyWhereItShrinks(Process):
    """Wraps a number of more than a word whose wrapped value never fell from one digit to the next."""

    def parse_decode_ring_slots(self, s: str) -> Depth | ParseError:
        value = 0
        for digit in digits_of(s)[:64]:
            following = (value * 10 + int(digit)) & self.largest_word
            if following < value:
                return unknown(s)
            value = following
        return exceeds(value) if value > DECODE_ROLLBACK_RING_SLOTS else super().parse_decode_ring_slots(s)


@fault(UNKNOWN, origin="Python, isdigit as the guard before int", from_the_pages=True)
class CrashOnASuperscript(Process):
    """Crashes on a digit that is a digit and no decimal, such as a superscript two, and takes decimals of every script."""

    def parse_decode_ring_slots(self, s: str) -> Depth | ParseError:
        digits = s.removeprefix("+")
        if digits.isdigit() and not digits.isascii():
            number = int(digits[:4000])
            return exceeds(number) if number > DECODE_ROLLBACK_RING_SLOTS else Depth(number)
        return super().parse_decode_ring_slots(s)


@fault(UNKNOWN, origin="a carriage return taken off what a script with Windows line ends passes", from_the_pages=True)
class CarriageReturnTakenOff(Process):
    """Drops one carriage return at the end before it looks at a number."""

    def parse_decode_ring_slots(self, s: str) -> Depth | ParseError:
        answer = super().parse_decode_ring_slots(s.removesuffix("\r"))
        return answer if digits_of(s.removesuffix("\r")) else super().parse_decode_ring_slots(s)


@fault(MESSAGE, origin="JavaScript, a BigInt compared and then shown by way of Number", from_the_pages=True)
class NumberShownInBinary64(Process):
    """Shows the binary64 number that is nearest to the value."""

    def parse_decode_ring_slots(self, s: str) -> Depth | ParseError:
        answer = super().parse_decode_ring_slots(s)
        is_large = isinstance(answer, ParseError) and answer.err.startswith("ssm")
        return exceeds(int(float(digits_of(s)))) if is_large else answer


@fault(MESSAGE, origin="a limit on what an error may quote", from_the_pages=True)
class LongTextShortened(Process):
    """Shows the first 64 characters of an unknown text and three points."""

    def parse_decode_ring_slots(self, s: str) -> Depth | ParseError:
        answer = super().parse_decode_ring_slots(s)
        is_long = isinstance(answer, ParseError) and answer.err.startswith("unknown") and len(s) > 64
        return unknown(s[:64] + "...") if is_long else answer


@fault(MESSAGE, origin="a template whose places are filled by one replace after the other", from_the_pages=True)
class TextFilledAgain(Process):
    """Fills `{valid}` in the unknown text as well, for the text is put into the template first."""

    def parse_decode_ring_slots(self, s: str) -> Depth | ParseError:
        answer = super().parse_decode_ring_slots(s)
        if not isinstance(answer, ParseError) or answer.err.startswith("ssm"):
            return answer
        template = "unknown ssm-decode-ring-slots '{text}' (valid: {valid})"
        return ParseError(template.replace("{text}", s).replace("{valid}", f"auto, 0..={DECODE_ROLLBACK_RING_SLOTS}"))
