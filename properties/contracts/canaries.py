"""Canaries: the reference changed in one place, mostly in one token, and the laws that must refute it.

A law that no canary falls to would say nothing; the project's tests see to it that every law has one. The known-false laws, which judge the prover
itself, are in `known_false.py`.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from reference import admission, ring_decision, ring_fit, ring_parse, ring_publish, serve, switches, truth


@dataclass(frozen=True, slots=True)
class Canary:
    """One mistake: in `function`, `new` stands where `old` is right. `refuted_by` are the ids of laws that must fall."""

    mistake: str
    function: Callable[..., object]
    old: str
    new: str
    refuted_by: tuple[str, ...]


DECIDE: Final = ring_decision.decode_rollback_ring_slots_with
FIT: Final = ring_fit.fit_decode_ring_slots
ONCE: Final = switches.OnceCell.get_or_init
MONOTONE: Final = (
    "ring_fit.a_higher_start_never_gives_a_smaller_fit",
    "ring_fit.a_higher_reserve_never_gives_a_larger_fit",
    "ring_fit.more_bytes_a_slot_never_give_a_larger_fit",
    "ring_fit.more_free_memory_never_gives_a_smaller_fit",
)
LARGEST: Final = "ring_fit.a_fit_is_the_largest_rung_up_to_the_start_that_fits"
SATURATING: Final = "ring_fit.a_total_above_the_largest_word_counts_as_the_largest_word"

CANARIES: Final = (
    # truth
    Canary(
        "a switch is trimmed",
        truth.bool_value_enabled,
        'value == "1"',
        'value.strip() == "1"',
        (
            "truth.a_switch_is_on_for_1_and_for_true_in_any_case_and_for_nothing_else",
            "admission.q12_is_on_for_1_and_for_true_in_any_case_and_for_nothing_else",
        ),
    ),
    Canary(
        "a switch that is present is on",
        truth.bool_value_enabled,
        'value == "1"',
        'value != "0"',
        ("environment.an_empty_switch_is_off", "admission.an_empty_q12_admits_nothing"),
    ),
    Canary(
        "trim by str.strip, which takes in U+001C to U+001F",
        truth.watchdogs_disabled_from_value,
        "value.strip(WHITE_SPACE)",
        "value.strip()",
        ("truth.watchdogs_are_disabled_by_1_and_true_within_white_space",),
    ),
    Canary(
        "an empty watchdog variable counts as present",
        truth.watchdogs_disabled_from_value,
        'trimmed == "1"',
        'trimmed in ("", "1")',
        ("environment.an_empty_watchdog_variable_disables_nothing",),
    ),
    Canary(
        "a trimmed override",
        truth.ring_forced_by,
        'if value == "1":',
        'if value is not None and value.strip() == "1":',
        ("truth.only_the_texts_0_and_1_force_a_depth",),
    ),
    Canary(
        "an empty override forces depth 0",
        truth.ring_forced_by,
        'if value == "0":',
        'if value in ("0", ""):',
        ("environment.an_empty_override_forces_nothing",),
    ),
    # admission
    Canary(
        "AND for OR in first chunk",
        admission.prefill_batched_first_chunk_from_parts,
        "codispatch or",
        "codispatch and",
        ("admission.first_chunk_is_codispatch_or_q12", "admission.a_question_of_first_chunk_is_codispatch_or_q12"),
    ),
    Canary(
        "AND for OR in chunk zero",
        admission.batched_chunk_zero_admitted,
        "first_chunk_lever or",
        "first_chunk_lever and",
        ("admission.chunk_zero_is_first_chunk_or_varlen", "admission.a_question_of_chunk_zero_is_first_chunk_or_varlen"),
    ),
    Canary(
        "varlen is asked only where first chunk is off",
        admission.AdmissionCalls.prefill_batched_chunk_zero_admitted,
        "varlen = self.prefill_varlen_enabled()",
        "varlen = first_chunk or self.prefill_varlen_enabled()",
        ("admission.chunk_zero_resolves_both_switches",),
    ),
    Canary(
        "codispatch is asked only where Q12 is off",
        admission.AdmissionCalls.prefill_batched_first_chunk_enabled,
        "codispatch = self.prefill_codispatch_enabled()",
        "codispatch = self.environment.text(Q12_VARIABLE) == '1' or self.prefill_codispatch_enabled()",
        ("admission.first_chunk_resolves_codispatch_and_leaves_varlen", "admission.chunk_zero_resolves_both_switches"),
    ),
    Canary(
        "Q12 is read once",
        admission.AdmissionCalls.prefill_batched_first_chunk_enabled,
        "q12 = self.environment.text(Q12_VARIABLE)",
        "q12 = self.__dict__.setdefault('q12', self.environment.text(Q12_VARIABLE))",
        ("admission.each_question_reads_q12_afresh",),
    ),
    Canary(
        "the scheduler's lever is the first-chunk answer",
        admission.AdmissionCalls.prefill_codispatch_enabled,
        "return self._codispatch.enabled()",
        "return self._codispatch.enabled() or self.environment.text(Q12_VARIABLE) == '1'",
        ("switches.a_read_tells_the_switch_alone_whatever_q12_says",),
    ),
    # switches and the published depth
    Canary(
        "last write wins",
        ONCE,
        "not self._written",
        "True",
        (
            "switches.whatever_comes_after_a_flag_leaves_the_switch",
            "switches.of_three_writes_the_first_one_wins",
            "switches.a_first_read_takes_the_variable_for_good",
            "ring_publish.whatever_comes_after_a_depth_leaves_it_published",
            "ring_publish.of_three_depths_the_first_one_wins",
        ),
    ),
    Canary(
        "a setter echoes its argument",
        switches.OnceCell.set,
        "return self.get_or_init(lambda: value)",
        "self.get_or_init(lambda: value); return value",
        (
            "switches.a_flag_tells_what_is_in_force_after_it",
            "ring_publish.publishing_tells_the_depth_in_force_after_it",
        ),
    ),
    Canary(
        "the variable goes before the flag",
        switches.ProcessSwitch.set_from_cli,
        "return self._cell.set(enabled)",
        "return self._cell.set(enabled or self.enabled())",
        ("switches.a_flag_before_the_first_read_goes_before_the_variable",),
    ),
    Canary(
        "resolving codispatch resolves varlen",
        admission.AdmissionCalls.prefill_codispatch_enabled,
        "return self._codispatch.enabled()",
        "return (self._varlen.enabled(), self._codispatch.enabled())[1]",
        ("switches.no_step_elsewhere_resolves_a_switch",),
    ),
    Canary(
        "a read publishes the default",
        ring_publish.RingPublishCalls.published_decode_ring_slots,
        "return self._published.get()",
        "return self._published.set(8)",
        ("ring_publish.no_read_and_no_decision_publishes_a_depth",),
    ),
    Canary(
        "the setter cuts a depth to the ring's size",
        ring_publish.RingPublishCalls.set_decode_ring_slots,
        "set(slots)",
        "set(min(slots, 8))",
        ("ring_publish.any_word_is_published_as_it_is",),
    ),
    # ring-parse
    Canary("AUTO is auto", ring_parse.parse_decode_ring_slots, 's == "auto"', 's == "Auto"', ("ring_parse.exactly_auto_gives_no_depth",)),
    Canary(
        "the ring's size itself is too much",
        ring_parse.parse_decode_ring_slots,
        "number > DECODE_ROLLBACK_RING_SLOTS",
        "number >= DECODE_ROLLBACK_RING_SLOTS",
        ("ring_parse.a_number_up_to_the_size_of_the_ring_gives_that_depth",),
    ),
    Canary(
        "several plus signs",
        ring_parse.number_in,
        'text.removeprefix("+")',
        'text.lstrip("+")',
        ("ring_parse.what_is_neither_auto_nor_a_number_is_unknown",),
    ),
    # ring-decision
    Canary(
        "published over no layers",
        DECIDE,
        "if num_ssm_layers == 0:",
        "if num_ssm_layers == 0 and published is None:",
        ("ring_decision.without_layers_there_is_no_ring_whatever_else_is_asked",),
    ),
    Canary(
        "a published depth of 0 counts as none",
        DECIDE,
        "published is not None",
        "published",
        ("ring_decision.a_published_depth_goes_before_override_and_skip", "ring_decision.a_decision_of_a_process_takes_the_published_depth"),
    ),
    Canary(
        "an override of 0 counts as none",
        DECIDE,
        "forced is not None",
        "forced",
        ("ring_decision.an_override_of_0_or_1_goes_before_the_skip",),
    ),
    Canary(
        "disabled watchdogs leave the ring in",
        DECIDE,
        "if watchdogs_disabled:",
        "if watchdogs_disabled and use_speculative:",
        ("ring_decision.speculative_decode_or_disabled_watchdogs_leave_the_ring_out",),
    ),
    Canary(
        "the default is without a ring",
        DECIDE,
        "return Decision(DECODE_ROLLBACK_RING_SLOTS, None)",
        "return Decision(0, None)",
        ("ring_decision.the_ring_is_whole_where_nothing_else_decides",),
    ),
    Canary(
        "watchdogs before speculative",
        DECIDE,
        "if use_speculative:",
        "if use_speculative and not watchdogs_disabled:",
        ("ring_decision.a_reason_is_given_for_an_implicit_skip_alone_and_speculative_goes_first",),
    ),
    Canary(
        "the override is read once",
        ring_decision.RingDecisionCalls.decode_rollback_ring_slots,
        "ring_override = self.environment.text(RING_VARIABLE)",
        "ring_override = self.__dict__.setdefault('ring_override', self.environment.text(RING_VARIABLE))",
        ("ring_decision.each_decision_reads_both_variables_afresh",),
    ),
    # ring-fit
    Canary(
        "a ladder that ends at 1",
        ring_fit.RingFitCalls.decode_ring_fit_ladder,
        "DECODE_RING_FIT_LADDER",
        "DECODE_RING_FIT_LADDER[:-1]",
        ("ring_fit.the_ladder_is_that_of_the_rule",),
    ),
    Canary("a start that fits is taken as it is", FIT, "return rung", "return min(start_slots, 8)", ("ring_fit.a_fit_is_a_rung",)),
    Canary("< for <= in the start", FIT, "rung <= start_slots", "rung < start_slots", (LARGEST,)),
    Canary("< for <= in the total", FIT, "<= free_mem", "< free_mem", (LARGEST, SATURATING)),
    Canary("smallest rung first", FIT, "in DECODE_RING_FIT_LADDER", "in reversed(DECODE_RING_FIT_LADDER)", (LARGEST,)),
    Canary(
        "unbounded product",
        ring_fit.total_reserve,
        "min(rung * bytes_per_ring_slot, largest_word)",
        "rung * bytes_per_ring_slot",
        (),
    ),
    Canary(
        "unbounded sum",
        ring_fit.total_reserve,
        "min(reserve_without_ring + ring, largest_word)",
        "reserve_without_ring + ring",
        (SATURATING,),
    ),
    Canary(
        "wrapping product",
        ring_fit.total_reserve,
        "min(rung * bytes_per_ring_slot, largest_word)",
        "rung * bytes_per_ring_slot % (largest_word + 1)",
        (SATURATING,),
    ),
    Canary(
        "wrapping sum",
        ring_fit.total_reserve,
        "min(reserve_without_ring + ring, largest_word)",
        "(reserve_without_ring + ring) % (largest_word + 1)",
        (SATURATING, *MONOTONE[1:3]),
    ),
    Canary(
        "8 where nothing fits",
        FIT,
        "return 0",
        "return 8",
        ("ring_fit.a_fit_is_0_where_the_reserve_alone_is_above_free_memory", MONOTONE[1], MONOTONE[3]),
    ),
    Canary("a start above the ring gives none", FIT, "rung <= start_slots", "rung <= start_slots <= 8", MONOTONE[:1]),
    # serve
    Canary(
        "a rollback declines without layers alone",
        serve.rollback_to_boundary,
        "num_ssm_layers != 0 and",
        "num_ssm_layers == 0 and",
        ("serve.a_rollback_declines_where_there_are_layers_and_no_depth",),
    ),
)
