"""What the text of a variable means: the rules of `spec/truth.md`.

Each function takes a value that may be absent (None). Which variable a value comes from, and when it is read, is told in the modules that ask.
"""

from __future__ import annotations

from typing import Final

from reference.lifetime import Lifetime

WHITE_SPACE: Final = (
    "\u0009\u000a\u000b\u000c\u000d\u0020\u0085\u00a0\u1680"
    "\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a"
    "\u2028\u2029\u202f\u205f\u3000"
)
"""The 25 code points of Unicode White_Space. Python's own idea of a blank takes in U+001C to U+001F as well."""


def _says_true(text: str) -> bool:
    # lower() knows letters beyond ASCII too, which must not count; a long text is none of its business
    return len(text) == 4 and text.isascii() and text.lower() == "true"


def bool_value_enabled(value: str | None) -> bool:
    """Whether a switch's value is on (truth/switch). Nothing is trimmed, and an empty value is off (environment/empty-is-off)."""
    return value is not None and (value == "1" or _says_true(value))


def watchdogs_disabled_from_value(value: str | None) -> bool:
    """Whether a value disables the watchdogs (truth/watchdogs). Both ends are trimmed."""
    if value is None:
        return False
    trimmed = value.strip(WHITE_SPACE)
    return trimmed == "1" or _says_true(trimmed)


def ring_forced_by(value: str | None) -> bool | None:
    """What a value forces the ring to: True is its full depth, False is depth 0, None is no override (truth/override)."""
    if value == "1":
        return True
    if value == "0":
        return False
    return None


def shape_log_enabled(value: str | None) -> bool:
    """Whether a value turns the log of shapes on (truth/shape-log)."""
    return value == "1"


class TruthCalls(Lifetime):
    """The calls of this page."""

    def bool_value_enabled(self, value: str | None) -> bool:
        return bool_value_enabled(value)

    def watchdogs_disabled_from_value(self, value: str | None) -> bool:
        return watchdogs_disabled_from_value(value)
