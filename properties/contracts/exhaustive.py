"""What needs no prover: whole finite domains, and every text and every sequence up to a stated length, put to the rules one by one.

A *sweep* is a number of lifetimes with the rules that judge them; what they leave out is said in its domain. Words are swept whole by making them
small: where they just hold the size of the ring, every fit can be asked. A sweep is asked and judged as everything is, and never samples.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import partial
from itertools import chain, islice, product
from typing import Final, Literal, TypeAlias

from properties.cases.cutting import LONGEST_SCRIPT, Calls
from properties.cases.lattice import both_ors
from properties.cases.lifetimes import every_sequence
from properties.cases.operations import (
    ADMISSION_OPERATIONS,
    ADMISSION_READS,
    DEBUG_ON,
    LOGGING_OPERATIONS,
    LOGGING_READS,
    RING_OPERATIONS,
    RING_READS,
    on_off_unset,
    read,
    set_env,
    shape,
    write,
)
from properties.harness.in_process import InProcess
from properties.judge import Judge, Violation
from properties.transcript import Script
from reference import Process
from spec.port import DECODE_ROLLBACK_RING_SLOTS, RESERVE_FULL_VARIABLE, SHAPE_LOG_VARIABLE, SWITCHES, Argument, Call, Port, ServeFlags

Reach: TypeAlias = Literal["exhaustive", "bounded"]


@dataclass(frozen=True, slots=True)
class Sweep:
    """Lifetimes and the rules that judge them. `domain` says in words what is tried; `reach` whether that is all there is, or all up to a bound."""

    name: str
    rules: tuple[str, ...]
    reach: Reach
    domain: str
    lifetimes: Callable[[], Iterable[Calls]]
    word_bits: tuple[int, ...] = (64,)


def violations(sweep: Sweep, born: Callable[[int], Port] = Process) -> Iterator[Violation]:
    """What the rules find wrong with a port, made by `born` for a word size, in the lifetimes of a sweep; smallest first.

    Raises:
        LookupError: when a rule of the sweep judged nothing, so that the sweep would vouch for it in vain.
    """
    for word_bits in sweep.word_bits:
        judge = Judge(sweep.rules)
        asker = InProcess(partial(born, word_bits))
        for transcript in asker.ask(Script(sweep.name, calls) for calls in sweep.lifetimes()):
            yield from judge.judge(transcript)
        idle = [rule for rule in sweep.rules if not judge.verdict.judgements[rule]]
        if idle:
            raise LookupError(f"the sweep {sweep.name!r} gives these rules nothing to judge: {', '.join(idle)}")


def single_calls(method: str, *arguments: Iterable[Argument]) -> Iterator[Calls]:
    """One call of a pure method for each combination of arguments, cut into lifetimes of bounded length."""
    yield from cut(Call(method, combination) for combination in product(*arguments))


def cut(calls: Iterable[Call]) -> Iterator[Calls]:
    """The calls in their order, as many in a lifetime as a script may have."""
    rest = iter(calls)
    while some := tuple(islice(rest, LONGEST_SCRIPT)):
        yield some


def texts(alphabet: str, longest: int) -> Iterator[str]:
    """Every text over an alphabet up to a length, the shortest first."""
    for length in range(longest + 1):
        yield from map("".join, product(alphabet, repeat=length))


def scalar_values() -> Iterator[str]:
    """Every character that a text may hold: every code point but the surrogates."""
    return map(chr, chain(range(0xD800), range(0xE000, 0x110000)))


BOOLEANS: Final = (False, True)
SMALL: Final = DECODE_ROLLBACK_RING_SLOTS.bit_length()
"""The bits of the smallest word that holds the size of the ring."""
KINDS_OF_NUMERAL: Final = "+-08 9a_\u0663"
"""A character of each kind that the grammar of numbers tells apart: signs, zero, a digit up to 8, 9, blank, letter, separator, foreign digit."""
KINDS_OF_TRIMMED: Final = " \u3000\u001c1tRuE"
"""The same for what disables the watchdogs: two that are trimmed, one that is not though Python would, and the letters of what is on."""
KINDS_OF_SWITCH: Final = "01 tTrRuUeE"
KINDS_OF_DIGIT: Final = "01 t"
KINDS_OF_BYTE: Final = (
    *(0x01, 0x31, 0x7F),
    *(0x80, 0x8F, 0x90, 0x9F, 0xA0, 0xBF),
    *(0xC0, 0xC1, 0xC2, 0xDF),
    *(0xE0, 0xE1, 0xEC, 0xED, 0xEE, 0xEF),
    *(0xF0, 0xF1, 0xF3, 0xF4, 0xF5, 0xFF),
)
"""The first and last byte of each kind that UTF-8 tells apart, and the digit 1, which is on: what stands alone; what follows, in parts for what
follows E0, ED, F0 and F4; and what begins two bytes, three and four, with those that begin nothing."""


def fits() -> Iterator[Calls]:
    """Every fit of small words in one lifetime, so that each pair that differs in one argument is judged together."""
    words = range(2**SMALL)
    yield tuple(Call("fit_decode_ring_slots", arguments) for arguments in product(words, repeat=4))


def undecodable() -> Iterator[Calls]:
    """Each switch's variable, holding up to three bytes of all kinds, and a read of it."""
    values = [bytes(some) for length in range(4) for some in product(KINDS_OF_BYTE, repeat=length)]
    for switch in SWITCHES:
        yield from ((set_env(switch.variable, value), read(switch)) for value in values)


