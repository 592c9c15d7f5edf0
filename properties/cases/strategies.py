"""Hypothesis strategies for the arguments of every method of `spec/port.py`, by annotation and, where a text has a part, by the parameter's name.

What is drawn lies near what the rules know: texts a few edits from a token, words near a boundary, memory near an equality.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Final, get_type_hints

from hypothesis import strategies as st

from properties.cases.alphabet import ALPHABET
from properties.cases.fit_boundaries import METHOD as FIT
from properties.cases.fit_boundaries import RUNGS
from properties.cases.serve import RING_TEXTS
from properties.cases.spellings import TOKENS
from properties.cases.undecodable import BROKEN
from spec.port import SWITCHES, U32, Call, EnvironmentValue, Port, ServeFlags, Word

# Strategies are made once: making one anew within each draw costs more than the draw.
CHARACTER: Final = st.just("") | st.sampled_from(ALPHABET) | st.characters(codec="utf-8")
TOKEN: Final = st.sampled_from(TOKENS)
EDIT: Final = st.tuples(st.integers(0, 5), st.integers(0, 1), CHARACTER)


def edited(token: str, edits: list[tuple[int, int, str]]) -> str:
    """A token with edits made to it: where, how many characters go, and what comes in their place."""
    for at, removed, character in edits:
        token = token[:at] + character + token[at + removed :]
    return token


TEXTS: Final = st.builds(edited, TOKEN, st.lists(EDIT, max_size=3))
"""A token with up to three edits."""

UNDECODABLE: Final = st.builds(
    lambda token, at, broken: token[:at].encode() + broken + token[at:].encode(), TOKEN, st.integers(0, 5), st.sampled_from(BROKEN)
)
ENVIRONMENT_VALUES: Final[st.SearchStrategy[EnvironmentValue]] = st.none() | TOKEN | TEXTS.map(lambda text: text.replace("\0", "")) | UNDECODABLE
"""What an environment can hold: absence, a text, or bytes that are none."""

GIVEN: Final = st.none() | st.booleans()
SERVE_FLAGS: Final = st.builds(
    ServeFlags,
    ssm_decode_ring_slots=st.sampled_from(RING_TEXTS),
    speculative=st.booleans(),
    dflash=st.booleans(),
    **{switch.given: GIVEN for switch in SWITCHES},
)
"""A command line that a serve takes."""


@cache
def words(bits: int) -> st.SearchStrategy[int]:
    """Words of so many bits: small ones, and those around every power of two. One choice a word, so that a step stays short and can be left out."""
    near = (2**exponent + step for exponent in range(bits + 1) for step in range(-9, 10))
    return st.sampled_from(sorted({*range(10), *(word for word in near if 0 <= word < 2**bits)}))


@cache
def fits(bits: int) -> st.SearchStrategy[Call]:
    """Fits whose free memory lies near the sum for one of the rungs, as it is, as it wraps, or as it saturates."""
    largest = 2**bits - 1

    def call(start: int, reserve: int, size: int, rung: int, step: int, wraps: bool) -> Call:
        near = reserve + rung * size + step
        return Call(FIT, (start, reserve, size, near % (largest + 1) if wraps else min(max(near, 0), largest)))

    return st.builds(call, words(bits), words(bits), words(bits), st.sampled_from(RUNGS), st.integers(-2, 2), st.booleans())


def calls_of(method: str, word_bits: int, variables: tuple[str, ...] = ()) -> st.SearchStrategy[Call]:
    """Calls of a method with arguments of every kind that it takes; `variables` are those that `set_env` changes."""
    if method == FIT:
        return fits(word_bits)
    hints = get_type_hints(getattr(Port, method), include_extras=True)
    del hints["return"]
    return st.tuples(*(_argument(method, name, hint, word_bits, variables) for name, hint in hints.items())).map(lambda args: Call(method, args))


def _argument(method: str, name: str, hint: object, word_bits: int, variables: tuple[str, ...]) -> st.SearchStrategy[object]:
    if hint is str and name in ("backend", "name"):
        return st.sampled_from(variables if method == "set_env" else ("one", "two", "three"))
    return BY_ANNOTATION[hint](word_bits)


BY_ANNOTATION: Final[dict[object, Callable[[int], st.SearchStrategy[object]]]] = {
    bool: lambda _: st.booleans(),
    str: lambda _: TEXTS,
    str | None: lambda _: st.none() | TEXTS,
    Word: words,
    Word | None: lambda bits: st.none() | words(bits),
    U32: lambda _: words(32),
    EnvironmentValue: lambda _: ENVIRONMENT_VALUES,
    ServeFlags: lambda _: SERVE_FLAGS,
}
"""What each annotation of `spec/port.py` draws from, given the word's size."""
