"""ring-parse/*: what `--ssm-decode-ring-slots` takes.

`number` guards the notations (a plus sign, leading zeros), `range` and `exceeds` guard the values, so a refused sign is blamed on `number` alone.
"""

from __future__ import annotations

import re
from typing import Final

from properties.rules.rule import Exactly, Expectation, Such, call_rule
from spec.port import DECODE_ROLLBACK_RING_SLOTS, Depth, ParseError

METHOD: Final = "parse_decode_ring_slots"
NUMBER: Final = re.compile(r"\+?([0-9]+)")
PLAIN_NUMBER: Final = re.compile(r"0|[1-9][0-9]*")


def number_in(text: str, largest_word: int) -> int | None:
    """The number that a text denotes, or None where it denotes none or more than a word."""
    match = NUMBER.fullmatch(text)
    if match is None:
        return None
    digits = match[1].lstrip("0") or "0"
    if len(digits) > len(str(largest_word)):
        return None
    number = int(digits)
    return number if number <= largest_word else None


def is_plain(text: str) -> bool:
    """Whether a number is written without sign and leading zeros."""
    return PLAIN_NUMBER.fullmatch(text) is not None


def unless_misread(text: str) -> frozenset[str]:
    """What would explain another number in an answer than the text denotes: a sign or leading zeros that change something."""
    return frozenset({"ring-parse/number"}) if NUMBER.fullmatch(text) is not None and not is_plain(text) else frozenset()


def kind_of(answer: object) -> str | None:
    """The kind that an error tells. None where the answer is no error."""
    return answer.told_kind if isinstance(answer, ParseError) else None


ONLY_AUTO: Final = Such("an error, for only `auto` gives no depth", lambda answer: answer != Depth(None), must_answer=False)


@call_rule("ring-parse/auto", METHOD)
def auto(s: str, *, largest_word: int) -> Expectation | None:
    """Exactly `auto` gives no depth; of the texts that denote no number no other does."""
    if s == "auto":
        return Exactly(Depth(None))
    return ONLY_AUTO if number_in(s, largest_word) is None else None


@call_rule("ring-parse/number", METHOD)
def number(s: str, *, largest_word: int) -> Expectation | None:
    """A sign or leading zeros change nothing: the text is read, and as that number."""
    value = number_in(s, largest_word)
    if value is None or is_plain(s):
        return None
    in_range = value <= DECODE_ROLLBACK_RING_SLOTS
    read = f"Depth(ok={value})" if in_range else "an error of the exceeds kind"
    unless = frozenset({"ring-parse/range" if in_range else "ring-parse/exceeds"})
    return Such(read, lambda answer: kind_of(answer) == "exceeds" or answer == Depth(value), unless)


@call_rule("ring-parse/range", METHOD)
def range_(s: str, *, largest_word: int) -> Expectation | None:
    """0 to the size of the ring gives that depth. In another notation than the plain one, an answer that shows another reading is `number`'s."""
    value = number_in(s, largest_word)
    if value is None or value > DECODE_ROLLBACK_RING_SLOTS:
        return None
    if is_plain(s):
        return Exactly(Depth(value))
    return Exactly(Depth(value), lambda answer: kind_of(answer) != "exceeds", must_answer=False)


@call_rule("ring-parse/exceeds", METHOD)
def exceeds(s: str, *, largest_word: int) -> Expectation | None:
    """Above the size of the ring is an error of the exceeds kind. In another notation than the plain one, another reading is `number`'s."""
    value = number_in(s, largest_word)
    if value is None or value <= DECODE_ROLLBACK_RING_SLOTS:
        return None
    plain = is_plain(s)
    return Such(
        "an error of the exceeds kind", lambda answer: kind_of(answer) == "exceeds" or (not plain and answer != Depth(value)), must_answer=plain
    )


@call_rule("ring-parse/unknown", METHOD)
def unknown(s: str, *, largest_word: int) -> Expectation | None:
    """Everything that is neither `auto` nor a number within a word is an error of the unknown kind. One taken for `auto` is `auto`'s."""
    if s == "auto" or number_in(s, largest_word) is not None:
        return None
    return Such("an error of the unknown kind", lambda answer: kind_of(answer) == "unknown" or answer == Depth(None), unless_misread(s))


@call_rule("ring-parse/message", METHOD)
def message(s: str, *, largest_word: int) -> Expectation | None:
    """The text of an error, to the letter, where its kind is right."""
    if s == "auto":
        return None
    value = number_in(s, largest_word)
    if value is None:
        kind, text = "unknown", f"unknown ssm-decode-ring-slots '{s}' (valid: auto, 0..={DECODE_ROLLBACK_RING_SLOTS})"
    elif value > DECODE_ROLLBACK_RING_SLOTS:
        kind, text = "exceeds", f"ssm-decode-ring-slots {value} exceeds the {DECODE_ROLLBACK_RING_SLOTS} the ring is sized for"
    else:
        return None
    return Such(
        f"the message {text!r}",
        lambda answer: not isinstance(answer, ParseError) or kind_of(answer) != kind or answer.err == text,
        unless_misread(s),
        must_answer=False,
    )
