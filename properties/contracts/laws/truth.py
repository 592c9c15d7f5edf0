"""Laws of `spec/truth.md`, each over every text or over every text up to the length in its precondition.

The watchdogs' texts are trimmed, so no prover walks through all of them; every character by itself is tried in `exhaustive.py`.
"""

from __future__ import annotations

from properties.contracts.kept import kept
from properties.contracts.subject import are_words, pure
from properties.rules import truth


def a_switch_is_on_for_1_and_for_true_in_any_case_and_for_nothing_else(value: str | None) -> bool:
    """truth/switch.

    post: _
    """
    return kept(truth.switch, pure().bool_value_enabled, value)


def watchdogs_are_disabled_by_1_and_true_within_white_space(value: str | None) -> bool:
    """truth/watchdogs.

    pre: value is None or len(value) <= 3
    post: _
    """
    return kept(truth.watchdogs, pure().watchdogs_disabled_from_value, value)


def only_the_texts_0_and_1_force_a_depth(
    num_ssm_layers: int, use_speculative: bool, published: int | None, ring_override: str | None, watchdogs_disabled: bool
) -> bool:
    """truth/override.

    pre: are_words(num_ssm_layers, published or 0)
    post: _
    """
    decide = pure().decode_rollback_ring_slots_with
    return kept(truth.override, decide, num_ssm_layers, use_speculative, published, ring_override, watchdogs_disabled)
