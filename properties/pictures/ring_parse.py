"""The picture of `spec/ring-parse.md`: three questions about a text, walked over texts of every kind."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Final

from properties.pictures.diagram import flowchart
from properties.pictures.walk import lies_about, yes_or_no
from reference.ring_parse import number_in, parse_decode_ring_slots
from spec.port import DECODE_ROLLBACK_RING_SLOTS, Depth

LARGEST: Final = 2**64 - 1
SIZE: Final = DECODE_ROLLBACK_RING_SLOTS
TEXTS: Final = (
    *("auto", "AUTO", "", "+", "-0", " 5", "5x", "0x5", "5.0", "\u0665", "007", "+5", "0" * 4301, str(LARGEST), str(LARGEST + 1)),
    *map(str, range(2 * SIZE + 2)),
)
ENDS: Final = {
    "Depth(None) ring-parse/auto": "Depth(None)",
    "Depth(n) ring-parse/range": "Depth(n)",
    "ParseError, kind unknown ring-parse/unknown": "unknown",
    "ParseError, kind exceeds ring-parse/exceeds": "exceeds",
}


def lies(picture: str) -> Iterator[str]:
    """What the picture gets wrong."""
    return lies_about(flowchart(picture), TEXTS, lambda _: "text", answer, contradicted)


def answer(text: str, passed: Sequence[str]) -> str | None:
    """What a text answers."""
    number = number_in(text, LARGEST)
    if passed[-1] == "exactly auto?":
        return yes_or_no(text == "auto")
    if passed[-1] == "a number within a word? ring-parse/number":
        return yes_or_no(number is not None)
    bound = re.fullmatch(r"(\d+) or less\?", passed[-1])
    return None if bound is None or number is None else yes_or_no(number <= int(bound[1]))


def contradicted(text: str, end: str) -> str | None:
    """What the reference makes of the text."""
    parsed = parse_decode_ring_slots(text, LARGEST)
    right = ("Depth(None)" if parsed.ok is None else "Depth(n)") if isinstance(parsed, Depth) else parsed.told_kind
    return None if ENDS.get(end) == right else f"the reference answers {parsed!r:.80}"
