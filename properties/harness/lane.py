"""A lane: one driver, the scripts put to it, and the answers read back in order, each checked to be the protocol's.

With a window of many calls they are written ahead of the answers, within bounds; with a window of one, call by call. Where scripts may follow each
other a `reset` stands behind each. What a failure met while writing ahead means is not decided here: the lane says what it saw, and is over.
"""

from __future__ import annotations

import codecs
import math
import time
from collections import deque
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import islice, repeat
from typing import Final

from properties.harness.driver import LONGEST_LINE, Driver
from properties.harness.escape import shown
from properties.harness.limits import Limits
from properties.transcript import Answer, Exchange, Failure, NoAnswer
from spec.port import Call
from spec.wire import NotTheProtocol, RpcError, read_response, request

WINDOW: Final = 4096
"""At most this many calls are written ahead of their answers."""

CHUNK_CALLS: Final = 256
"""So many calls are written at once."""

UNSENT_BYTES: Final = 2**16
"""No more calls are put into the queue while so many bytes wait in it for the pipe to take them."""

EXIT_S: Final = 0.5
"""So long a driver whose output has ended is given to be over, for its status to be told."""

BEGINNINGS: Final = (b"{", codecs.BOM_UTF8 + b"{", codecs.BOM_UTF16_LE + b"{", codecs.BOM_UTF16_BE + b"\0{")
"""How a line begins that is meant as a message, be it in the wrong encoding."""

RESET: Final = Call("reset")


@dataclass
class Strays:
    """Lines on standard output that are no JSON objects: how many there were, and the first one."""

    count: int = 0
    first: bytes = b""

    def add(self, line: bytes) -> None:
        """Counts a line."""
        if not self.count:
            self.first = line[:1000]
        self.count += 1


@dataclass
class Deadline:
    """The point of `time.monotonic()` after which no answer is waited for any more, whoever asks."""

    at: float = math.inf

    @property
    def is_over(self) -> bool:
        """Whether it has come."""
        return time.monotonic() >= self.at


BROKEN_OFF: Final = NoAnswer(Failure.NO_ANSWER, "not waited for, as the time of all is over")
"""Stands for the answer that was not waited for when the deadline came. It says nothing of the port, and is not to be judged."""


