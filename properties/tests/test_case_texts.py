"""The texts are what they say: the alphabet holds what it must, and every neighbour, number and broken byte is there."""

from __future__ import annotations

import sys
import unicodedata
from collections.abc import Callable
from decimal import ROUND_HALF_EVEN, Context, Decimal

import pytest

from properties.cases import alphabet, numerals, shapes, spellings, undecodable
from spec.port import DECODE_ROLLBACK_RING_SLOTS

SIZE = str(DECODE_ROLLBACK_RING_SLOTS)
EVERY_CHARACTER = tuple(chr(code) for code in range(sys.maxunicode + 1) if not 0xD800 <= code < 0xE000)


def test_white_space_is_what_unicode_says() -> None:
    """Python counts the information separators in, the property White_Space does not."""
    assert len(alphabet.WHITE_SPACE) == 25
    assert set(alphabet.WHITE_SPACE) == {one for one in EVERY_CHARACTER if one.isspace()} - set("\x1c\x1d\x1e\x1f")


def test_near_misses_of_white_space_are_none() -> None:
    """Among them what a trim of another language takes, and what is invisible."""
    assert set("\x1c\x1d\x1e\x1f\u200b\u180e\ufeff\0") <= set(alphabet.NEAR_WHITE_SPACE)
    assert not set(alphabet.NEAR_WHITE_SPACE) & set(alphabet.WHITE_SPACE)


def test_the_alphabet_holds_every_kind_of_look_alike() -> None:
    """ASCII in full, blanks, and digits, letters, signs and quotes of other scripts."""
    letters = set(alphabet.ALPHABET)
    assert set(map(chr, range(0x80))) | set(alphabet.WHITE_SPACE) | set(alphabet.NEAR_WHITE_SPACE) <= letters
    assert set("ıİſKＴｔ") <= letters
    zeros = {chr(ord(one) - unicodedata.decimal(one)) for one in letters if one.isdecimal()}
    assert len(zeros) >= 5
    assert {unicodedata.category(one) for one in letters} >= {
        "Lu",
        "Ll",
        "Lo",
        "Nd",
        "No",
        "Nl",
        "Mn",
        "Cf",
        "Cc",
        "Zs",
        "Zl",
        "Zp",
        "Pd",
        "Pi",
        "Pf",
        "Sm",
        "Sk",
    }
    assert len(letters) == len(alphabet.ALPHABET)


def test_the_alphabet_holds_scalar_values_only() -> None:
    """A text has no surrogate."""
    assert set(alphabet.ALPHABET) <= set(EVERY_CHARACTER)


def test_the_short_alphabet_can_stand_in_an_environment() -> None:
    """It holds every blank and no NUL."""
    assert "\0" not in alphabet.SHORT_ALPHABET
    assert set(alphabet.WHITE_SPACE) <= set(alphabet.SHORT_ALPHABET) <= set(alphabet.ALPHABET)


@pytest.mark.parametrize("token", spellings.TOKENS)
def test_the_neighbours_of_a_token_are_all_there(token: str) -> None:
    """As many as a count without making them gives."""
    letters = len(alphabet.ALPHABET)
    insertions = (len(token) + 1) * letters - len(token)
    replacements = len(token) * (letters - 1)
    runs = sum(1 for at in range(len(token)) if at == 0 or token[at] != token[at - 1])
    # A swap of two differing neighbours is two replacements, so none of the others.
    swaps = sum(1 for at in range(len(token) - 1) if token[at] != token[at + 1])
    assert len(set(spellings.neighbours(token)) - {token}) == insertions + replacements + runs + swaps


@pytest.mark.parametrize(
    ("near", "token"),
    [("rtue", "true"), ("tru", "true"), ("true\u00a0", "true"), ("\x1c1", "1"), ("", "0"), ("auto\0", "auto"), ("-8", "8"), ("80", "08")],
)
def test_known_near_misses_are_among_the_neighbours(near: str, token: str) -> None:
    """A swap, a deletion, an insertion and a replacement."""
    assert near in spellings.edited((token,))


def test_every_rule_s_words_are_tokens() -> None:
    """A word that no list knows has no neighbours in any."""
    assert set(spellings.TOKENS) >= {"1", "0", "true", "auto", SIZE, f"+{SIZE}", f"0{SIZE}"}
    assert set(spellings.SWITCH_TOKENS) | set(spellings.RING_TOKENS) == set(spellings.TOKENS)


def test_case_forms_are_all_there() -> None:
    """Two for each letter."""
    forms = set(spellings.case_forms("true"))
    assert len(forms) == 2**4
    assert {form.lower() for form in forms} == {"true"}
    assert forms <= set(spellings.spelled())


def test_every_text_of_up_to_two_printable_characters_is_there() -> None:
    """From nothing to two tildes."""
    texts = set(spellings.very_short())
    assert len(texts) == len(spellings.very_short()) == 1 + 95 + 95**2
    assert {len(text) for text in texts} == {0, 1, 2}
    assert all(one.isascii() and one.isprintable() for one in texts)


def test_texts_come_shortest_first_and_once() -> None:
    """What is found first is then short."""
    texts = spellings.short_texts(spellings.TOKENS)
    assert [len(text) for text in texts] == sorted(len(text) for text in texts)
    assert len(set(texts)) == len(texts)


def test_a_token_is_padded_with_every_blank_on_each_side() -> None:
    """The trim of the watchdogs takes 25 characters, from both ends."""
    texts = set(spellings.short_texts(spellings.SWITCH_TOKENS))
    for blank in (*alphabet.WHITE_SPACE, *alphabet.NEAR_WHITE_SPACE):
        assert {f"{blank}1", f"1{blank}", f"{blank}1{blank}", f"{blank}true", f"true{blank}"} <= texts


