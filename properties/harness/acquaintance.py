"""What is found out about a port before anything is judged: what it says of itself, or else what it answers to each method, and what asking costs."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator
from typing import Final

from properties.harness.driver import PortCannotRun
from properties.harness.escape import shown
from properties.harness.lane import Lane
from properties.transcript import NoAnswer, Script, Transcript
from spec.port import DECODE_ROLLBACK_RING_SLOTS, SPEC_VERSION, Argument, Call, Hello, ServeFlags
from spec.wire import METHOD_NOT_FOUND, METHODS

TRIED_AT_ONCE: Final = 4
"""Where there is no `hello`, so many processes are tried at a time."""

MEASURED_S: Final = 0.02
"""A cost is measured over at least so many seconds, and no fewer than the first of its kind took, in which a start is. A tiny cost is not."""

MEASURED_NUMBERS: Final = (4, 64, 1000)
"""So many of its kind are tried in turn, each time from a new process."""

SLOW_S: Final = 3.0
"""Where one takes longer than this, its time is its cost."""

ARGUMENTS: Final[dict[str, tuple[Argument, ...]]] = {
    "bool_value_enabled": ("1",),
    "watchdogs_disabled_from_value": ("1",),
    "prefill_batched_first_chunk_from_parts": (False, "1"),
    "batched_chunk_zero_admitted": (False, False),
    "parse_decode_ring_slots": ("auto",),
    "decode_ring_fit_ladder": (),
    "decode_rollback_ring_slots_with": (1, False, None, None, False),
    "fit_decode_ring_slots": (DECODE_ROLLBACK_RING_SLOTS, 0, 0, 0),
    "set_prefill_codispatch_from_cli": (False,),
    "set_prefill_varlen_from_cli": (False,),
    "set_decode_ring_slots": (0,),
    "decode_rollback_ring_slots": (1, False),
    "log_gemm_shape": ("backend", "kernel", 1, 1, 1),
    "log_cutlass_nvfp4_route": ("backend", "kernel", 1, 1, 1),
    "start_serve": (ServeFlags(None, None, None, False, False), 1, 0, 0, 0),
    "rollback_to_boundary": (1, 0),
    "set_env": ("METRALE_READ_BY_NOBODY", None),
    "set_debug_logging": (False,),
    "race": ((Call("published_decode_ring_slots"),),),
}
"""Arguments that a method takes without harm, where it takes any."""

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
    do = "Let the command be a driver that answers each line on its standard input with one line."
    raise PortCannotRun(f"The first request, hello, failed: {what}. {do}{end}")


def measure(ask: Callable[[Iterable[Script]], Iterator[Transcript]], methods: frozenset[str]) -> tuple[float, float]:
    """Seconds that one more lifetime costs, and that one more call costs, as they are asked in a run."""
    calls = tuple(Call(name, ARGUMENTS.get(name, ())) for name, method in METHODS.items() if name in methods and method.group != "driver")
    if not calls:
        return 0.0, 0.0

    def lifetimes(number: int) -> int:
        return sum(1 for _ in ask(Script("measure", calls[:1]) for _ in range(number)))

    def rounds(number: int) -> int:
        return sum(len(one.exchanges) for one in ask([Script("measure", calls * number)]))

    return _marginal_cost(lifetimes), _marginal_cost(rounds)


def _marginal_cost(work: Callable[[int], int]) -> float:
    """Seconds that one more of something costs, where `work` does about so many and says how many they were."""
    first, done_first = _timed(work, 1)
    if first > SLOW_S:
        return first / done_first
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
        raise PortCannotRun(f"The driver says that its word has {said.word_bits} bits; the rules are for words of 32 or 64 bits.")
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
        for name, lane in [(name, _ask(start(), Call(name, ARGUMENTS.get(name, ())))) for name in together]:
            _answer(lane, leave)
            if lane.refusal != METHOD_NOT_FOUND:
                offered.append(name)
    return Hello("a port that does not say its name", "unknown", SPEC_VERSION, 64, tuple(offered))
