"""What is judged: scripts (the calls of one process lifetime) and transcripts (the same calls with their answers).

Cases make scripts, the harness turns scripts into transcripts, rules look at transcripts. Nothing here knows a rule or a process.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import NamedTuple, TypeAlias

from spec.port import Call, Result


class Script(NamedTuple):
    """The calls of one process lifetime, in order, from its birth, and the case that they came from."""

    case: str
    calls: tuple[Call, ...]


class Failure(StrEnum):
    """How a call can end without an answer that could be judged as right or wrong."""

    CRASHED = "crashed"
    NO_ANSWER = "no answer"
    NOT_THE_PROTOCOL = "not the protocol"


@dataclass(frozen=True, slots=True)
class NoAnswer:
    """A call that got no answer in the protocol's terms. `sentence` says what happened, already escaped and cut for showing."""

    kind: Failure
    sentence: str


Answer: TypeAlias = Result | NoAnswer


class Exchange(NamedTuple):
    """One call and what came of it."""

    call: Call
    answer: Answer


@dataclass(frozen=True, slots=True)
class Transcript:
    """What one process lifetime was asked and what it answered, in order, from its birth.

    It ends early at the first `NoAnswer`: a driver that has crashed, hung or left the protocol is asked nothing more. `stderr` is the end of the
    driver's standard error, escaped and cut, and empty where there is nothing to show. `behind_reset` says that the lifetime began not with the
    birth of a process but with a `reset` of one.
    """

    case: str
    word_bits: int
    exchanges: tuple[Exchange, ...]
    stderr: str = ""
    behind_reset: bool = False

    @property
    def largest_word(self) -> int:
        """The largest unsigned word of the port."""
        return int(2**self.word_bits) - 1
