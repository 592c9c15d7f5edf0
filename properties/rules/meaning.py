"""What a text means: when a value is on, and which depth an override forces. Facts for every page's predicates; nothing here judges."""

from __future__ import annotations

from itertools import product
from typing import Final

from spec.port import DECODE_ROLLBACK_RING_SLOTS

WHITE_SPACE: Final = "\t\n\v\f\r \u0085\u00a0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a\u2028\u2029\u202f\u205f\u3000"
"""The 25 code points with the Unicode property White_Space."""

TRUE_IN_ANY_CASE: Final = tuple(map("".join, product("tT", "rR", "uU", "eE")))
"""`true`, each letter in either ASCII case: sixteen texts."""


def spells_true(text: str) -> bool:
    """Whether a text is `true` in any case."""
    return len(text) == 4 and text in TRUE_IN_ANY_CASE


def switch_is_on(value: str | None) -> bool:
    """What a switch's variable or Q12 means: on for `1` and for `true` in any case, with nothing trimmed."""
    return value is not None and (value == "1" or spells_true(value))


def watchdogs_are_disabled(value: str | None) -> bool:
    """What the watchdog variable means: as a switch, once White_Space is cut from both ends."""
    if value is None:
        return False
    first, end = 0, len(value)
    while first < end and value[first] in WHITE_SPACE:
        first += 1
    while first < end and value[end - 1] in WHITE_SPACE:
        end -= 1
    return switch_is_on(value[first:end])


def forced_depth(ring_override: str | None) -> int | None:
    """The depth in slots that an override forces, or None where it forces none."""
    if ring_override == "1":
        return DECODE_ROLLBACK_RING_SLOTS
    return 0 if ring_override == "0" else None
