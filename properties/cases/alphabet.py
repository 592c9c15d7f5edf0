"""The characters that texts are edited with: those at which implementations in different languages are known to part.

Every one is written by its number, for most of them look like another or like nothing.
"""

from __future__ import annotations

from typing import Final

WHITE_SPACE: Final = tuple(
    map(chr, (*range(0x09, 0x0E), 0x20, 0x85, 0xA0, 0x1680, *range(0x2000, 0x200B), 0x2028, 0x2029, 0x202F, 0x205F, 0x3000)),
)
"""The 25 characters with the Unicode property White_Space."""

NEAR_WHITE_SPACE: Final = tuple(
    map(chr, (*range(0x1C, 0x20), 0x00, 0x08, 0x0E, 0x7F, 0x180E, 0x200B, 0x200C, 0x200D, 0x2060, 0xFEFF, 0xAD, 0x3164)),
)
"""What some trim, or some eye, takes for white space: information separators, NUL and other controls, zero-width characters, fillers."""

ASCII: Final = tuple(map(chr, range(0x80)))

DIGITS: Final = tuple(
    map(
        chr,
        (
            *(0x660, 0x661, 0x668, 0x6F0, 0x6F1, 0x6F8, 0x966, 0x967, 0x96E),  # Arabic-Indic, its extended form, Devanagari: 0, 1, 8
            *(0xFF10, 0xFF11, 0xFF18, 0x1D7CE, 0x1D7CF, 0x1D7D6),  # fullwidth, mathematical bold: 0, 1, 8
            *(0x2070, 0xB9, 0xB2, 0x2078, 0x2080, 0x2081, 0x2088),  # raised and lowered
            *(0x2460, 0x2467, 0x2160, 0x2167, 0xBC, 0x4E00, 0x3007, 0x516B, 0x5D0),  # circled, Roman, a fraction, Han, Hebrew
        ),
    )
)
"""Digits and numbers of other scripts and forms."""

LETTERS: Final = tuple(
    map(
        chr,
        (
            *(0x130, 0x131, 0x17F, 0x212A, 0x212B, 0xDF, 0x1E9E, 0xFB01, 0x1C5),  # change or grow when their case is changed
            *(0xFF34, 0xFF32, 0xFF35, 0xFF25, 0xFF54, 0xFF52, 0xFF55, 0xFF45, 0xFF41, 0xFF4F),  # fullwidth T R U E t r u e a o
            *(0x422, 0x442, 0x433, 0x443, 0x415, 0x435, 0x410, 0x430, 0x41E, 0x43E),  # Cyrillic look-alikes
            *(0x3A4, 0x3C4, 0x3C5, 0x395, 0x3B5, 0x391, 0x3B1, 0x39F, 0x3BF, 0x3C2, 0x3A3),  # Greek look-alikes, final sigma
            *(0x1D1B, 0x280, 0x1D1C, 0x1D07, 0x1D42D, 0x1D42B, 0x1D42E, 0x1D41E),  # small capitals, mathematical bold t r u e
            *(0xE9, 0xFA, 0xFC, 0xE0, 0xF3, 0x163, 0x4E2D),  # accented, Han
        ),
    )
)
"""Letters that fold, normalise or look like those of a token."""

SIGNS: Final = tuple(map(chr, (0x2212, 0xFF0B, 0xFF0D, 0x2010, 0x2013, 0x2014, 0xB1, 0x2213, 0x207A, 0x207B, 0xFE62, 0xFE63, 0x2795, 0x2796)))
"""What is read as plus or minus elsewhere."""

SEPARATORS: Final = tuple(map(chr, (0xB7, 0x66B, 0x66C, 0x2019, 0x2018, 0x201C, 0x201D, 0xAB, 0xBB, 0xFF0C, 0xFF0E, 0x3002, 0x2044)))
"""What separates digits or quotes a text elsewhere."""

INVISIBLE: Final = tuple(map(chr, (0x301, 0x307, 0x332, 0x20E3, 0xFE0F, 0x200E, 0x202E, 0x2066, 0x2069, 0x61C)))
"""Marks that join what is before them, and marks of direction."""

EXTREMES: Final = tuple(map(chr, (0x80, 0x9F, 0xFF, 0x100, 0x7FF, 0x800, 0xD7FF, 0xE000, 0xFFFD, 0xFFFE, 0xFFFF, 0x10000, 0x1F600, 0x10FFFF)))
"""The first and last of each length in UTF-8, the neighbours of the surrogates, and the replacement character."""

ALPHABET: Final = tuple(
    sorted({*ASCII, *WHITE_SPACE, *NEAR_WHITE_SPACE, *DIGITS, *LETTERS, *SIGNS, *SEPARATORS, *INVISIBLE, *EXTREMES}),
)
"""All of them, in the order of their numbers."""

PRINTABLE: Final = tuple(map(chr, range(0x20, 0x7F)))

SHORT_ALPHABET: Final = tuple(
    sorted(
        {*WHITE_SPACE, *NEAR_WHITE_SPACE, *DIGITS[:6], *LETTERS[:4], *LETTERS[9:13], *SIGNS[:3], *"012tTrRuUeE+-_,.;='\"\\x{%", EXTREMES[8]} - {"\0"}
    ),
)
"""The most telling of them that an environment can hold, for where a text costs a lifetime."""