def test_numbers_are_all_there_up_to_seventy_thousand_and_around_every_power() -> None:
    """The neighbourhoods are wide enough for a number that wraps to any depth."""
    numbers = list(map(int, numerals.plain()))
    assert numbers[:70_001] == list(range(70_001))
    assert len(set(numbers)) == len(numbers)
    for power in (2**8, 2**16, 2**31, 2**32, 2**63, 2**64):
        assert set(range(power - 9, power + 10)) <= set(numbers)


def test_every_number_around_a_power_has_every_decoration() -> None:
    """As many texts as for a small number, no two alike."""
    texts = set(numerals.decorated(300))
    for number in (9, 300, 2**16, 2**32 + 8, 2**64 - 1, 2**64):
        assert set(numerals.decorations(number)) <= texts
    assert {"+8", "-8", "08", " 8", "8 ", "8.0", "8e0", "0x8", "8_", "٨", "８", "8\n", "++8", "+ 8", "1,000"} - texts == {"1,000"}
    assert {"65,536", "65_536", "65 536", "4294967296.0", "0x100000000"} <= texts


def test_long_numbers_go_past_ten_thousand_digits() -> None:
    """Zeros before a depth, and digits that no word holds."""
    texts = set(numerals.long())
    assert {"0" * 10_000, "0" * 10_000 + SIZE, "9" * 10_000, "+" + "0" * 10_000 + SIZE, "0" * 4_301 + SIZE} <= texts


def test_messages_hold_what_formats_stumble_on() -> None:
    """Braces, percent signs, quotes and line ends, alone and within."""
    texts = set(numerals.messages())
    for mark in ("{}", "{0}", "%s", "%", "'", '"', "\n", "\r\n", "\\", "\0"):
        assert {mark, f"a{mark}b"} <= texts


def test_no_broken_value_is_utf_8() -> None:
    """Otherwise it would be a text like any other."""
    values = set(undecodable.values(("1", "0", "true"))) - set(undecodable.DECODABLE)
    for value in values:
        with pytest.raises(UnicodeDecodeError):
            value.decode()
    for value in undecodable.DECODABLE:
        value.decode()


def test_broken_bytes_stand_at_every_position_of_a_token() -> None:
    """Put in at each place, and put for each character."""
    values = set(undecodable.values(("true",)))
    for broken in (b"\x80", b"\xff", b"\xc0\xb1", b"\xed\xa0\x80", b"\xe2\x80", b"\xf4\x90\x80\x80"):
        assert {b"true"[:at] + broken + b"true"[at:] for at in range(5)} | {b"true"[:at] + broken + b"true"[at + 1 :] for at in range(4)} <= values
    assert set(range(0x80, 0x100)) == {value[0] for value in undecodable.HIGH_BYTES}


def test_confusable_shapes_are_all_different_and_confused_by_each_careless_key() -> None:
    """A key by sum, product, sorted order, joined digits, or low bits makes two of them one."""
    shapes_of = shapes.CONFUSABLE
    assert len(set(shapes_of)) == len(shapes_of)
    careless_keys: tuple[Callable[[str, int, int, int], object], ...] = (
        lambda name, m, n, k: (name, m + n + k),
        lambda name, m, n, k: (name, m * n * k),
        lambda name, m, n, k: (name, *sorted((m, n, k))),
        lambda name, m, n, k: f"{name}{m}{n}{k}",
        lambda name, m, n, k: (name, m % 2**16, n, k),
        lambda name, m, n, k: (name.lower(), m, n, k),
        lambda name, m, n, k: (name.strip(), m, n, k),
        lambda name, m, n, k: (name.partition("\0")[0], m, n, k),
    )
    for careless in careless_keys:
        assert len({careless(*one) for one in shapes_of}) < len(shapes_of)
    for place in range(4):
        assert len({one[:place] + one[place + 1 :] for one in shapes_of}) < len(shapes_of)


def test_the_order_of_multiplying_shows() -> None:
    """For every other order, and for an exact product, some shape is written with another digit."""
    others: tuple[Callable[[float, float, float], float], ...] = (
        lambda m, n, k: 2 * m * (n * k),
        lambda m, n, k: 2 * m * k * n,
        lambda m, n, k: 2 * k * n * m,
        lambda m, n, k: 2 * n * k * m,
    )
    for other in others:
        assert any(written(2.0 * m * n * k) != written(other(m, n, k)) for m, n, k in shapes.ORDER_SHOWS)
    assert any(written(2.0 * m * n * k) != written(Decimal(2 * m * n * k)) for m, n, k in shapes.ORDER_SHOWS)


def written(value: float | Decimal) -> str:
    """Three decimals of the exact value."""
    return str(Context(prec=4, rounding=ROUND_HALF_EVEN).create_decimal(Decimal(value)))


def test_products_hold_ties_carries_and_what_no_integer_of_64_bits_holds() -> None:
    """The third decimal is a tie, a carry goes to the next power of ten, and products pass 2**53, 2**63 and 2**64."""
    flops = [2 * m * n * k for m, n, k in shapes.products()]
    digits = [str(flop).rstrip("0") for flop in flops]
    assert sum(len(one) == 5 and one[-1] == "5" for one in digits) > 1_000
    assert any(one.startswith("9999") and len(one) > 4 for one in digits)
    for power in (2**53, 2**63, 2**64, 2**96):
        assert any(flop < power for flop in flops)
        assert any(flop > power for flop in flops)
    assert {0, 2, 100_050} <= set(flops)
