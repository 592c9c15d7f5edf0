"""truth/*: when a text counts as on. Other pages ask this module what a variable's value means."""

from __future__ import annotations

from itertools import product
from typing import Final

from properties.rules.rule import Exactly, Expectation, Such, call_rule
from spec.port import DECODE_ROLLBACK_RING_SLOTS, Decision

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


@call_rule("truth/switch", "bool_value_enabled")
def switch(value: str | None) -> Expectation | None:
    """Every value but the empty one, which `environment/empty-is-off` guards."""
    return None if value == "" else Exactly(switch_is_on(value))


@call_rule("truth/watchdogs", "watchdogs_disabled_from_value")
def watchdogs(value: str | None) -> Expectation | None:
    """Every value but the empty one."""
    return None if value == "" else Exactly(watchdogs_are_disabled(value))


@call_rule("truth/override", "decode_rollback_ring_slots_with")
def override(
    num_ssm_layers: int, use_speculative: bool, published: int | None, ring_override: str | None, watchdogs_disabled: bool
) -> Expectation | None:
    """A text that is neither `0` nor `1` does not force: told wherever forcing would have given another answer."""
    if num_ssm_layers == 0 or published is not None or not is_text_of_doubt(ring_override):
        return None
    return not_forced(use_speculative or watchdogs_disabled)


def is_text_of_doubt(value: str | None) -> bool:
    """Whether only the rules of this page can say what a value means: not absent, not empty, and neither `0` nor `1`."""
    return value is not None and value not in ("", "0", "1")


def not_forced(skippable: bool) -> Expectation:
    """What to expect of a decision that an override must not force; `skippable` says that an implicit skip applies."""
    rung = "ring-decision/implicit-skip" if skippable else "ring-decision/default"
    return Such("the decision without an override", lambda answer: not looks_forced(answer, skippable), frozenset({rung}))


def looks_forced(answer: object, skippable: bool) -> bool:
    """Whether a decision is what a forcing override would give: another depth than without one, and no reason."""
    depth = 0 if skippable else DECODE_ROLLBACK_RING_SLOTS
    return isinstance(answer, Decision) and answer.skip_reason is None and answer.slots != depth