def each_switch() -> Iterator[Calls]:
    """Every sequence of up to five operations on one switch, and the reads that end it."""
    for switch in SWITCHES:
        own = (write(switch, True), write(switch, False), read(switch), *on_off_unset(switch.variable))
        yield from ((*sequence, read(switch)) for sequence in every_sequence(own, 5))


def both_switches() -> Iterator[Calls]:
    """Every sequence of up to three operations on the levers."""
    yield from (sequence + ADMISSION_READS for sequence in every_sequence(ADMISSION_OPERATIONS, 3))


def rings() -> Iterator[Calls]:
    """Every sequence of up to three operations on the ring."""
    yield from (sequence + RING_READS for sequence in every_sequence(RING_OPERATIONS, 3))


def logs() -> Iterator[Calls]:
    """Every sequence of up to three operations of the shape log."""
    yield from (sequence + LOGGING_READS for sequence in every_sequence(LOGGING_OPERATIONS, 3))


def shape_log_texts() -> Iterator[Calls]:
    """The shape log's variable holding each short text, and a shape of its own for it."""
    for number, text in enumerate(texts(KINDS_OF_DIGIT, 4)):
        yield DEBUG_ON, set_env(SHAPE_LOG_VARIABLE, text), shape("backend", "name", number, 1, 1)


def starts() -> Iterator[Calls]:
    """Starts of a serve with small words: every reserve, size of a slot and free memory up to 9, with the flags that the ring depends on."""
    small = range(10)
    depths = (None, "auto", "0", "3", str(DECODE_ROLLBACK_RING_SLOTS))
    for depth, speculative, layers, full in product(depths, BOOLEANS, (0, 1), (None, "1")):
        flags = ServeFlags(None, None, depth, speculative, False)
        for memory in product(small, repeat=3):
            yield set_env(RESERVE_FULL_VARIABLE, full), Call("start_serve", (flags, layers, *memory)), Call("published_decode_ring_slots")


