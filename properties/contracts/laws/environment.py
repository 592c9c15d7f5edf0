"""Laws of `spec/environment.md`: what an empty text means. Which bytes are text is tried in `exhaustive.py`."""

from __future__ import annotations

from properties.contracts.kept import kept
from properties.contracts.subject import are_words, pure
from properties.rules import environment


def an_empty_switch_is_off(value: str | None) -> bool:
    """environment/empty-is-off.

    post: _
    """
    return kept(environment.empty_switch, pure().bool_value_enabled, value)


def an_empty_watchdog_variable_disables_nothing(value: str | None) -> bool:
    """environment/empty-is-off.

    pre: value is None or len(value) <= 3
    post: _
    """
    return kept(environment.empty_watchdogs, pure().watchdogs_disabled_from_value, value)


def an_empty_override_forces_nothing(
    num_ssm_layers: int, use_speculative: bool, published: int | None, ring_override: str | None, watchdogs_disabled: bool
) -> bool:
    """environment/empty-is-off.

    pre: are_words(num_ssm_layers, published or 0)
    post: _
    """
    decide = pure().decode_rollback_ring_slots_with
    return kept(environment.empty_override, decide, num_ssm_layers, use_speculative, published, ring_override, watchdogs_disabled)
