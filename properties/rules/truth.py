"""truth/*: when a text counts as on. What a value means is told by `meaning.py`, which the other pages ask as well."""

from __future__ import annotations

from properties.rules.meaning import switch_is_on, watchdogs_are_disabled
from properties.rules.rule import Exactly, Expectation, Such, call_rule
from spec.port import DECODE_ROLLBACK_RING_SLOTS, Decision


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
    return not_forced(num_ssm_layers, use_speculative or watchdogs_disabled)


def is_text_of_doubt(value: str | None) -> bool:
    """Whether only the rules of this page can say what a value means: not absent, not empty, and neither `0` nor `1`."""
    return value is not None and value not in ("", "0", "1")


def not_forced(num_ssm_layers: int, skippable: bool) -> Expectation:
    """What to expect of a decision that an override must not force; `skippable` says that an implicit skip applies."""
    unless = {"ring-decision/implicit-skip" if skippable else "ring-decision/default"}
    if num_ssm_layers > 1:
        unless.add("ring-decision/no-layers")  # an override of 0 and no layers give the same
    return Such("the decision without an override", lambda answer: not looks_forced(answer, skippable), frozenset(unless))


def looks_forced(answer: object, skippable: bool) -> bool:
    """Whether a decision is what a forcing override would give: another depth than without one, and no reason."""
    depth = 0 if skippable else DECODE_ROLLBACK_RING_SLOTS
    return isinstance(answer, Decision) and answer.skip_reason is None and answer.slots != depth
