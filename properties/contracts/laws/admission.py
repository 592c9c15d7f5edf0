"""Laws of `spec/admission.md`: the two questions as functions of their parts, over every text, and as asked of a process in every state.

How sequences follow from one step is told in `steps.py`.
"""

from __future__ import annotations

from collections.abc import Mapping

from properties.cases.operations import CHUNK_ZERO, FIRST_CHUNK, read
from properties.contracts.kept import kept, kept_through
from properties.contracts.laws.steps import means, resolved, switch_of
from properties.contracts.subject import pure
from properties.rules import admission
from spec.port import CODISPATCH_VARIABLE, Q12_VARIABLE, SWITCHES, VARLEN_VARIABLE, Call


def first_chunk_is_codispatch_or_q12(codispatch: bool, q12: str | None) -> bool:
    """admission/first-chunk.

    post: _
    """
    return kept(admission.first_chunk_from_parts, pure().prefill_batched_first_chunk_from_parts, codispatch, q12)


def q12_is_on_for_1_and_for_true_in_any_case_and_for_nothing_else(codispatch: bool, q12: str | None) -> bool:
    """truth/switch.

    post: _
    """
    return kept(admission.text_of_q12, pure().prefill_batched_first_chunk_from_parts, codispatch, q12)


def an_empty_q12_admits_nothing(codispatch: bool, q12: str | None) -> bool:
    """environment/empty-is-off.

    post: _
    """
    return kept(admission.empty_q12, pure().prefill_batched_first_chunk_from_parts, codispatch, q12)


def chunk_zero_is_first_chunk_or_varlen(first_chunk_lever: bool, varlen: bool) -> bool:
    """admission/chunk-zero.

    post: _
    """
    return kept(admission.chunk_zero_from_parts, pure().batched_chunk_zero_admitted, first_chunk_lever, varlen)


def a_question_of_first_chunk_is_codispatch_or_q12(before: bool | None, by_flag: bool, on: bool, q12: bool | None) -> bool:
    """admission/first-chunk.

    post: _
    """
    codispatch = switch_of(CODISPATCH_VARIABLE)
    return kept_through(
        "admission/first-chunk", *resolved(codispatch, before, by_flag), means(codispatch.variable, on), means(Q12_VARIABLE, q12), FIRST_CHUNK
    )


def a_question_of_chunk_zero_is_first_chunk_or_varlen(first: bool | None, second: bool | None, by_flag: bool, on: bool, q12: bool | None) -> bool:
    """admission/chunk-zero.

    post: _
    """
    codispatch, varlen = switch_of(CODISPATCH_VARIABLE), switch_of(VARLEN_VARIABLE)
    return kept_through(
        "admission/chunk-zero",
        *resolved(codispatch, first, by_flag),
        *resolved(varlen, second, by_flag),
        means(codispatch.variable, on),
        means(varlen.variable, on),
        means(Q12_VARIABLE, q12),
        CHUNK_ZERO,
    )


def each_question_reads_q12_afresh(first: bool | None, second: bool | None, flag: bool | None, of_chunk_zero: bool) -> bool:
    """admission/q12-read-each-time.

    post: _
    """
    question = CHUNK_ZERO if of_chunk_zero else FIRST_CHUNK
    return kept_through(
        "admission/q12-read-each-time",
        *resolved(switch_of(CODISPATCH_VARIABLE), flag, True),
        means(Q12_VARIABLE, first),
        question,
        means(Q12_VARIABLE, second),
        question,
    )


def chunk_zero_resolves_both_switches(place: int, first: bool | None, second: bool | None, q12: bool) -> bool:
    """admission/chunk-zero-resolves-both.

    pre: 0 <= place < len(SWITCHES)
    post: _
    """
    before = {switch.variable: second for switch in SWITCHES} | {SWITCHES[place].variable: first}
    return _resolves("admission/chunk-zero-resolves-both", CHUNK_ZERO, before, q12)


def first_chunk_resolves_codispatch_and_leaves_the_others(first: bool | None, second: bool | None, q12: bool) -> bool:
    """admission/first-chunk-resolves-codispatch.

    post: _
    """
    before = {switch.variable: second for switch in SWITCHES} | {CODISPATCH_VARIABLE: first}
    return _resolves("admission/first-chunk-resolves-codispatch", FIRST_CHUNK, before, q12)


def _resolves(rule: str, question: Call, before: Mapping[str, bool | None], q12: bool) -> bool:
    """Whether a rule is kept where the switches' variables hold this at a question, and the contrary afterwards, when they are read."""
    return kept_through(
        rule,
        *(means(variable, on) for variable, on in before.items()),
        means(Q12_VARIABLE, q12),
        question,
        *(means(variable, not on) for variable, on in before.items()),
        *map(read, SWITCHES),
    )
