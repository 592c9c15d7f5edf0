"""Canaries: the reference changed in one place, mostly in one token, and the laws that must refute it.

A law that no canary falls to would say nothing; the project's tests see to it that every law has one. The known-false laws, which judge the prover
itself, are in `known_false.py`.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from reference import admission, environment, ring_decision, ring_fit, ring_parse, ring_publish, serve, shape_log, switches, truth


@dataclass(frozen=True, slots=True)
class Canary:
    """One mistake: in `function`, `new` stands where `old` is right.

    `refuted_by` are the ids of laws that must fall to it, `seen_in` the names of sweeps in which it must show.
    """

    mistake: str
    function: Callable[..., object]
    old: str
    new: str
    refuted_by: tuple[str, ...]
    seen_in: tuple[str, ...] = ()


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
NOT_ABOVE: Final = "ring_fit.a_fit_is_not_above_the_start"
FITS: Final = "ring_fit.a_fit_above_0_fits"
NONE_BETWEEN: Final = "ring_fit.no_rung_between_a_fit_and_the_start_fits"
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
        ("every text of the kinds that a switch tells apart",),
    ),
    Canary(
        "a switch that is present is on",
        truth.bool_value_enabled,
        'value == "1"',
        'value != "0"',
        ("environment.an_empty_switch_is_off", "admission.an_empty_q12_admits_nothing"),
        ("every text of the kinds that a switch tells apart",),
    ),
    Canary(
        "trim by str.strip, which takes in U+001C to U+001F",
        truth.watchdogs_disabled_from_value,
        "value.strip(WHITE_SPACE)",
        "value.strip()",
        ("truth.watchdogs_are_disabled_by_1_and_true_within_white_space",),
        (
            "every character at both ends of what is trimmed",
            "every text of the kinds that trimming tells apart",
        ),
    ),
    Canary(
        "an empty watchdog variable counts as present",
        truth.watchdogs_disabled_from_value,
        'trimmed == "1"',
        'trimmed in ("", "1")',
        ("environment.an_empty_watchdog_variable_disables_nothing",),
        ("every text of the kinds that trimming tells apart",),
    ),
    Canary(
        "a trimmed override",
        truth.ring_forced_by,
        'if value == "1":',
        'if value is not None and value.strip() == "1":',
        ("truth.only_the_texts_0_and_1_force_a_depth",),
        ("the whole product of a decision",),
    ),
    Canary(
        "an empty override forces depth 0",
        truth.ring_forced_by,
        'if value == "0":',
        'if value in ("0", ""):',
        ("environment.an_empty_override_forces_nothing",),
        ("the whole product of a decision",),
    ),
    # admission
    Canary(
        "AND for OR in first chunk",
        admission.prefill_batched_first_chunk_from_parts,
        "codispatch or",
        "codispatch and",
        ("admission.first_chunk_is_codispatch_or_q12", "admission.a_question_of_first_chunk_is_codispatch_or_q12"),
        ("both tables of OR",),
    ),
    Canary(
        "AND for OR in chunk zero",
        admission.batched_chunk_zero_admitted,
        "first_chunk_lever or",
        "first_chunk_lever and",
        ("admission.chunk_zero_is_first_chunk_or_varlen", "admission.a_question_of_chunk_zero_is_first_chunk_or_varlen"),
        ("both tables of OR",),
    ),
    Canary(
        "varlen is asked only where first chunk is off",
        admission.AdmissionCalls.prefill_batched_chunk_zero_admitted,
        "varlen = self.prefill_varlen_enabled()",
        "varlen = first_chunk or self.prefill_varlen_enabled()",
        ("admission.chunk_zero_resolves_both_switches",),
        ("every sequence on both switches",),
    ),
    Canary(
        "codispatch is asked only where Q12 is off",
        admission.AdmissionCalls.prefill_batched_first_chunk_enabled,
        "codispatch = self.prefill_codispatch_enabled()",
        "codispatch = self.environment.text(Q12_VARIABLE) == '1' or self.prefill_codispatch_enabled()",
        ("admission.first_chunk_resolves_codispatch_and_leaves_the_others", "admission.chunk_zero_resolves_both_switches"),
    ),
    Canary(
        "Q12 is read once",
        admission.AdmissionCalls.prefill_batched_first_chunk_enabled,
        "q12 = self.environment.text(Q12_VARIABLE)",
        "q12 = self.__dict__.setdefault('q12', self.environment.text(Q12_VARIABLE))",
        ("admission.each_question_reads_q12_afresh",),
        ("every sequence on both switches",),
    ),
    Canary(
        "the scheduler's lever is the first-chunk answer",
        admission.AdmissionCalls.prefill_codispatch_enabled,
        "return self._codispatch.enabled()",
        "return self._codispatch.enabled() or self.environment.text(Q12_VARIABLE) == '1'",
        ("switches.a_read_tells_the_switch_alone_whatever_the_other_levers_say",),
        ("every sequence on both switches",),
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
        (
            "every sequence on one switch",
            "every sequence on the ring",
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
        (
            "every sequence on one switch",
            "every sequence on the ring",
        ),
    ),
    Canary(
        "the variable goes before the flag",
        switches.ProcessSwitch.set_from_cli,
        "return self._cell.set(enabled)",
        "return self._cell.set(enabled or self.enabled())",
        ("switches.a_flag_before_the_first_read_goes_before_the_variable",),
        ("every sequence on one switch",),
    ),
    Canary(
        "resolving codispatch resolves varlen",
        admission.AdmissionCalls.prefill_codispatch_enabled,
        "return self._codispatch.enabled()",
        "return (self._varlen.enabled(), self._codispatch.enabled())[1]",
        ("switches.no_step_elsewhere_resolves_a_switch",),
        ("every sequence on both switches",),
    ),
    Canary(
        "a read publishes the default",
        ring_publish.RingPublishCalls.published_decode_ring_slots,
        "return self._published.get()",
        "return self._published.set(8)",
        ("ring_publish.no_read_and_no_decision_publishes_a_depth",),
        ("every sequence on the ring",),
    ),
    Canary(
        "the setter cuts a depth to the ring's size",
        ring_publish.RingPublishCalls.set_decode_ring_slots,
        "set(slots)",
        "set(min(slots, 8))",
        ("ring_publish.any_word_is_published_as_it_is",),
        ("every sequence on the ring",),
    ),
    # ring-parse
    Canary(
        "an empty text is auto",
        ring_parse.parse_decode_ring_slots,
        's == "auto"',
        's in ("auto", "")',
        ("ring_parse.exactly_auto_gives_no_depth",),
        ("every numeral of the kinds that the grammar tells apart",),
    ),
    Canary(
        "int() for the parser",
        ring_parse.number_in,
        'digits = text.removeprefix("+")',
        "try:\n        return int(text)\n    except ValueError:\n        return None\n    digits = text",
        ("ring_parse.what_is_neither_auto_nor_a_number_is_unknown",),
        ("every numeral of the kinds that the grammar tells apart",),
    ),
    Canary(
        "the ring's size itself is too much",
        ring_parse.parse_decode_ring_slots,
        "number > DECODE_ROLLBACK_RING_SLOTS",
        "number >= DECODE_ROLLBACK_RING_SLOTS",
        ("ring_parse.a_number_up_to_the_size_of_the_ring_gives_that_depth",),
        ("every numeral of the kinds that the grammar tells apart",),
    ),
    Canary(
        "nothing is too much",
        ring_parse.parse_decode_ring_slots,
        "number > DECODE_ROLLBACK_RING_SLOTS",
        "number > largest_word",
        ("ring_parse.a_number_above_the_size_of_the_ring_exceeds",),
        ("every numeral of the kinds that the grammar tells apart",),
    ),
    Canary(
        "an error does not quote the text",
        ring_parse.parse_decode_ring_slots,
        "'{s}'",
        "{s}",
        ("ring_parse.an_error_says_what_the_page_says",),
        ("every numeral of the kinds that the grammar tells apart",),
    ),
    Canary(
        "several plus signs",
        ring_parse.number_in,
        'text.removeprefix("+")',
        'text.lstrip("+")',
        ("ring_parse.what_is_neither_auto_nor_a_number_is_unknown",),
        ("every numeral of the kinds that the grammar tells apart",),
    ),
    Canary(
        "no sign is taken",
        ring_parse.number_in,
        'text.removeprefix("+")',
        "text",
        ("ring_parse.a_sign_and_leading_zeros_change_nothing_up_to_the_size_of_the_ring",),
        ("every numeral of the kinds that the grammar tells apart",),
    ),
    # ring-decision
    Canary(
        "published over no layers",
        DECIDE,
        "if num_ssm_layers == 0:",
        "if num_ssm_layers == 0 and published is None:",
        ("ring_decision.without_layers_there_is_no_ring_whatever_else_is_asked",),
        ("the whole product of a decision",),
    ),
    Canary(
        "a published depth of 0 counts as none",
        DECIDE,
        "published is not None",
        "published",
        ("ring_decision.a_published_depth_goes_before_override_and_skip", "ring_decision.a_decision_of_a_process_takes_the_published_depth"),
        ("the whole product of a decision",),
    ),
    Canary(
        "an override of 0 counts as none",
        DECIDE,
        "forced is not None",
        "forced",
        ("ring_decision.an_override_of_0_or_1_goes_before_the_skip",),
        ("the whole product of a decision",),
    ),
    Canary(
        "disabled watchdogs leave the ring in",
        DECIDE,
        "if watchdogs_disabled:",
        "if watchdogs_disabled and use_speculative:",
        ("ring_decision.speculative_decode_or_disabled_watchdogs_leave_the_ring_out",),
        ("the whole product of a decision",),
    ),
    Canary(
        "the default is without a ring",
        DECIDE,
        "return Decision(DECODE_ROLLBACK_RING_SLOTS, None)",
        "return Decision(0, None)",
        ("ring_decision.the_ring_is_whole_where_nothing_else_decides",),
        ("the whole product of a decision",),
    ),
    Canary(
        "watchdogs before speculative",
        DECIDE,
        "if use_speculative:",
        "if use_speculative and not watchdogs_disabled:",
        ("ring_decision.a_reason_is_given_for_an_implicit_skip_alone_and_speculative_goes_first",),
        ("the whole product of a decision",),
    ),
    Canary(
        "the override is read once",
        ring_decision.RingDecisionCalls.decode_rollback_ring_slots,
        "ring_override = self.environment.text(RING_VARIABLE)",
        "ring_override = self.__dict__.setdefault('ring_override', self.environment.text(RING_VARIABLE))",
        ("ring_decision.each_decision_reads_both_variables_afresh",),
        ("every sequence on the ring",),
    ),
    # ring-fit
    Canary(
        "a ladder that ends at 1",
        ring_fit.RingFitCalls.decode_ring_fit_ladder,
        "DECODE_RING_FIT_LADDER",
        "DECODE_RING_FIT_LADDER[:-1]",
        ("ring_fit.the_ladder_is_that_of_the_rule",),
        ("the ladder",),
    ),
    Canary(
        "a start that fits is taken as it is",
        FIT,
        "return rung",
        "return min(start_slots, 8)",
        ("ring_fit.a_fit_is_a_rung", FITS),
        ("every fit of small words",),
    ),
    Canary("< for <= in the start", FIT, "rung <= start_slots", "rung < start_slots", (LARGEST, NONE_BETWEEN), ("every fit of small words",)),
    Canary("< for <= in the total", FIT, "<= free_mem", "< free_mem", (LARGEST, SATURATING), ("every fit of small words",)),
    Canary(
        "smallest rung first",
        FIT,
        "in DECODE_RING_FIT_LADDER",
        "in reversed(DECODE_RING_FIT_LADDER)",
        (LARGEST, NONE_BETWEEN),
        ("every fit of small words",),
    ),
    Canary(
        "unbounded arithmetic",
        ring_fit.total_reserve,
        "min(reserve_without_ring + ring, largest_word)",
        "reserve_without_ring + ring",
        (SATURATING,),
        ("every fit of small words",),
    ),
    Canary(
        "wrapping product",
        ring_fit.total_reserve,
        "min(rung * bytes_per_ring_slot, largest_word)",
        "rung * bytes_per_ring_slot % (largest_word + 1)",
        (SATURATING,),
        ("every fit of small words",),
    ),
    Canary(
        "wrapping sum",
        ring_fit.total_reserve,
        "min(reserve_without_ring + ring, largest_word)",
        "(reserve_without_ring + ring) % (largest_word + 1)",
        (SATURATING, FITS, *MONOTONE[1:3]),
        ("every fit of small words",),
    ),
    Canary(
        "8 where nothing fits",
        FIT,
        "return 0",
        "return 8",
        (NOT_ABOVE, FITS, "ring_fit.a_fit_is_0_where_the_reserve_alone_is_above_free_memory", MONOTONE[1], MONOTONE[3]),
        ("every fit of small words",),
    ),
    Canary("a start above the ring gives none", FIT, "rung <= start_slots", "rung <= start_slots <= 8", MONOTONE[:1], ("every fit of small words",)),
    # serve
    Canary(
        "a rollback declines without layers alone",
        serve.rollback_to_boundary,
        "num_ssm_layers != 0 and",
        "num_ssm_layers == 0 and",
        ("serve.a_rollback_declines_where_there_are_layers_and_no_depth",),
    ),
    # what only sweeps are about
    Canary(
        "only the last letters of true count",
        truth._says_true,
        'text.lower() == "true"',
        'text.lower()[1:] == "rue"',
        (),
        ("every character in every place of true",),
    ),
    Canary(
        "bytes that are no text are dropped",
        environment.text_of,
        'decode("utf-8")',
        'decode("utf-8", "ignore")',
        (),
        ("every undecodable value of a few bytes",),
    ),
    Canary(
        "a shape is reported each time",
        shape_log.ShapeLogCalls._is_first,
        "shape not in self._seen",
        "True",
        (),
        ("every sequence of log calls",),
    ),
    Canary(
        "the shape log's text is trimmed",
        truth.shape_log_enabled,
        'value == "1"',
        '(value or "").strip() == "1"',
        (),
        ("every short text of the shape log's variable",),
    ),
    Canary(
        "a smaller fit is not published",
        serve.ServeCalls.start_serve,
        "fitted < start_slots",
        "fitted > start_slots",
        (),
        ("every start of a serve with little memory",),
    ),
)
