"""What is found out about a port before anything is judged: what it says of itself, or else what it answers to each method, and what asking costs."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import takewhile
from typing import Final, get_type_hints

from properties.harness.driver import PortCannotRun
from properties.harness.escape import shown
from properties.harness.lane import Lane
from properties.transcript import NoAnswer, Script, Transcript
from spec.port import SPEC_VERSION, U32, Argument, Call, EnvironmentValue, Hello, Port, ServeFlags, Word
from spec.wire import METHOD_NOT_FOUND, METHODS

TRIED_AT_ONCE: Final = 4
"""Where there is no `hello`, so many processes are tried at a time."""

MEASURED_S: Final = 0.02
"""A cost is measured over at least so many seconds, and no fewer than the first of its kind took, in which a start is. A tiny cost is not."""

MEASURED_NUMBERS: Final = (4, 64, 1000)
"""So many of its kind are tried in turn, each time from a new process."""

SLOW_S: Final = 3.0
"""Where one takes longer than this, its time is its cost."""

BY_ANNOTATION: Final[dict[object, Argument]] = {
    bool: False,
    str: "auto",
    str | None: "1",
    Word: 1,
    Word | None: None,
    U32: 1,
    EnvironmentValue: None,
    ServeFlags: ServeFlags(None, None, None, False, False),
    Sequence[Call]: (Call("published_decode_ring_slots"),),
}
"""An argument of each kind that a method takes, and takes without harm."""


def arguments(method: str) -> tuple[Argument, ...]:
    """Arguments that a method of the port interface takes without harm."""
    hints = get_type_hints(getattr(Port, method), include_extras=True)
    return tuple(BY_ANNOTATION[hint] for name, hint in hints.items() if name != "return")


Start = Callable[[], Lane]
Leave = Callable[[Lane], None]


def introduce(start: Start, leave: Leave) -> tuple[Hello, list[str]]:
    """What the port says of itself, and what there is to note about that.

    Raises:
        PortCannotRun: when it does not say so on the wire, or is made for other rules or another word.
    """
    lane = _ask(start(), Call("hello"))
    said, refusal, stderr = _answer(lane, leave), lane.refusal, lane.driver.stderr
    if isinstance(said, Hello):
        return _accepted(said)
    if refusal == METHOD_NOT_FOUND:
        return _tried(start, leave), []
    what = said.sentence if isinstance(said, NoAnswer) else ""
    end = f" Its standard error ends:\n{stderr}" if stderr else " It wrote nothing on standard error."
    do = "Let the command be a driver that answers each line on its standard input with one line, and flushes its standard output after it."
    raise PortCannotRun(f"The first request, hello, failed: {what}. {do}{end}")


def nothing_to_judge(methods: Iterable[str]) -> str | None:
    """A sentence where a port offers no method but the driver's own; None where it offers another."""
    if any(METHODS[name].group != "driver" for name in methods):
        return None
    return "The port offers no method that a rule is about, so nothing is judged. spec/port.py declares them all; offer those that the port has."


def measure(ask: Callable[[Iterable[Script]], Iterator[Transcript]], methods: frozenset[str]) -> tuple[float, float]:
    """Seconds that one more lifetime costs, and that one more call costs, as they are asked in a run."""
    calls = tuple(Call(name, arguments(name)) for name, method in METHODS.items() if name in methods and method.group != "driver")
    if not calls:
        return 0.0, 0.0

    def lifetimes(number: int) -> int:
        until = time.monotonic() + SLOW_S
        asked = ask(Script("measure", calls[:1]) for _ in range(number))
        return sum(1 for _ in takewhile(lambda _: time.monotonic() < until, asked))

    def rounds(number: int) -> int:
        return sum(len(one.exchanges) for one in ask([Script("measure", calls * number)]))

    return _marginal_cost(lifetimes), _marginal_cost(rounds)


def _marginal_cost(work: Callable[[int], int]) -> float:
    """Seconds that one more of something costs, where `work` does about so many and says how many they were."""
    first, done_first = _timed(work, 1)
    if first > SLOW_S:
        return first / max(1, done_first)
    cost = 0.0
    for number in MEASURED_NUMBERS:
        taken, done = _timed(work, number)
        cost = max(0.0, taken - first) / max(1, done - done_first)
        if taken - first > max(MEASURED_S, first):
            break
    return cost


def _timed(work: Callable[[int], int], number: int) -> tuple[float, int]:
    began = time.monotonic()
    done = work(number)
    return time.monotonic() - began, done


def _ask(lane: Lane, call: Call) -> Lane:
    lane.add((call,))
    lane.finish()
    return lane


def _answer(lane: Lane, leave: Leave) -> object:
    exchanges = lane.next_script()
    leave(lane)
    return exchanges[0].answer


def _accepted(said: Hello) -> tuple[Hello, list[str]]:
    if said.spec != SPEC_VERSION:
        raise PortCannotRun(
            f"The driver is made for version {shown(said.spec)} of the rules, this suite judges version {SPEC_VERSION}: take the suite of that "
            f'version, or have hello answer "spec": "{SPEC_VERSION}" once the port keeps these rules.'
        )
    if said.word_bits not in (32, 64):
        raise PortCannotRun(f"The driver says that its word has {shown(str(said.word_bits), 40)} bits; the rules are for words of 32 or 64 bits.")
    offered = tuple(name for name in METHODS if name in said.methods)
    unknown = [shown(name, 60) for name in said.methods if name not in METHODS]
    notes = [f"hello names methods that no rule knows, which are not asked: {', '.join(unknown[:10])}."] if unknown else []
    return Hello(shown(said.port), shown(said.version), said.spec, said.word_bits, offered), notes


def _tried(start: Start, leave: Leave) -> Hello:
    """What a port offers that has no `hello`: each method that it does not answer with -32601, tried in a process thrown away."""
    names = [name for name in METHODS if name != "hello"]
    offered: list[str] = []
    for first in range(0, len(names), TRIED_AT_ONCE):
        together = names[first : first + TRIED_AT_ONCE]
        for name, lane in [(name, _ask(start(), Call(name, arguments(name)))) for name in together]:
            _answer(lane, leave)
            if lane.refusal != METHOD_NOT_FOUND:
                offered.append(name)
    return Hello("a port of unknown name and version", "", SPEC_VERSION, 64, tuple(offered))
