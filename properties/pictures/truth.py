"""The picture of `spec/truth.md`: four readings of a text, each walked over texts that one of them takes and another does not."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import product
from typing import Final, NamedTuple

from properties.pictures.diagram import flowchart
from properties.pictures.walk import lies_about, yes_or_no
from reference.environment import text_of
from reference.truth import WHITE_SPACE, bool_value_enabled, ring_forced_by, shape_log_enabled, watchdogs_disabled_from_value

READERS: Final = ("levers", "watchdogs", "shape log", "ring override")
RAW: Final = (
    *(None, b"\xff", b"", b"1", b"0", b"true", b"TRUE", b"false", b"2", b"01", b"yes"),
    *("\u2000tRue\u0085".encode(), b" 1", b"1\n", b" 0", "\u200b1".encode(), b"\x1c1", "\u0442rue".encode()),
)
TRIMMED: Final = "trim Unicode White_Space at both ends"
FORCED: Final = {"force the whole ring": True, "force no ring": False, "no override": None}


class Read(NamedTuple):
    """A variable's bytes, and by whom they are read."""

    raw: bytes | None
    reader: str


def lies(picture: str) -> Iterator[str]:
    """What the picture gets wrong."""
    return lies_about(flowchart(picture), (Read(*one) for one in product(RAW, READERS)), lambda _: "bytes", answer, contradicted)


def answer(read: Read, passed: Sequence[str]) -> str | None:
    """What the text answers, once it has been trimmed if the way led there."""
    decoded = text_of(read.raw)
    text = "" if decoded is None else decoded.strip(WHITE_SPACE) if TRIMMED in passed else decoded
    match passed[-1]:
        case "bytes of the variable":
            return "unset, or not UTF-8" if decoded is None else "UTF-8"
        case "text":
            return read.reader
        case "1, or true in any ASCII case?":
            return yes_or_no(text == "1" or (text.isascii() and text.lower() == "true"))
        case "1?":
            return yes_or_no(text == "1")
        case "1 or 0?":
            return text if text in ("0", "1") else "anything else"
    return None


def contradicted(read: Read, end: str) -> str | None:
    """What the reference reads."""
    text = text_of(read.raw)
    forced = ring_forced_by(text)
    is_on = {"levers": bool_value_enabled, "watchdogs": watchdogs_disabled_from_value, "shape log": shape_log_enabled}.get(read.reader)
    if is_on is None:
        said = None if end == "absent: off, no override" else FORCED.get(end, not forced)
        return None if said is forced else f"the reference forces {forced}"
    right = "on" if is_on(text) else "off"
    return None if end == right or (text is None and end == "absent: off, no override" and right == "off") else f"the reference reads {right}"
