"""The boundary classes of the ring's fit, for a port of any word size.

The free memory that tells two implementations apart lies within one byte of a sum, so it is made from the other arguments: for each rung the
sum as it is, as it saturates, as it wraps (product, sum or both, at the word and at 32 bits) and as binary64 rounds it, each with its
neighbours. Nothing here says what the fit is.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from typing import Final

from spec.port import Call

METHOD: Final = "fit_decode_ring_slots"
RUNGS: Final = (8, 4, 2, 1, 0)


def starts(word_bits: int) -> tuple[int, ...]:
    """Depths to start from: every small one, and words whose low 8, 16 or 32 bits are a small one or none, or whose highest bit is set."""
    largest = 2**word_bits - 1
    half = 2 ** (word_bits - 1)
    return _words(word_bits, (*range(10), 16, 2**8, 2**16 + 1, 2**31, 2**32, 2**32 + 3, half, half + 4, largest))


def sizes(word_bits: int) -> tuple[int, ...]:
    """Bytes a slot: small ones, and those of which some multiple just fits a word, just does not, or wraps to a small value."""
    largest = 2**word_bits - 1
    around = [largest // rung + step for rung in (8, 4, 2, 1) for step in (-1, 0, 1, 2)]
    halves = [2 ** (half - shift) + step for half in (16, 32) if half < word_bits for shift in (3, 1, 0) for step in (0, 1)]
    return _words(word_bits, (0, 1, 2, 3, 10, 1000, 2**53 + 1, *halves, *around))


def reserves(word_bits: int, size: int) -> tuple[int, ...]:
    """Reserves in bytes: small and large ones, and those whose sum with some multiple of `size` just fits a word or just wraps."""
    largest = 2**word_bits - 1
    just = [largest - rung * size + step for rung in (8, 4, 1) for step in (0, 1)]
    return _words(
        word_bits, (0, 1, 2, 7, 2**31, 2**32, 2**53, 2 ** (word_bits - 1) - 1, 2 ** (word_bits - 1), largest - 8, largest - 1, largest, *just)
    )


def frees(word_bits: int, reserve: int, size: int) -> tuple[int, ...]:
    """Free memory in bytes: what tells apart the ways of computing reserve + rung * size."""
    full = 2**word_bits
    largest = full - 1
    found = {0, 1, largest - 1, largest, reserve - 1, reserve + 1}
    for rung in RUNGS:
        shared = rung * size
        exact = reserve + shared
        saturated = min(exact, largest)
        found |= {saturated - 1, saturated, saturated + 1}
        if exact > largest:
            found |= {
                exact % full,
                exact % full + 1,
                exact % full - 1,
                (reserve + min(shared, largest)) % full,
                min(reserve + shared % full, largest),
            }
        if exact >= 2**32:
            found.add(exact % 2**32)
        if exact >= 2**53:
            found.add(int(float(reserve) + float(rung) * float(size)))
    return _words(word_bits, found)


def grid() -> Iterator[Call]:
    """Every small start, reserve and size with every free memory from nothing to more than all of it."""
    for size, reserve, free, start in product(range(5), range(4), range(37), range(11)):
        if free <= reserve + 8 * size + 1:
            yield Call(METHOD, (start, reserve, size, free))


def boundaries(word_bits: int) -> Iterator[Call]:
    """The product of all classes, in the order of reserve and size together."""
    pairs = [(reserve, size) for size in sizes(word_bits) for reserve in reserves(word_bits, size)]
    pairs.sort(key=lambda pair: (max(pair).bit_length(), sum(pair)))
    depths = starts(word_bits)
    for reserve, size in pairs:
        for free, start in product(frees(word_bits, reserve, size), depths):
            yield Call(METHOD, (start, reserve, size, free))


def chains(word_bits: int) -> tuple[Call, ...]:
    """Calls that differ in one argument only, for each argument: one set of values crossed with itself, small enough for one lifetime."""
    half, largest = 2 ** (word_bits - 1), 2**word_bits - 1
    return tuple(
        Call(METHOD, (start, reserve, size, free))
        for size, reserve, free, start in product(
            (0, 1, 2, 5, half // 8, half // 4, half, largest),
            (0, 1, 8, 2**31, half, largest - 1, largest),
            (0, 1, 2, 4, 8, 9, 16, half, largest - 1, largest),
            (0, 1, 2, 4, 7, 8, 9, largest),
        )
    )


def _words(word_bits: int, values: tuple[int, ...] | set[int]) -> tuple[int, ...]:
    """Those of the values that are words, each once, smallest first."""
    return tuple(sorted({value for value in values if 0 <= value < 2**word_bits}))
