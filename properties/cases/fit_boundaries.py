"""The boundary classes of the ring's fit, for a port of any word size.

The free memory that tells two implementations apart lies within one byte of a sum, so it is made from the other arguments: for each rung the
sum as it is, as it saturates, as it wraps (product, sum or both, at the word and at 32 bits) and as binary64 rounds it, each with its
neighbours. Nothing here says what the fit is.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from typing import Final

from spec.port import DECODE_ROLLBACK_RING_SLOTS, Call

METHOD: Final = "fit_decode_ring_slots"
RUNGS: Final = (*(DECODE_ROLLBACK_RING_SLOTS >> halvings for halvings in range(DECODE_ROLLBACK_RING_SLOTS.bit_length())), 0)
"""The depths around which memory is set: the size of the ring, its halves, and none."""


def starts(word_bits: int) -> tuple[int, ...]:
    """Depths to start from: every small one, and words whose low 8, 16 or 32 bits are a small one or none, or whose highest bit is set."""
    largest = 2**word_bits - 1
    half = 2 ** (word_bits - 1)
    small = range(RUNGS[0] + 2)
    return _words(word_bits, (*small, 2 * RUNGS[0], 2**8, 2**16 + 1, 2**31, 2**32, 2**32 + 3, half, half + 4, largest))


def sizes(word_bits: int) -> tuple[int, ...]:
    """Bytes a slot: small ones, and those of which some multiple just fits a word, just does not, or wraps to a small value."""
    largest = 2**word_bits - 1
    around = [largest // rung + step for rung in RUNGS[:-1] for step in (-1, 0, 1, 2)]
    halves = [2 ** (half - shift) + step for half in (16, 32) if half < word_bits for shift in (3, 1, 0) for step in (0, 1)]
    return _words(word_bits, (0, 1, 2, 3, 10, 1000, 2**53 + 1, *halves, *around))


def reserves(word_bits: int, size: int) -> tuple[int, ...]:
    """Reserves in bytes: small and large ones, and those whose sum with some multiple of `size` just fits a word or just wraps."""
    largest = 2**word_bits - 1
    just = [largest - rung * size + step for rung in (*RUNGS[:2], 1) for step in (0, 1)]
    half = 2 ** (word_bits - 1)
    return _words(word_bits, (0, 1, 2, 7, 2**31, 2**32, 2**53, half - 1, half, largest - RUNGS[0], largest - 1, largest, *just))


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
    for size, reserve, free, start in product(range(5), range(4), range(4 * RUNGS[0] + 5), range(RUNGS[0] + 3)):
        if free <= reserve + RUNGS[0] * size + 1:
            yield Call(METHOD, (start, reserve, size, free))


def boundaries(word_bits: int) -> Iterator[Call]:
    """The product of all classes, in the order of reserve and size together."""
    pairs = [(reserve, size) for size in sizes(word_bits) for reserve in reserves(word_bits, size)]
    pairs.sort(key=lambda pair: (max(pair).bit_length(), sum(pair)))
    depths = starts(word_bits)
    for reserve, size in pairs:
        for free, start in product(frees(word_bits, reserve, size), depths):
            yield Call(METHOD, (start, reserve, size, free))


def chains(word_bits: int) -> Iterator[tuple[Call, ...]]:
    """Chains of calls, each of which differs from the one before in one argument only, for each argument: sets of values crossed with each other."""
    half, largest = 2 ** (word_bits - 1), 2**word_bits - 1
    starts = (0, 1, 2, RUNGS[1], RUNGS[0] - 1, RUNGS[0], RUNGS[0] + 1, largest)
    reserves = (0, 1, 8, 2**31, half, largest - 1, largest)
    sizes = (0, 1, 2, 5, half // RUNGS[0], half // RUNGS[1], half, largest)
    frees = (0, 1, 2, RUNGS[1], RUNGS[0], RUNGS[0] + 1, 2 * RUNGS[0], half, largest - 1, largest)
    arguments = (starts, reserves, sizes, frees)
    for place, values in enumerate(arguments):
        for rest in product(*(others for others in arguments if others is not values)):
            yield tuple(Call(METHOD, (*rest[:place], value, *rest[place:])) for value in values)


def _words(word_bits: int, values: tuple[int, ...] | set[int]) -> tuple[int, ...]:
    """Those of the values that are words, each once, smallest first."""
    return tuple(sorted({value for value in values if 0 <= value < 2**word_bits}))
