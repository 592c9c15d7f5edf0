"""Texts that are, or are almost, a number: plain ones, decorated ones, very long ones; and texts that an error message could stumble on."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import Final

from spec.port import DECODE_ROLLBACK_RING_SLOTS

PLAIN: Final = range(70_001)
"""Past every 16-bit number."""

DECORATED_UP_TO: Final = {"smoke": 300, "ci": 300, "deep": 10_000}
"""Small numbers that get every decoration: past every 8-bit number at least."""

POWERS: Final = (2**8, 2**16, 2**31, 2**32, 2**53, 2**63, 2**64, 2**65, 2**128, 10**19, 10**20)
"""Where numbers stop fitting something, or start to be rounded by it."""

NEIGHBOURHOOD: Final = DECODE_ROLLBACK_RING_SLOTS + 1
"""How far around a power: a number that wraps there gives every depth of the ring, and one too many."""

OTHER_DIGITS: Final = tuple({digit: zero + digit for digit in range(10)} for zero in (0x660, 0x6F0, 0x966, 0xFF10, 0x1D7CE))
"""The digits of Arabic in two forms, of Devanagari, fullwidth, and mathematical bold."""


@cache
def plain() -> tuple[str, ...]:
    """The plain numbers, then the neighbourhoods of the powers."""
    return tuple(map(str, (*PLAIN, *(number for number in around_powers() if number not in PLAIN))))


@cache
def around_powers() -> tuple[int, ...]:
    """The neighbourhoods of the powers, in order."""
    return tuple(sorted({power + step for power in POWERS for step in range(-NEIGHBOURHOOD, NEIGHBOURHOOD + 1)}))


@cache
def decorated(up_to: int) -> tuple[str, ...]:
    """Every decoration of the small numbers and of the neighbourhoods, each text once."""
    numbers = (*range(up_to + 1), *(number for number in around_powers() if number > up_to))
    return tuple(dict.fromkeys(text for number in numbers for text in decorations(number)))


def decorations(number: int) -> Iterator[str]:
    """One number with signs, zeros, blanks, separators, fractions, exponents, bases, suffixes, quotes and other scripts' digits."""
    n = str(number)
    for before in (
        "+",
        "-",
        "++",
        "--",
        "+-",
        "-+",
        "0",
        "00",
        "0" * 20,
        "0" * 65,
        "+0",
        "+00",
        "-0",
        "0+",
        " ",
        "\t",
        "\n",
        "\u00a0",
        " +",
        "+ ",
        "\ufeff",
    ):
        yield before + n
    for after in (
        "+",
        "-",
        " ",
        "\n",
        "\r\n",
        "\0",
        ".",
        ".0",
        ".5",
        ",",
        ",0",
        "e0",
        "E0",
        "e1",
        "e-1",
        "_",
        "u",
        "usize",
        "L",
        "n",
        "h",
        "%",
        ";",
        "/1",
        "..8",
    ):
        yield n + after
    for before, after in (
        ("(", ")"),
        ("'", "'"),
        ('"', '"'),
        ("[", "]"),
        (" ", " "),
        ("{", "}"),
        (".", ""),
        ("_", ""),
        ("#", ""),
        ("$", ""),
        ("=", ""),
        ("0.", ""),
    ):
        yield before + n + after
    for separator in (",", "_", " ", "'", ".", "\u00a0", "\u2009"):
        yield f"{number:,}".replace(",", separator)
        yield n[:1] + separator + n[1:]
    yield from (f"0x{number:x}", f"0X{number:X}", f"{number:x}", f"0b{number:b}", f"{number:b}", f"0o{number:o}", f"0{number:o}", f"{number:.1e}")
    yield from ("auto" + n, n + "auto", n + " auto", n + n, n[::-1])
    for digits in OTHER_DIGITS:
        other = n.translate({ord("0") + digit: code for digit, code in digits.items()})
        yield from (other, "+" + other, n[:-1] + other[-1:], "0" + other)


@cache
def long() -> tuple[str, ...]:
    """Numbers of many thousand digits, most of them zeros, around every length at which a language stops reading a number."""
    depths = (str(DECODE_ROLLBACK_RING_SLOTS), str(DECODE_ROLLBACK_RING_SLOTS + 1))
    return tuple(
        sign + "0" * zeros + digits
        for zeros in (18, 19, 20, 63, 64, 127, 255, 256, 308, 309, 640, 1023, 4095, 4299, 4300, 4301, 9_999, 10_000)
        for sign in ("", "+", "-", " ")
        for digits in ("", *depths, "18446744073709551615", "18446744073709551616", "4294967295", "4294967296", "x", "\u0668")
    ) + tuple(sign + digit * length for length in (17, 18, 19, 20, 21, 39, 309, 4300, 4301, 10_000) for sign in ("", "+", "-") for digit in "189")


MARKS: Final = (
    *(
        "{}",
        "{",
        "}",
        "{{",
        "}}",
        "{0}",
        "{s}",
        "{n}",
        "{text}",
        "{value}",
        "{valid}",
        "{name}",
        "{ring}",
        "{s:?}",
        "{:?}",
        "{!r}",
        "${s}",
        "$s",
        "$1",
        "$(x)",
        "`x`",
        "#{s}",
        "\\(s)",
        "@s",
        "<s>",
    ),
    *(
        "%",
        "%%",
        "%s",
        "%d",
        "%n",
        "%r",
        "%(s)s",
        "%1$s",
        "%x",
        "%p",
        "%@",
        "%{s}",
        "100%",
        "\\",
        "\\\\",
        "\\n",
        "\\0",
        "\\u0041",
        "\\x41",
        "\\'",
        "\\1",
    ),
    *(
        "'",
        '"',
        "''",
        '""',
        "'8'",
        "` `",
        "\n",
        "\r",
        "\r\n",
        "\t",
        "a\nb",
        "a\tb",
        "\0",
        "a\0b",
        "\x1b[31m",
        "\x7f",
        "\x08",
        "<b>",
        "&amp;",
        "&",
        "<!--",
    ),
    *(
        "\u2028",
        "\u2029",
        "\u0085",
        "\u202e8",
        "e\u0301",
        "\u00e9",
        "\ufb01",
        "\u1e9e",
        "\ufffd",
        "\uffff",
        "\U0001f600",
        "\U0010ffff",
        "\U0001f468\u200d\U0001f469",
    ),
    *(
        "unknown",
        "exceeds",
        f"' (valid: auto, 0..={DECODE_ROLLBACK_RING_SLOTS})",
        "unknown ssm-decode-ring-slots ''",
        f"ssm-decode-ring-slots {NEIGHBOURHOOD} exceeds the {DECODE_ROLLBACK_RING_SLOTS}",
        f"{NEIGHBOURHOOD} exceeds",
        "null",
        '{"ok": 8}',
    ),
)
"""What a message must carry as it is: marks of formats, templates, escapes and markup, quotes, line ends, controls, and what escapes in transport."""


@cache
def messages() -> tuple[str, ...]:
    """Each mark by itself, within a text, twice, beside a number, and within a long text."""
    return tuple(
        dict.fromkeys(text for mark in MARKS for text in (mark, f"a{mark}b", mark + mark, f"9{mark}", f"{mark}9", f"auto{mark}", "x" * 300 + mark))
    )
