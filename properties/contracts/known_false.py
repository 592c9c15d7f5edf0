"""Laws that are false, and one that is true: they judge the prover, not the reference.

Some versions of the prover lose characters of a text that was compared with a longer literal and is then walked through twice. They confirm the false
laws here and refute the true one. A prover that does is not believed on texts: see `assurance.py`.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final


def no_text_walked_through_twice_is_the_same_text(s: str) -> bool:
    """False of every text.

    pre: len(s) == 2
    post: _
    """
    if s == "auto":
        return True
    return tuple(s) != tuple(s)


def two_walks_through_a_text_never_take_as_many_steps(s: str) -> bool:
    """False of every text.

    pre: len(s) == 3
    post: _
    """
    if s == "auto":
        return True
    first = [character for character in s]  # noqa: C416 - it is the walk that is tried, not what it makes
    second = [character for character in s]  # noqa: C416 - as above
    return len(first) != len(second)


def no_text_is_a_plus_sign_and_a_digit(s: str) -> bool:
    """False of `+1`.

    pre: len(s) == 2
    post: _
    """
    if s == "auto":
        return True
    signs = sum(character == "+" for character in s)
    digits = sum(character == "1" for character in s)
    return signs + digits != 2


def two_walks_through_a_text_take_twice_as_many_steps(s: str) -> bool:
    """True.

    pre: len(s) <= 2
    post: _
    """
    if s == "auto":
        return True
    steps = 0
    for _ in s:
        steps += 1
    for _ in s:
        steps += 1
    return steps == 2 * len(s)


KNOWN_FALSE: Final[tuple[Callable[[str], bool], ...]] = (
    no_text_walked_through_twice_is_the_same_text,
    two_walks_through_a_text_never_take_as_many_steps,
    no_text_is_a_plus_sign_and_a_digit,
)
KNOWN_TRUE: Final[tuple[Callable[[str], bool], ...]] = (two_walks_through_a_text_take_twice_as_many_steps,)
