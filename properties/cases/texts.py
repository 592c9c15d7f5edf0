"""Texts, put to everything that reads one: through the pure functions, and through the environment and the calls that read it.

Through the environment goes a stated selection, many to a lifetime where the variable is read afresh each time: for a lever and the watchdogs the
neighbours of the switches' words, for the override and the shape log those of `0` and `1`, for all of them what is spelled otherwise, what is
very short, and bytes that are no text. A switch is read once in a lifetime, so each of its texts costs one: there the alphabet is the short
one. An environment cannot hold NUL.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache
from typing import Final, TypeAlias, get_type_hints

from properties.cases import numerals, undecodable
from properties.cases.alphabet import SHORT_ALPHABET
from properties.cases.batch import Batch, Plan
from properties.cases.cutting import Calls, Steps, lifetimes, long_scripts
from properties.cases.operations import FIRST_CHUNK, QUESTIONS, decide, read, set_env, shape
from properties.cases.spellings import SWITCH_TOKENS, TOKENS, case_forms, neighbours, short_texts
from spec.port import AFRESH, RING_VARIABLE, SHAPE_LOG_VARIABLE, SWITCHES, WATCHDOGS_VARIABLE, Call, PureFunctions

ReaderOfText: TypeAlias = Callable[[str | None], Call]
ReaderOfVariable: TypeAlias = Callable[[int], Calls]


def _through(reader: ReaderOfText) -> Steps:
    """Every text put to one pure function, absence first."""

    def steps(plan: Plan) -> Iterator[Calls]:
        del plan  # the same for every port
        yield (reader(None),)
        for text in short_texts(TOKENS):
            yield (reader(text),)

    return steps


def _first_chunk(plan: Plan) -> Iterator[Calls]:
    """Every text put to each part of the first-chunk answer that is one, the others being off."""
    del plan  # the same for every port
    kinds = get_type_hints(PureFunctions.prefill_batched_first_chunk_from_parts)
    del kinds["return"]
    for part in (name for name, kind in kinds.items() if kind == str | None):
        for text in (None, *short_texts(TOKENS)):
            yield (Call("prefill_batched_first_chunk_from_parts", tuple(text if name == part else False for name in kinds)),)


def _ring(plan: Plan) -> Iterator[Calls]:
    """Every text put to the parser of the command line."""
    up_to = numerals.DECORATED_UP_TO[plan.profile]
    for texts in (short_texts(TOKENS), numerals.messages(), numerals.plain(), numerals.decorated(up_to), numerals.long()):
        for text in texts:
            yield (Call("parse_decode_ring_slots", (text,)),)


def _in_variable(variable: str, tokens: tuple[str, ...], reader: ReaderOfVariable) -> Steps:
    """Every text and every broken one in a variable that is read afresh each time, each followed by what reads it."""

    def steps(plan: Plan) -> Iterator[Calls]:
        del plan  # the same for every port
        values: tuple[str | bytes | None, ...] = (None, *_for_environment(tokens), *undecodable.values(tokens))
        for number, value in enumerate(values):
            yield (set_env(variable, value), *reader(number))

    return steps


@cache
def _for_environment(tokens: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(text for text in short_texts(tokens) if "\0" not in text)


@cache
def _near_to_on() -> tuple[str | bytes, ...]:
    """What is near to the words for on in a switch's variable, and these themselves, the shortest first; then bytes that are no text."""
    near = dict.fromkeys((*case_forms("true"), *neighbours("1", SHORT_ALPHABET), *neighbours("true", SHORT_ALPHABET)))
    return (*sorted(near, key=len), *undecodable.values(("1",)))


def _in_switches(plan: Plan) -> Iterator[Calls]:
    """One text in the variables of all switches, a lifetime each."""
    del plan  # the same for every port
    for value in _near_to_on():
        yield (*(set_env(switch.variable, value) for switch in SWITCHES), *map(read, SWITCHES))


def _in_switches_by_questions(plan: Plan) -> Iterator[Calls]:
    """One text in the variable of one switch, which a question is the first to read, a lifetime each."""
    del plan  # the same for every port
    for switch in SWITCHES:
        for question in (one for one in QUESTIONS if one.method in switch.questions):
            yield from ((set_env(switch.variable, value), question, read(switch)) for value in _near_to_on())


def _override(text: str | None) -> Call:
    return Call("decode_rollback_ring_slots_with", (1, True, None, text, False))


TEXTS: Final[tuple[Batch, ...]] = (
    long_scripts("texts[truth-switch]", _through(lambda text: Call("bool_value_enabled", (text,))), needs=("bool_value_enabled",)),
    long_scripts(
        "texts[truth-watchdogs]", _through(lambda text: Call("watchdogs_disabled_from_value", (text,))), needs=("watchdogs_disabled_from_value",)
    ),
    long_scripts("texts[admission]", _first_chunk),
    long_scripts("texts[truth-override]", _through(_override), needs=("decode_rollback_ring_slots_with",)),
    long_scripts("texts[ring-parse]", _ring, needs=("parse_decode_ring_slots",)),
    *(
        long_scripts(
            f"texts[environment-{variable.removeprefix('METRALE_').lower().replace('_', '-')}]",
            _in_variable(variable, SWITCH_TOKENS, lambda _: QUESTIONS),
            needs=("set_env", FIRST_CHUNK.method),
        )
        for variable in AFRESH
    ),
    long_scripts(
        "texts[environment-watchdogs]",
        _in_variable(WATCHDOGS_VARIABLE, SWITCH_TOKENS, lambda _: (decide(1, False),)),
        needs=("set_env", "decode_rollback_ring_slots"),
    ),
    long_scripts(
        "texts[environment-override]",
        _in_variable(RING_VARIABLE, ("0", "1"), lambda _: (decide(1, True),)),
        needs=("set_env", "decode_rollback_ring_slots"),
    ),
    long_scripts(
        "texts[environment-shape-log]",
        _in_variable(SHAPE_LOG_VARIABLE, ("1",), lambda number: (shape("one", "gemm", number, 1, 1),)),
        needs=("set_env", "log_gemm_shape"),
    ),
    lifetimes("texts[environment-switches]", _in_switches, needs=("set_env",)),
    lifetimes("texts[environment-switches-by-questions]", _in_switches_by_questions, needs=("set_env", FIRST_CHUNK.method)),
)
"""Every batch of texts."""
