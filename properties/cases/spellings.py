"""Texts that are, or are almost, a word that a rule knows: one-edit neighbours, case forms, padded forms, and all that is very short.

More than half of the mistakes that random texts miss lie one edit away from a valid word, so those are listed in full.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cache
from itertools import product
from typing import Final

from properties.cases.alphabet import ALPHABET, NEAR_WHITE_SPACE, PRINTABLE, WHITE_SPACE
from spec.port import DECODE_ROLLBACK_RING_SLOTS

SWITCH_TOKENS: Final = ("1", "0", "true", "TRUE", "false")
"""The words of the switches, the watchdogs, the override and the shape log, and what would be their opposites."""

_SIZE: Final = str(DECODE_ROLLBACK_RING_SLOTS)
RING_TOKENS: Final = ("0", _SIZE, str(DECODE_ROLLBACK_RING_SLOTS + 1), f"+{_SIZE}", f"0{_SIZE}", "auto")
"""The words of the ring's command line: its keyword, its extreme depths and the first that is too deep, with a sign and with a zero."""

TOKENS: Final = tuple(dict.fromkeys((*SWITCH_TOKENS, *RING_TOKENS)))

WORDS: Final = (
    *("on", "off", "yes", "no", "y", "n", "t", "f", "enable", "enabled", "disable", "disabled", "none", "null", "nil", "undefined", "None", "True\n"),
    *("2", "-1", "11", "111", "1.0", "1e0", "0x1", "0b1", "01", "001", "1true", "true1", "truetrue", "true,true", "1,1", "1 1", "1;", "1 # on", "#1"),
    *("'1'", '"1"', '"true"', "'true'", "`1`", "=1", "1=1", "$1", "%1", "${1}", "!0", "!false", "not false", "vrai", "wahr", "ja", "oui", "si", "да"),
    *(
        "tru\u0435",
        "\u0442rue",
        "ture",
        "treu",
        "trve",
        "truth",
        "truthy",
        "tr",
        "tru",
        "rue",
        "ue",
        "e",
        "auto1",
        "auto=8",
        "AUTO",
        "Auto",
        "automatic",
    ),
    *(
        "full",
        "max",
        "min",
        "all",
        "inf",
        "Infinity",
        "nan",
        "NaN",
        "-0",
        "+0",
        "+1",
        "+true",
        "-true",
        "eight",
        "VIII",
        "\u2167",
        "8 slots",
        "8slots",
    ),
)
"""What people write for on, off and a depth, and no rule knows."""


def neighbours(token: str, alphabet: Iterable[str] = ALPHABET) -> Iterator[str]:
    """The texts one edit away from `token`: a deletion, a swap of neighbours, a replacement or an insertion. Some come up more than once."""
    for at in range(len(token)):
        yield token[:at] + token[at + 1 :]
    for at in range(len(token) - 1):
        yield token[:at] + token[at + 1] + token[at] + token[at + 2 :]
    for character in alphabet:
        for at in range(len(token)):
            yield token[:at] + character + token[at + 1 :]
        for at in range(len(token) + 1):
            yield token[:at] + character + token[at:]


def case_forms(word: str) -> Iterator[str]:
    """Every way of writing a word of ASCII letters in capitals and small letters."""
    return map("".join, product(*((letter.lower(), letter.upper()) for letter in word)))


def padded(token: str) -> Iterator[str]:
    """A token between blanks of every kind and what is almost one, on both sides and doubled, and with another kind outside."""
    for blank in (*WHITE_SPACE, *NEAR_WHITE_SPACE):
        yield from (blank + token + blank, blank + blank + token, token + blank + blank, " " + blank + token, token + blank + " ", blank)


@cache
def edited(tokens: tuple[str, ...]) -> tuple[str, ...]:
    """These tokens and all their one-edit neighbours, each once, the shortest first."""
    return _shortest_first(text for token in tokens for text in (token, *neighbours(token)))


@cache
def spelled() -> tuple[str, ...]:
    """Every case form of the words, their padded forms, and what people write instead."""
    forms = [form for word in ("true", "false", "auto", "on", "yes") for form in case_forms(word)]
    blanks = [text for token in ("1", "true", "TRUE", "0", "auto", _SIZE, f"+{_SIZE}") for text in padded(token)]
    long = ["1" * 10_000, " " * 10_000 + "1", "true" + " " * 10_000, "true" * 2_500, "1" + "\0" * 100, "\u3000" * 1_000 + "TrUe" + "\u2003" * 1_000]
    return _shortest_first((*forms, *blanks, *WORDS, *long))


@cache
def very_short() -> tuple[str, ...]:
    """Every text of up to two printable ASCII characters."""
    return tuple("".join(text) for length in range(3) for text in product(PRINTABLE, repeat=length))


@cache
def short_texts(tokens: tuple[str, ...]) -> tuple[str, ...]:
    """All of the above for these tokens, each once, the shortest first."""
    return _shortest_first((*edited(tokens), *spelled(), *very_short()))


def _shortest_first(texts: Iterable[str]) -> tuple[str, ...]:
    return tuple(sorted(dict.fromkeys(texts), key=lambda text: (len(text), text)))
