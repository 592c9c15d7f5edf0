"""Bytes that are not UTF-8, within and around the words that a variable may hold; and a few that are, beside them.

A variable with such bytes counts as absent. What languages do instead, and what must show: put a replacement character, drop the bytes, take
each byte for a character of Latin-1 (where 0xA0 is a blank and 0xB9 a raised one), keep surrogates, stop, or take the value before.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import Final

HIGH_BYTES: Final = tuple(bytes((byte,)) for byte in range(0x80, 0x100))
"""Each byte that is never a character by itself."""

BROKEN: Final = (
    *(
        b"\xc0\xb1",
        b"\xc0\xb0",
        b"\xc1\xb4",
        b"\xc0\x80",
        b"\xe0\x80\xb1",
        b"\xe0\x81\xb4",
        b"\xe0\x9f\xbf",
        b"\xf0\x80\x80\xb1",
        b"\xf0\x8f\xbf\xbf",
    ),  # overlong
    *(b"\xed\xa0\x80", b"\xed\xad\xbf", b"\xed\xb0\x80", b"\xed\xbf\xbf", b"\xed\xa0\xbd\xed\xb8\x80"),  # halves of a surrogate pair, and a whole one
    *(b"\xc3", b"\xe2\x80", b"\xe3\x80", b"\xf0\x9f", b"\xf0\x9f\x98", b"\xe2\x28\xa1", b"\xc3\x28", b"\xf0\x28\x8c\xbc"),  # cut short
    *(b"\xf4\x90\x80\x80", b"\xf5\x80\x80\x80", b"\xf7\xbf\xbf\xbf", b"\xf8\x88\x80\x80\x80", b"\xfc\x84\x80\x80\x80\x80"),  # above U+10FFFF
    *(
        b"\xff\xfe",
        b"\xfe\xff",
        b"\x80\x80",
        b"\xbf\xbf\xbf",
        b"\xc2\xa0\xa0",
        b"\xef\xbb",
        b"\xef\xbf\xbd\xff",
    ),  # marks of byte order, trails without a lead
)
"""Sequences that are no UTF-8, of every kind."""

DECODABLE: Final = (
    b"1",
    b"0",
    b"true",
    b"TRUE",
    b"\xc2\xa01",
    b"1\xe3\x80\x80",
    b"\xef\xbb\xbf1",
    b"\xef\xbf\xbd",
    b"\xf4\x8f\xbf\xbf",
    b"\xed\x9f\xbf",
    b"\xee\x80\x80",
)
"""Raw bytes that are text like any other."""


def around(token: bytes) -> Iterator[bytes]:
    """The token with every broken sequence at every position, put in and put for one character."""
    for broken in (*HIGH_BYTES, *BROKEN):
        for at in range(len(token) + 1):
            yield token[:at] + broken + token[at:]
        for at in range(len(token)):
            yield token[:at] + broken + token[at + 1 :]


@cache
def values(tokens: tuple[str, ...]) -> tuple[bytes, ...]:
    """Every value made from these tokens, the decodable ones among them, each once, the shortest first."""
    found = dict.fromkeys(value for token in tokens for value in around(token.encode()))
    return (*DECODABLE, *sorted(found, key=lambda value: (len(value), value)))
