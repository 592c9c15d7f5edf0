"""The picture of `spec/environment.md`: how bytes become text or count as absent, walked over bytes of every kind."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from properties.pictures.diagram import flowchart
from properties.pictures.walk import lies_about, yes_or_no
from reference.environment import text_of
from reference.truth import bool_value_enabled, ring_forced_by, shape_log_enabled, watchdogs_disabled_from_value

RAW: Final = (None, b"", b"1", b"true", "\u3000é".encode(), b"\xff", b"1\xff", b"\xc0\xb1", b"\xed\xa0\x80", b"\xe2\x82")
ABSENT: Final = "off, no override"
TEXT: Final = "read as its variable is read: truth"


def lies(picture: str) -> Iterator[str]:
    """What the picture gets wrong."""
    return lies_about(flowchart(picture), RAW, lambda _: "variable", answer, contradicted)


def answer(raw: bytes | None, passed: Sequence[str]) -> str | None:
    """Whether it is set, and whether it is UTF-8."""
    if passed[-1] == "set?":
        return yes_or_no(raw is not None)
    if passed[-1] == "its bytes valid UTF-8?" and raw is not None:
        return yes_or_no(raw.decode("utf-8", "replace").encode() == raw)
    return None


def contradicted(raw: bytes | None, end: str) -> str | None:
    """Whether the reference has a text, and that absence is off everywhere."""
    text = text_of(raw)
    if text is not None:
        return None if end == TEXT else f"the reference reads the text {text!r}"
    is_on = bool_value_enabled(None) or watchdogs_disabled_from_value(None) or shape_log_enabled(None) or ring_forced_by(None) is not None
    return None if end == ABSENT and not is_on else "to the reference it is absent" + (", and that is on somewhere" if is_on else "")
