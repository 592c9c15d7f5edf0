"""Laws of `spec/ring-decision.md`: over every word, every text of the override and every flag, the highest rung that applies decides."""

from __future__ import annotations

from properties.cases.operations import decide, publish
from properties.contracts.kept import kept, kept_through
from properties.contracts.laws.steps import means
from properties.contracts.subject import are_words, pure
from properties.rules import ring_decision
from spec.port import RING_VARIABLE, WATCHDOGS_VARIABLE


def without_layers_there_is_no_ring_whatever_else_is_asked(
    num_ssm_layers: int, use_speculative: bool, published: int | None, ring_override: str | None, watchdogs_disabled: bool
) -> bool:
    """ring-decision/no-layers.

    pre: are_words(num_ssm_layers, published or 0)
    post: _
    """
    decide = pure().decode_rollback_ring_slots_with
    return kept(ring_decision.no_layers, decide, num_ssm_layers, use_speculative, published, ring_override, watchdogs_disabled)


def a_published_depth_goes_before_override_and_skip(
    num_ssm_layers: int, use_speculative: bool, published: int | None, ring_override: str | None, watchdogs_disabled: bool
) -> bool:
    """ring-decision/published.

    pre: are_words(num_ssm_layers, published or 0)
    post: _
    """
    decide = pure().decode_rollback_ring_slots_with
    return kept(ring_decision.published_depth, decide, num_ssm_layers, use_speculative, published, ring_override, watchdogs_disabled)


def an_override_of_0_or_1_goes_before_the_skip(
    num_ssm_layers: int, use_speculative: bool, published: int | None, ring_override: str | None, watchdogs_disabled: bool
) -> bool:
    """ring-decision/override.

    pre: are_words(num_ssm_layers, published or 0)
    post: _
    """
    decide = pure().decode_rollback_ring_slots_with
    return kept(ring_decision.override, decide, num_ssm_layers, use_speculative, published, ring_override, watchdogs_disabled)


def speculative_decode_or_disabled_watchdogs_leave_the_ring_out(
    num_ssm_layers: int, use_speculative: bool, published: int | None, ring_override: str | None, watchdogs_disabled: bool
) -> bool:
    """ring-decision/implicit-skip.

    pre: are_words(num_ssm_layers, published or 0)
    post: _
    """
    decide = pure().decode_rollback_ring_slots_with
    return kept(ring_decision.implicit_skip, decide, num_ssm_layers, use_speculative, published, ring_override, watchdogs_disabled)


def the_ring_is_whole_where_nothing_else_decides(
    num_ssm_layers: int, use_speculative: bool, published: int | None, ring_override: str | None, watchdogs_disabled: bool
) -> bool:
    """ring-decision/default.

    pre: are_words(num_ssm_layers, published or 0)
    post: _
    """
    decide = pure().decode_rollback_ring_slots_with
    return kept(ring_decision.default, decide, num_ssm_layers, use_speculative, published, ring_override, watchdogs_disabled)


def a_reason_is_given_for_an_implicit_skip_alone_and_speculative_goes_first(
    num_ssm_layers: int, use_speculative: bool, published: int | None, ring_override: str | None, watchdogs_disabled: bool
) -> bool:
    """ring-decision/reason.

    pre: are_words(num_ssm_layers, published or 0)
    post: _
    """
    decide = pure().decode_rollback_ring_slots_with
    return kept(ring_decision.reason, decide, num_ssm_layers, use_speculative, published, ring_override, watchdogs_disabled)


def each_decision_reads_both_variables_afresh(
    layers: int, speculative: bool, first: bool | None, second: bool | None, disabled: bool, disabled_then: bool
) -> bool:
    """ring-decision/environment-each-time.

    pre: are_words(layers)
    post: _
    """
    return kept_through(
        "ring-decision/environment-each-time",
        means(RING_VARIABLE, first),
        means(WATCHDOGS_VARIABLE, disabled),
        decide(layers, speculative),
        means(RING_VARIABLE, second),
        means(WATCHDOGS_VARIABLE, disabled_then),
        decide(layers, speculative),
    )


def a_decision_of_a_process_takes_the_published_depth(layers: int, speculative: bool, slots: int, override: bool | None, disabled: bool) -> bool:
    """ring-decision/published.

    pre: are_words(layers, slots)
    post: _
    """
    return kept_through(
        "ring-decision/published",
        means(RING_VARIABLE, override),
        means(WATCHDOGS_VARIABLE, disabled),
        publish(slots),
        decide(layers, speculative),
    )
