"""The text of `--ssm-decode-ring-slots`: the rules of `spec/ring-parse.md`.

What becomes of the depth is told in `serve.py`.
"""

from __future__ import annotations

from reference.lifetime import Lifetime
from spec.port import DECODE_ROLLBACK_RING_SLOTS, Depth, ParseError


def number_in(text: str, largest_word: int) -> int | None:
    """The number that a text writes, None where it writes none or one that is more than a word (ring-parse/number)."""
    digits = text.removeprefix("+")
    if not (digits.isascii() and digits.isdigit()):
        return None
    significant = digits.lstrip("0")
    # int() takes no text of more than 4300 digits, so the long ones are told by their length
    if len(significant) > len(str(largest_word)):
        return None
    number = int(significant or "0")
    return number if number <= largest_word else None


def parse_decode_ring_slots(s: str, largest_word: int) -> Depth | ParseError:
    """The depth in slots that a text asks for, None for `auto`, or the error (every rule of ring-parse)."""
    if s == "auto":
        return Depth(None)
    number = number_in(s, largest_word)
    if number is None:
        return ParseError(f"unknown ssm-decode-ring-slots '{s}' (valid: auto, 0..={DECODE_ROLLBACK_RING_SLOTS})")
    if number > DECODE_ROLLBACK_RING_SLOTS:
        return ParseError(f"ssm-decode-ring-slots {number} exceeds the {DECODE_ROLLBACK_RING_SLOTS} the ring is sized for")
    return Depth(number)


class RingParseCalls(Lifetime):
    """The calls of this page."""

    def parse_decode_ring_slots(self, s: str) -> Depth | ParseError:
        return parse_decode_ring_slots(s, self.largest_word)
