"""environment/*: variables whose bytes are not text, and variables that are empty.

Both are judged wherever such a variable decides an answer: on the first read of a switch, on the two admission questions, on the ring's decision and
on the shape log. Which page's rule a doubtful value belongs to is told by `guard_of`, so that the other pages leave it to this one.
"""

from __future__ import annotations

from typing import Final

from properties.rules.calls import as_text
from properties.rules.lifetime import Lifetime
from properties.rules.rule import Blame, Exactly, Expectation, call_rule
from properties.rules.truth import is_text_of_doubt, not_forced
from properties.transcript import NoAnswer

UNDECODABLE: Final = "environment/undecodable"
EMPTY: Final = "environment/empty-is-off"


def guard_of(raw: bytes | None, of_text: str) -> str | None:
    """The rule that says what a variable's bytes mean: one of this page, or `of_text` for a text of doubt; None for absent, `0` and `1`."""
    if raw is None:
        return None
    text = as_text(raw)
    if text is None:
        return UNDECODABLE
    if text == "":
        return EMPTY
    return of_text if is_text_of_doubt(text) else None


def stray(lifetime: Lifetime, at: int, culprit: Blame) -> Blame:
    """Whom to blame at call `at`: this page, if a variable that must have no effect is no text, unless the rule is broken that would be to blame.

    That is any variable where there is no answer, and one that no rule reads where there is a wrong one.
    """
    unanswered = isinstance(lifetime.exchanges[at].answer, NoAnswer)
    doubtful = lifetime.any_undecodable(at) if unanswered else lifetime.stray_undecodable(at)
    return Blame(UNDECODABLE, culprit.unless | {culprit.rule}) if doubtful and culprit.rule != UNDECODABLE else culprit


@call_rule(EMPTY, "bool_value_enabled")
def empty_switch(value: str | None) -> Expectation | None:
    """An empty switch is off."""
    return Exactly(False) if value == "" else None


@call_rule(EMPTY, "watchdogs_disabled_from_value")
def empty_watchdogs(value: str | None) -> Expectation | None:
    """An empty watchdog variable disables nothing."""
    return Exactly(False) if value == "" else None


@call_rule(EMPTY, "decode_rollback_ring_slots_with")
def empty_override(
    num_ssm_layers: int, use_speculative: bool, published: int | None, ring_override: str | None, watchdogs_disabled: bool
) -> Expectation | None:
    """An empty override forces nothing: told wherever forcing would have given another answer."""
    if num_ssm_layers == 0 or published is not None or ring_override != "":
        return None
    return not_forced(num_ssm_layers, use_speculative or watchdogs_disabled)
