"""Hypothesis strategies for the arguments of every method of `spec/port.py`, by annotation and, where a text has a part, by the parameter's name.

What is drawn lies near what the rules know: texts a few edits from a token, words near a boundary, memory near an equality.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, get_type_hints

from hypothesis import strategies as st

from properties.cases.alphabet import ALPHABET
from properties.cases.fit_boundaries import METHOD as FIT
from properties.cases.fit_boundaries import RUNGS
from properties.cases.serve import RING_TEXTS
from properties.cases.spellings import TOKENS
from properties.cases.undecodable import BROKEN
from spec.port import U32, Call, EnvironmentValue, Port, ServeFlags, Word

CHARACTERS: Final = st.sampled_from(ALPHABET) | st.characters(codec="utf-8")


@st.composite
def texts(draw: st.DrawFn) -> str:
    """A token with up to three edits."""
    text = draw(st.sampled_from(TOKENS))
    for _ in range(draw(st.integers(0, 3))):
        at = draw(st.integers(0, len(text)))
        removed = draw(st.integers(0, 1))
        text = text[:at] + draw(st.just("") | CHARACTERS) + text[at + removed :]
    return text


def words(bits: int) -> st.SearchStrategy[int]:
    """Words of so many bits: small ones, those around the powers of two, and any."""
    largest = 2**bits - 1
    powers = st.builds(lambda exponent, step: min(max(2**exponent + step, 0), largest), st.integers(0, bits), st.integers(-9, 9))
    return st.integers(0, 9) | powers | st.integers(0, largest)


@st.composite
def environment_values(draw: st.DrawFn) -> EnvironmentValue:
    """A value that an environment can hold: absence, a text, or bytes that may be none."""
    kind = draw(st.integers(0, 3))
    if kind == 0:
        return None
    text = draw(st.sampled_from(TOKENS)) if kind == 1 else draw(texts()).replace("\0", "")
    if kind < 3:
        return text
    at = draw(st.integers(0, len(text)))
    return text[:at].encode() + draw(st.sampled_from(BROKEN)) + text[at:].encode()


def serve_flags() -> st.SearchStrategy[ServeFlags]:
    """A command line that a serve takes."""
    given = st.none() | st.booleans()
    return st.builds(ServeFlags, given, given, st.sampled_from(RING_TEXTS), st.booleans(), st.booleans())


@st.composite
def fits(draw: st.DrawFn, word_bits: int) -> Call:
    """A fit whose free memory lies near the sum for one of the rungs, as it is or as it wraps."""
    largest = 2**word_bits - 1
    start, reserve, size = (draw(words(word_bits)) for _ in range(3))
    near = reserve + draw(st.sampled_from(RUNGS)) * size + draw(st.integers(-2, 2))
    free = draw(st.sampled_from((near % (largest + 1), min(max(near, 0), largest))))
    return Call(FIT, (start, reserve, size, free))


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
    str: lambda _: texts(),
    str | None: lambda _: st.none() | texts(),
    Word: words,
    Word | None: lambda bits: st.none() | words(bits),
    U32: lambda _: st.integers(1, 3) | words(32),
    EnvironmentValue: lambda _: environment_values(),
    ServeFlags: lambda _: serve_flags(),
}
"""What each annotation of `spec/port.py` draws from, given the word's size."""
