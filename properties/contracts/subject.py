"""What the laws are put to: the reference, unless another port is put in its place for a while.

A law asks `pure()` for functions of their arguments alone, and makes a lifetime of its own with `born()` where there is state: a cell that outlives
one trial of the prover would carry the values of that trial into the next. Nothing here knows a law, a rule or the prover.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass

from reference import Process
from spec.port import Port, PureFunctions


@dataclass(frozen=True, slots=True)
class Subject:
    """A port as the laws see it: one object for its pure functions, a way to make lifetimes, and its word size."""

    pure: PureFunctions
    born: Callable[[], Port]
    word_bits: int

    @property
    def largest_word(self) -> int:
        """The largest unsigned word of the port."""
        return int(2**self.word_bits) - 1


def reference_of(word_bits: int) -> Subject:
    """The reference with words of this size."""
    return Subject(Process(word_bits), lambda: Process(word_bits), word_bits)


_in_place: list[Subject] = [reference_of(64)]


@contextmanager
def put_to(subject: Subject) -> Iterator[None]:
    """Puts the laws to a subject until the block is left."""
    _in_place.append(subject)
    try:
        yield
    finally:
        _in_place.pop()


def pure() -> PureFunctions:
    """The pure functions that are judged."""
    return _in_place[-1].pure


def born() -> Port:
    """A new lifetime of the port that is judged."""
    return _in_place[-1].born()


def word_bits() -> int:
    """The word size of the port that is judged."""
    return _in_place[-1].word_bits


def largest_word() -> int:
    """The largest word of the port that is judged."""
    return _in_place[-1].largest_word


def are_words(*values: int) -> bool:
    """Whether all of these are words of the port that is judged."""
    return all(0 <= value <= largest_word() for value in values)