@dataclass
class Lane:
    """Scripts put to one driver, with the answers in order. `resets` is set when scripts may follow each other."""

    driver: Driver
    limits: Limits
    largest_word: int
    strays: Strays
    window: int = WINDOW
    deadline: Deadline = field(default_factory=Deadline)
    resets: bool = False
    """Scripts may follow each other: behind each the driver is reset."""
    over: bool = False
    """Nothing more is answered: a call failed, or the lane was finished and all is read."""
    stayed: bool = False
    """The driver did not exit at the end of its input, within the limit."""
    failure: Exchange | None = None
    """The call that failed and how, if only the `reset` behind a script."""
    refusal: int | None = None
    """The code of the error that the driver answered, if that is what failed."""
    added: int = 0
    """How many scripts were put to it."""
    _waiting: deque[tuple[Call, ...]] = field(default_factory=deque)
    _to_write: deque[Iterator[Call]] = field(default_factory=deque)
    _lines: Iterator[bytes] = field(default_factory=lambda: iter(()))
    _calls: int = 0
    _written: int = 0
    _answered: int = 0
    _finished: bool = False

    @property
    def failed(self) -> bool:
        """Whether a call failed."""
        return self.failure is not None

    @property
    def outstanding(self) -> int:
        """How many calls were added and are not answered."""
        return self._calls - self._answered

    def add(self, calls: tuple[Call, ...]) -> None:
        """Puts a script behind those that are waiting, and writes what the window lets through."""
        if self.resets:
            calls = (*calls, RESET)
        self.added += 1
        self._calls += len(calls)
        self._waiting.append(calls)
        self._to_write.append(iter(calls))
        self._fill()

    def finish(self) -> None:
        """Says that no script will follow: the driver's input ends when all is written."""
        self._finished = True
        self._fill()

    def next_script(self) -> tuple[Exchange, ...]:
        """Waits for the answers of the next script. At the first call that gets none the exchanges end, with a `NoAnswer`, and so does the lane."""
        calls = self._waiting.popleft()
        first_id = self._answered + 1
        total = len(calls)
        largest_word = self.largest_word
        answers: list[Answer] = []
        index = 0
        until = time.monotonic() + self._limit
        while index < total:
            for line in self._lines:
                call = calls[index]
                try:
                    answer = read_response(line, first_id + index, call, largest_word)
                except NotTheProtocol as breach:
                    if not _is_object(line):
                        self.strays.add(line)
                        continue
                    sentence = f"the driver answered `{shown(line)}`: {shown(str(breach), 300)}"
                    return self._failed(answers, calls, NoAnswer(Failure.NOT_THE_PROTOCOL, sentence))
                if isinstance(answer, RpcError):
                    self.refusal = answer.code
                    return self._failed(answers, calls, NoAnswer(Failure.NOT_THE_PROTOCOL, _refused(answer)))
                answers.append(answer)
                index += 1
                if index == total:
                    break
            progressed = first_id + index - 1 > self._answered
            self._answered = first_id + index - 1
            self._fill()
            if progressed:
                until = time.monotonic() + self._limit
            if index < total:
                failure = self._receive(until)
                if failure is not None:
                    return self._failed(answers, calls, failure)
        exchanges = _exchanges(calls, answers)
        if self._finished and not self._waiting:
            self.over = True
            if not self.resets:
                self._see_the_end(exchanges)
        return self._without_reset(exchanges)

    @property
    def _limit(self) -> float:
        return self.limits.request if self._answered else self.limits.start

    def _fill(self) -> None:
        while self._to_write and self.driver.unsent < UNSENT_BYTES:
            free = min(CHUNK_CALLS, self.window - (self._written - self._answered))
            if free <= 0:
                return
            calls = list(islice(self._to_write[0], free))
            if len(calls) < free:
                self._to_write.popleft()
            if calls:
                self.driver.write(b"".join([request(number, call) for number, call in enumerate(calls, self._written + 1)]))
                self._written += len(calls)
        if self._finished and not self._to_write:
            self.driver.finish()

    def _receive(self, until: float) -> NoAnswer | None:
        """Reads more lines, or says why there are none."""
        lines = self.driver.read(min(until, self.deadline.at))
        if self.deadline.is_over:
            return BROKEN_OFF
        if time.monotonic() > until and not any(map(_is_object, lines)):  # a flood of stray lines does not put off the end of the time
            for line in lines:
                self.strays.add(line)
            lines = []
        if lines:
            self._lines = iter(lines)
            return None
        if self.driver.overlong:
            longest = f"{LONGEST_LINE // 2**20} MiB"
            return NoAnswer(Failure.NOT_THE_PROTOCOL, f"the driver wrote a line of more than {longest}, beginning `{shown(self.driver.begun)}`")
        if self.driver.ended:
            return NoAnswer(Failure.CRASHED, self._how_it_ended() + self._instead())
        return NoAnswer(Failure.NO_ANSWER, f"no answer in {self._limit:g} s{self._instead()}")

    def _how_it_ended(self) -> str:
        stayed = not self.driver.exits(time.monotonic() + EXIT_S)
        how = self.driver.end()
        if stayed:
            return "the driver closed its standard output and went on running"
        return f"the driver {how}" + (", its standard output held open by something that it started" if self.driver.held_open else "")

    def _instead(self) -> str:
        begun = self.driver.begun
        if self.strays.count and not _is_object(begun):
            return f"; it has printed lines that are no JSON objects, the first `{shown(self.strays.first)}`"
        return f", after the beginning of a line, `{shown(begun)}`" if begun else ""

    def _see_the_end(self, exchanges: list[Exchange]) -> None:
        """Reads until the output ends: an object that answers nothing takes the last answer's place."""
        until = time.monotonic() + self.limits.exit
        in_time = True
        while in_time and not self.driver.overlong:
            for line in self._lines:
                if _is_object(line):
                    sentence = f"after its answer the driver wrote another line that answers nothing, `{shown(line)}`"
                    exchanges[-1] = Exchange(exchanges[-1].call, NoAnswer(Failure.NOT_THE_PROTOCOL, sentence))
                    self.failure = exchanges[-1]
                    self.driver.end()
                    return
                self.strays.add(line)
            if self.driver.ended:
                break
            in_time = time.monotonic() < until
            self._lines = iter(self.driver.read(until))
        self.stayed = not in_time or self.driver.held_open

    def _failed(self, answers: list[Answer], calls: tuple[Call, ...], failure: NoAnswer) -> tuple[Exchange, ...]:
        self.failure = Exchange(calls[len(answers)], failure)
        self.over = True
        self.driver.end()
        return self._without_reset(_exchanges(calls, [*answers, failure]))

    def _without_reset(self, exchanges: list[Exchange]) -> tuple[Exchange, ...]:
        return tuple(exchanges[:-1] if self.resets and exchanges[-1].call is RESET else exchanges)


def _exchanges(calls: tuple[Call, ...], answers: list[Answer]) -> list[Exchange]:
    """The calls that came to an end, with what came of them; made at once, for there are many."""
    return list(map(tuple.__new__, repeat(Exchange), zip(calls, answers, strict=False)))  # as Exchange._make, and all of it in C


def _is_object(line: bytes) -> bool:
    """Whether a line is meant as a message. One behind a byte order mark is, though no such line is JSON: to wait for another would be in vain."""
    return line.lstrip().startswith(BEGINNINGS)


def _refused(error: RpcError) -> str:
    offered = ", though it offers the method" if error.code == -32601 else ""
    return f"the driver answered the error {error.code}, `{shown(error.message)}`{offered}"