SWEEPS: Final = (
    Sweep(
        "every character at both ends of what is trimmed",
        ("truth/watchdogs",),
        "bounded",
        "every one of the 1,112,064 characters on both sides of `1`",
        lambda: cut(Call("watchdogs_disabled_from_value", (f"{one}1{one}",)) for one in scalar_values()),
    ),
    Sweep(
        "every text of the kinds that trimming tells apart",
        ("truth/watchdogs", "environment/empty-is-off"),
        "bounded",
        "every text of up to 6 characters, one of each kind",
        lambda: single_calls("watchdogs_disabled_from_value", chain((None,), texts(KINDS_OF_TRIMMED, 6))),
    ),
    Sweep(
        "every character in every place of true",
        ("truth/switch",),
        "bounded",
        "every one of the 1,112,064 characters in each place of `true`",
        lambda: cut(Call("bool_value_enabled", (text,)) for one in scalar_values() for text in (f"{one}rue", f"t{one}ue", f"tr{one}e", f"tru{one}")),
    ),
    Sweep(
        "every text of the kinds that a switch tells apart",
        ("truth/switch", "environment/empty-is-off"),
        "bounded",
        "every text of up to 5 characters, one of each kind",
        lambda: single_calls("bool_value_enabled", chain((None,), texts(KINDS_OF_SWITCH, 5))),
    ),
    Sweep(
        "both tables of OR",
        ("admission/first-chunk", "admission/chunk-zero"),
        "exhaustive",
        "every combination of the levers, a text of one being on, off in many ways, or absent",
        lambda: cut(both_ors()),
    ),
    Sweep(
        "every numeral of the kinds that the grammar tells apart",
        (
            "ring-parse/auto",
            "ring-parse/number",
            "ring-parse/range",
            "ring-parse/exceeds",
            "ring-parse/unknown",
            "ring-parse/message",
        ),
        "bounded",
        "every text of up to 6 characters, one of each kind, and of the letters of `auto`, at words of 64 and of 8 bits",
        lambda: chain(single_calls("parse_decode_ring_slots", texts(KINDS_OF_NUMERAL, 6)), single_calls("parse_decode_ring_slots", texts("auto", 4))),
        (64, 8),
    ),
    Sweep(
        "the whole product of a decision",
        (
            "ring-decision/no-layers",
            "ring-decision/published",
            "ring-decision/override",
            "ring-decision/implicit-skip",
            "ring-decision/default",
            "ring-decision/reason",
            "truth/override",
            "environment/empty-is-off",
        ),
        "exhaustive",
        f"every word of {SMALL} bits for layers and depth, both flags, and overrides of up to 2 characters, one of each kind",
        lambda: single_calls(
            "decode_rollback_ring_slots_with", range(2**SMALL), BOOLEANS, (None, *range(2**SMALL)), (None, *texts(KINDS_OF_DIGIT, 2)), BOOLEANS
        ),
        (SMALL,),
    ),
    Sweep("the ladder", ("ring-fit/ladder",), "exhaustive", "the one call there is", lambda: single_calls("decode_ring_fit_ladder"), (64, 32)),
    Sweep(
        "every fit of small words",
        ("ring-fit/ladder", "ring-fit/largest-fitting", "ring-fit/saturating", "ring-fit/none-fits", "ring-fit/monotone"),
        "bounded",
        f"every word of {SMALL} bits for each of the four arguments",
        fits,
        (SMALL,),
    ),
    Sweep(
        "every undecodable value of a few bytes",
        ("environment/undecodable",),
        "bounded",
        "every value of up to 3 bytes, a first and a last byte of each kind that UTF-8 tells apart, in both switches' variables",
        undecodable,
    ),
    Sweep(
        "every sequence on one switch",
        (
            "switches/first-write-wins",
            "switches/setter-returns-value-in-force",
            "switches/read-resolves",
            "switches/flag-before-first-read",
        ),
        "bounded",
        "every sequence of up to 5 operations",
        each_switch,
    ),
    Sweep(
        "every sequence on both switches",
        (
            "switches/first-write-wins",
            "switches/setter-returns-value-in-force",
            "switches/read-resolves",
            "switches/flag-before-first-read",
            "switches/independent",
            "switches/one-value-everywhere",
            "admission/first-chunk",
            "admission/chunk-zero",
            "admission/q12-read-each-time",
            "admission/chunk-zero-resolves-both",
            "admission/first-chunk-resolves-codispatch",
        ),
        "bounded",
        "every sequence of up to 3 operations on the levers",
        both_switches,
    ),
    Sweep(
        "every sequence on the ring",
        (
            "ring-publish/first-write-wins",
            "ring-publish/setter-returns-value-in-force",
            "ring-publish/reading-sets-nothing",
            "ring-publish/unchecked",
            "ring-decision/environment-each-time",
        ),
        "bounded",
        "every sequence of up to 3 operations",
        rings,
    ),
    Sweep(
        "every sequence of log calls",
        ("shape-log/route-line", "shape-log/shape-line", "shape-log/off-leaves-no-trace", "shape-log/once"),
        "bounded",
        "every sequence of up to 3 operations",
        logs,
    ),
    Sweep(
        "every short text of the shape log's variable",
        ("truth/shape-log",),
        "bounded",
        "every text of up to 4 characters, one of each kind",
        shape_log_texts,
    ),
    Sweep(
        "every start of a serve with little memory",
        ("serve/setters-called-when-given", "serve/explicit-depth-kept", "serve/smaller-fit-published", "serve/same-decision"),
        "bounded",
        "every reserve, size of a slot and free memory up to 9 bytes, with the flags that the ring depends on",
        starts,
        (SMALL,),
    ),
)
"""Every sweep. A part of the rules is proved besides; what a sweep adds is that it needs no prover to be believed."""
