"""Laws of `spec/ring-parse.md`, over every text up to the length in the precondition.

A number above the size of the ring stands in its error's message, and writing it out makes a prover try the numbers one by one. So the laws on
numbers ask no further than that; those above are tried in `exhaustive.py`.
"""

from __future__ import annotations

from properties.contracts.kept import for_words, kept
from properties.contracts.subject import pure
from properties.rules import ring_parse


def exactly_auto_gives_no_depth(s: str) -> bool:
    """ring-parse/auto.

    post: _
    """
    return kept(for_words(ring_parse.auto), pure().parse_decode_ring_slots, s)


def a_number_up_to_the_size_of_the_ring_gives_that_depth(s: str) -> bool:
    """ring-parse/range.

    pre: len(s) <= 4
    post: _
    """
    return kept(for_words(ring_parse.range_), pure().parse_decode_ring_slots, s)


def what_is_neither_auto_nor_a_number_is_unknown(s: str) -> bool:
    """ring-parse/unknown.

    pre: len(s) <= 4
    post: _
    """
    return kept(for_words(ring_parse.unknown), pure().parse_decode_ring_slots, s)
