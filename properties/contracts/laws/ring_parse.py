"""Laws of `spec/ring-parse.md`, over every text up to the length in the precondition.

A number above the size of the ring stands in its error's message, and writing it out makes a prover try the numbers one by one. So the laws that
let such numbers in stop at two characters; longer ones are tried in `exhaustive.py`.
"""

from __future__ import annotations

from properties.contracts.kept import for_words, kept
from properties.contracts.subject import largest_word, pure
from properties.rules import ring_parse
from properties.rules.ring_parse import number_in
from spec.port import DECODE_ROLLBACK_RING_SLOTS


def exactly_auto_gives_no_depth(s: str) -> bool:
    """ring-parse/auto.

    pre: len(s) <= 5
    post: _
    """
    return kept(for_words(ring_parse.auto), pure().parse_decode_ring_slots, s)


def a_sign_and_leading_zeros_change_nothing_up_to_the_size_of_the_ring(s: str) -> bool:
    """ring-parse/number.

    pre: len(s) <= 5 and (number_in(s, largest_word()) or 0) <= DECODE_ROLLBACK_RING_SLOTS
    post: _
    """
    return kept(for_words(ring_parse.number), pure().parse_decode_ring_slots, s)


def a_number_up_to_the_size_of_the_ring_gives_that_depth(s: str) -> bool:
    """ring-parse/range.

    pre: len(s) <= 12
    post: _
    """
    return kept(for_words(ring_parse.range_), pure().parse_decode_ring_slots, s)


def a_number_above_the_size_of_the_ring_exceeds(s: str) -> bool:
    """ring-parse/exceeds.

    pre: len(s) <= 2
    post: _
    """
    return kept(for_words(ring_parse.exceeds), pure().parse_decode_ring_slots, s)


def what_is_neither_auto_nor_a_number_is_unknown(s: str) -> bool:
    """ring-parse/unknown.

    pre: len(s) <= 5
    post: _
    """
    return kept(for_words(ring_parse.unknown), pure().parse_decode_ring_slots, s)


def an_error_says_what_the_page_says(s: str) -> bool:
    """ring-parse/message.

    pre: len(s) <= 2
    post: _
    """
    return kept(for_words(ring_parse.message), pure().parse_decode_ring_slots, s)
