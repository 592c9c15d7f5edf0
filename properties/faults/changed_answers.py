"""Answers changed into others of their type, near and far: what a port might say in place of the right thing.

Whether such a change breaks a rule is asked by `choice.py`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from functools import singledispatch
from typing import NamedTuple

from properties.transcript import Exchange, NoAnswer, Transcript
from spec.port import (
    DECODE_ROLLBACK_RING_SLOTS,
    Decision,
    Depth,
    LogRecord,
    ParseError,
    Result,
    Served,
)


@singledispatch
def others(answer: object) -> Iterator[Result]:
    """Other answers of the same type, near and far. There is none for a method that answers nothing."""
    del answer
    return iter(())


@others.register
def _(answer: bool) -> Iterator[Result]:
    yield not answer


@others.register
def _(answer: int) -> Iterator[Result]:
    return (word for word in sorted({0, 1, 3, DECODE_ROLLBACK_RING_SLOTS, answer - 1, answer + 1, 2**64 - 1}) if word != answer and 0 <= word < 2**64)


@others.register
def _(answer: str) -> Iterator[Result]:
    yield from (None, answer.lower(), answer + " ")


@others.register
def _(answer: Depth) -> Iterator[Result]:
    yield from (Depth(word) for word in (None, 0, 1, DECODE_ROLLBACK_RING_SLOTS, DECODE_ROLLBACK_RING_SLOTS + 1) if word != answer.ok)
    yield from (ParseError("an error", kind) for kind in ("unknown", "exceeds"))


@others.register
def _(answer: ParseError) -> Iterator[Result]:
    yield from (Depth(word) for word in (None, 0, DECODE_ROLLBACK_RING_SLOTS, DECODE_ROLLBACK_RING_SLOTS + 1))
    yield ParseError("an error", "unknown" if "exceeds" in answer.err else "exceeds")
    yield from (ParseError(changed) for changed in (answer.err + " ", answer.err.replace(" ", "  ", 1)))


@others.register
def _(answer: Decision) -> Iterator[Result]:
    yield from (Decision(slots, answer.skip_reason) for slots in others(answer.slots) if isinstance(slots, int))
    reasons = (None, "speculative decode active", "watchdogs disabled", "another")
    yield from (Decision(answer.slots, reason) for reason in reasons if reason != answer.skip_reason)


@others.register
def _(answer: Served) -> Iterator[Result]:
    published = (None, *(slots for slots in others(answer.published or 0) if isinstance(slots, int)))
    yield from (replace(answer, published=slots) for slots in published if slots != answer.published)
    yield from (replace(answer, reserved=slots) for slots in others(answer.reserved) if isinstance(slots, int))
    yield from (replace(answer, allocated=slots) for slots in others(answer.allocated) if isinstance(slots, int))


@others.register(tuple)
def _(answer: tuple[int, ...] | tuple[LogRecord, ...]) -> Iterator[Result]:
    records = tuple(one for one in answer if isinstance(one, LogRecord))
    rungs = tuple(one for one in answer if isinstance(one, int))
    yield from ((*rungs[:at], *rungs[at + 1 :]) for at in range(len(rungs)))
    yield from ((*records[:at], *records[at + 1 :]) for at in range(len(records)))
    yield from ((*rungs[:at], slots, *rungs[at + 1 :]) for at, one in enumerate(rungs) for slots in others(one) if isinstance(slots, int))
    yield from ((*records[:at], other, *records[at + 1 :]) for at, one in enumerate(records) for other in other_records(one))
    if not rungs:
        yield (*records, LogRecord("warn", "another"))


def other_records(record: LogRecord) -> Iterator[LogRecord]:
    """Other records: of another level, of another text, of another number."""
    yield from (LogRecord(level, record.message) for level in ("debug", "info", "warn") if level != record.level)
    yield from (LogRecord(record.level, changed) for changed in (record.message + " ", record.message.replace("M=", "M=1", 1), ""))
    head, sign, count = record.message.partition("FLOP=")
    if sign:
        yield LogRecord(record.level, f"{head}{sign}{1 if count[0] != '1' else 2}{count[1:]}")


class Changed(NamedTuple):
    """A lifetime in which the answer to one call is another than the reference's."""

    transcript: Transcript
    at: int
    right: Result
    answer: Result
    """The changed answer, as the transcript has it."""


def changes_of(transcript: Transcript, indices: Iterable[int]) -> Iterator[Changed]:
    """Each change of one of these answers. Where nothing was published, a depth is; in a race the answer of one racer changes."""
    for index in indices:
        call, answer = transcript.exchanges[index]
        if isinstance(answer, NoAnswer):
            continue
        changed: Iterable[Result] = others(answer)
        if answer is None and call.method in ("published_decode_ring_slots", "rollback_to_boundary"):
            changed = (0, 3, DECODE_ROLLBACK_RING_SLOTS) if call.method == "published_decode_ring_slots" else ("NoSsmSnapshot", "another")
        elif isinstance(answer, int) and call.method == "published_decode_ring_slots":
            changed = (None, *changed)
        elif call.method == "race" and isinstance(answer, tuple):
            told: tuple[Result, ...] = tuple(one for one in answer if not isinstance(one, LogRecord))  # a race takes no log calls
            changed = ((*told[:at], other, *told[at + 1 :]) for at, one in enumerate(told) for other in others(one))
        for other in changed:
            exchanges = (*transcript.exchanges[:index], Exchange(call, other), *transcript.exchanges[index + 1 :])
            yield Changed(Transcript(transcript.case, transcript.word_bits, exchanges), index, answer, other)
