"""Calls and answers as the literals that the pages write, in ASCII and cut to a line's length: what a driver sent is shown, never let through.

Nothing here knows a rule. The exact form, uncut, is the transcript on disk.
"""

from __future__ import annotations

import dataclasses
from collections import Counter
from collections.abc import Sequence
from typing import Final, TypeAlias

from properties.transcript import Answer, Exchange, NoAnswer
from spec.port import Argument, Call, LogRecord, Result

Value: TypeAlias = Argument | Result | LogRecord

LONGEST: Final = 120
"""Characters of one text that are shown; what is longer is cut in its middle, and its length is told."""

END: Final = 40
"""Of a text that is cut, the characters that are shown of its end."""

MOST_VALUES: Final = 16
"""Values of one list that are shown; of a longer one, the first."""


def shown_call(call: Call) -> str:
    """A call as a page writes it, without the `port.` before it; of a race the number of its calls, which `shown_outcome` tells."""
    if call.method == "race":
        return f"race of {len(call.racing)} calls"
    return f"{call.method}({', '.join(map(shown, call.args))})"


def shown_answer(answer: Answer) -> str:
    """An answer as a page writes it; what came instead of one in angle brackets."""
    return f"<{answer.sentence}>" if isinstance(answer, NoAnswer) else shown(answer)


def shown_outcome(exchange: Exchange) -> str:
    """What a call came to, as `shown_answer` has it; of a race how often each of its calls was answered in which way."""
    call, answer = exchange
    if call.method != "race" or not isinstance(answer, tuple):
        return shown_answer(answer)
    answers: dict[str, Counter[str]] = {}
    for one, told in zip(call.racing, answer, strict=False):
        answers.setdefault(shown_call(one), Counter())[shown(told)] += 1
    return "; ".join(f"{one}: {_counted(told)}" for one, told in answers.items())


def how_many(count: int, what: str) -> str:
    """A number of things in words, as "1 call" or "1,024 calls"."""
    return f"{count:,} {what}{'' if count == 1 else 's'}"


def _counted(answers: Counter[str]) -> str:
    some = ", ".join(f"{times} x {answer}" for answer, times in answers.most_common(MOST_VALUES))
    return f"{some}, ..." if len(answers) > MOST_VALUES else some


def shown(value: Value) -> str:
    """One value as a literal."""
    if isinstance(value, str | bytes):
        return _text(value)
    if isinstance(value, Call):
        return f"Call({', '.join([_text(value.method), *([_several(value.args)] if value.args else [])])})"
    if isinstance(value, tuple):
        return _several(value)
    if dataclasses.is_dataclass(value):
        fields = [(getattr(value, field.name), field.default) for field in dataclasses.fields(value)]
        while fields and fields[-1][0] == fields[-1][1]:
            fields.pop()
        return f"{type(value).__name__}({', '.join(shown(one) for one, _ in fields)})"
    return _cut(repr(value))


def _text(value: str | bytes) -> str:
    prefix = "b" if isinstance(value, bytes) else ""
    if len(value) > END and len(set(value)) == 1:
        return f"{prefix}{_quoted(value[:1])} * {len(value)}"
    if len(value) > LONGEST:
        unit = "bytes" if prefix else "characters"
        return f"{prefix}{_quoted(value[: LONGEST - END])}...{_quoted(value[-END:])} ({len(value):,} {unit})"
    return prefix + _quoted(value)


def _quoted(value: str | bytes) -> str:
    body = ascii(value.decode("latin-1") if isinstance(value, bytes) else value)
    return body if body.startswith('"') or '"' in body else f'"{body[1:-1]}"'


def _several(values: Sequence[Value]) -> str:
    listed = ", ".join(map(shown, values[:MOST_VALUES]))
    if len(values) > MOST_VALUES:
        return f"({listed}, ... ({len(values):,} in all))"
    return f"({listed}{',' if len(values) == 1 else ''})"


def _cut(literal: str) -> str:
    return literal if len(literal) <= LONGEST else f"{literal[: LONGEST - END]}...{literal[-END:]} ({len(literal):,} characters)"
