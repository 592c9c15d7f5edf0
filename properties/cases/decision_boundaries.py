"""The boundary classes of the ring's decision, and their whole product: in one call where the port offers that, and through the process otherwise.

A published depth is for life, so the process form has one lifetime for each; the override, the watchdogs and the arguments change within it.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain, product
from typing import Final

from properties.cases.batch import Plan
from properties.cases.cutting import Calls, stride_of_calls, thinned
from properties.cases.operations import PUBLISHED, decide, publish, set_env
from spec.port import DECODE_ROLLBACK_RING_SLOTS, RING_VARIABLE, WATCHDOGS_VARIABLE, Call

OVERRIDES: Final = (
    *(None, "", "0", "1", "2", str(DECODE_ROLLBACK_RING_SLOTS), str(DECODE_ROLLBACK_RING_SLOTS + 1)),
    *("00", "01", "10", "11", "+0", "+1", "-0", "-1", " 0", "0 ", " 1", "1 ", "1\n", "0\n", "\t1", "0.0", "1.0"),
    *("true", "TRUE", "false", "on", "off", "yes", "no", "auto", "0x1", "１", "٠", "０", "\u00b9", "0,1", "0\u200b", "\ufeff1"),
)
"""What the override's variable may hold: the two texts that force, absence, and what other readers of switches would take for one of them."""

WATCHDOGS: Final = (None, "1", "true", " TRUE ", "", "0", "false", "\u3000tRuE\u0085", "\u200b1", b"\xff", "11")
"""What the watchdogs' variable may hold where what counts is its rank in the decision; all its texts are put elsewhere."""


def layers(word_bits: int) -> tuple[int, ...]:
    """Numbers of SSM layers: none, few, and words of which a narrower or a signed reading makes none or less than none."""
    largest = 2**word_bits - 1
    numbers = {0, 1, 2, 8, 2**8, 2**16, 2**31, 2**32, 2 ** (word_bits - 1), largest}
    return tuple(sorted(number for number in numbers if number <= largest))


def published(word_bits: int) -> tuple[int | None, ...]:
    """Published depths: none, those of the ladder and between, and those that the command line would refuse."""
    largest = 2**word_bits - 1
    size = DECODE_ROLLBACK_RING_SLOTS
    depths = {0, 1, 2, 3, size // 2, size - 1, size, size + 1, 2 * size, 2**8, 2**31, 2**32, 2**53 + 1, 2 ** (word_bits - 1), largest}
    return (None, *sorted(depth for depth in depths if depth <= largest))


def decisions(plan: Plan) -> Iterator[Calls]:
    """The whole product as single calls."""
    for depth, override, watchdogs, speculative, number in product(
        published(plan.word_bits), OVERRIDES, (False, True), (False, True), layers(plan.word_bits)
    ):
        yield (Call("decode_rollback_ring_slots_with", (number, speculative, depth, override, watchdogs)),)


def decisions_of_a_process(plan: Plan) -> Iterator[Calls]:
    """A lifetime for each published depth; in it every override with every state of the watchdogs and every argument."""
    for depth in published(plan.word_bits):
        steps = thinned(_changes_and_decisions(plan.word_bits), stride_of_calls(plan))
        opening = () if depth is None else (publish(depth),)
        yield (*opening, *chain.from_iterable(steps), PUBLISHED)


def _changes_and_decisions(word_bits: int) -> Iterator[Calls]:
    for override, watchdogs in product(OVERRIDES, WATCHDOGS):
        changes = (set_env(RING_VARIABLE, override), set_env(WATCHDOGS_VARIABLE, watchdogs))
        yield (*changes, decide(1, False), decide(1, True))
    for override, number in product(OVERRIDES, layers(word_bits)):
        yield (set_env(RING_VARIABLE, override), decide(number, False), decide(number, True))
