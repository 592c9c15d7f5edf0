"""`python -m properties.harness.benchmark --port-cmd CMD`: how fast a port is asked and judged, as ratios within one run.

Three figures: pure calls a second, each answer decoded and judged, against the lines a second that `cat` echoes through two such pipes; lifetimes
of ten calls a second against how often the bare program can be started and ended; and the memory of this process over a million calls. Ratios can
be compared between machines; nothing here is asserted, and no verdict comes of it.
"""

from __future__ import annotations

import argparse
import shlex
import shutil
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from itertools import chain, cycle, islice
from threading import Thread
from typing import IO, Final

import psutil

from properties.cases.batch import Plan
from properties.cases.lattice import LATTICE
from properties.harness.collector import collecting_rarely
from properties.harness.driver import PortCannotRun, widen
from properties.harness.wire_port import WirePort
from properties.judge import Judge
from properties.transcript import Script
from spec.port import Call
from spec.wire import METHODS, request

CALLS: Final = 200_000
CALLS_A_SCRIPT: Final = 5_000
LIFETIMES: Final = 500
SOAKED_CALLS: Final = 1_000_000
ECHOES: Final = 8
"""`cat` echoes the lines so often, for it to take about as long as judging them: other work on the machine then slows both down alike."""

ROUNDS: Final = 5
"""Each figure is taken so often, in turns with what it is compared with; the round with the middle ratio counts."""


def pure_calls(port: WirePort) -> Iterator[Call]:
    """The calls of the lattice to the pure functions that the port offers, over and over."""
    plan = Plan("ci", port.hello.word_bits, frozenset(port.hello.methods), 0.0, 0.0, 0)
    scripts = chain.from_iterable(batch.scripts(plan) for batch in LATTICE)
    offered = (call for script in scripts for call in script.calls if METHODS[call.method].group == "pure" and call.method in plan.methods)
    return cycle(offered)


def scripts_of(calls: Iterator[Call], number: int) -> Iterator[Script]:
    """So many calls, cut into scripts."""
    while number > 0:
        taken = tuple(islice(calls, min(number, CALLS_A_SCRIPT)))
        if not taken:
            return
        yield Script("benchmark", taken)
        number -= len(taken)


def judged(port: WirePort, scripts: Sequence[Script]) -> float:
    """Calls a second, asked, decoded and judged."""
    judge = Judge()
    calls = 0
    began = time.perf_counter()
    with collecting_rarely():
        for transcript in port.ask(scripts):
            judge.judge(transcript)
            calls += len(transcript.exchanges)
    return calls / (time.perf_counter() - began)


def echoed(scripts: Sequence[Script]) -> float:
    """Lines a second that `cat` echoes, the lines being those requests, ready made, each written and read as a plain client does."""
    lines = [request(number, call) for script in scripts for number, call in enumerate(script.calls, 1)] * ECHOES
    cat = subprocess.Popen([shutil.which("cat") or "cat"], stdin=subprocess.PIPE, stdout=subprocess.PIPE)  # noqa: S603 - no shell, nothing from outside
    assert cat.stdin is not None  # noqa: S101 - tells mypy that it is a pipe
    assert cat.stdout is not None  # noqa: S101 - as above
    for end in (cat.stdin, cat.stdout):
        widen(end.fileno())

    def write(pipe: IO[bytes]) -> None:
        with pipe:
            for line in lines:
                pipe.write(line)

    writer = Thread(target=write, args=(cat.stdin,))
    began = time.perf_counter()
    writer.start()
    with cat.stdout as answers:
        read = sum(1 for _ in answers)
    rate = read / (time.perf_counter() - began)
    writer.join()
    cat.wait()
    return rate


def lifetimes(port: WirePort) -> float:
    """Lifetimes a second, of ten calls each, judged."""
    judge = Judge()
    offered = [
        call
        for call in map(Call, ("prefill_varlen_enabled", "published_decode_ring_slots", "decode_ring_fit_ladder"))
        if call.method in port.hello.methods
    ]
    script = Script("benchmark", tuple(islice(cycle(offered), 10)))
    began = time.perf_counter()
    for transcript in port.ask(script for _ in range(LIFETIMES)):
        judge.judge(transcript)
    return LIFETIMES / (time.perf_counter() - began)


def bare_starts(command: Sequence[str]) -> float:
    """How often a second the program can be started, with its pipes, and ended by closing its input."""
    began = time.perf_counter()
    for _ in range(LIFETIMES):
        process = subprocess.Popen(  # noqa: S603 - the command that the user gave
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, bufsize=0, start_new_session=True
        )
        process.communicate()
    return LIFETIMES / (time.perf_counter() - began)


def compared(work: Callable[[], float], bare: Callable[[], float]) -> tuple[float, float]:
    """The rates of the work and of what it is compared with, in the round with the middle ratio."""
    rounds = [(work(), bare()) for _ in range(ROUNDS)]
    return sorted(rounds, key=lambda rates: rates[0] / rates[1])[ROUNDS // 2]


def growth(port: WirePort, scripts: Sequence[Script]) -> tuple[int, int]:
    """Resident bytes of this process after a tenth of a million calls, and after all of them."""
    this = psutil.Process()
    judge = Judge()
    calls = before = 0
    with collecting_rarely():
        for transcript in port.ask(cycle(scripts)):
            judge.judge(transcript)
            calls += len(transcript.exchanges)
            if not before and calls >= SOAKED_CALLS // 10:
                before = this.memory_info().rss
            if calls >= SOAKED_CALLS:
                break
    return before, this.memory_info().rss


def main() -> int:
    """Prints the three figures."""
    parser = argparse.ArgumentParser(prog="python -m properties.harness.benchmark", description="How fast a port is asked and judged.")
    parser.add_argument("--port-cmd", required=True, metavar="CMD", help="the command that starts the port")
    command = shlex.split(parser.parse_args().port_cmd)
    out = sys.stdout
    try:
        port = WirePort(command)
    except PortCannotRun as reason:
        out.write(f"{reason}\n")
        return 3
    try:
        scripts = list(scripts_of(pure_calls(port), CALLS))
        if not scripts:
            out.write("The port offers no pure function, so there is nothing to measure.\n")
            return 5
        asked, echo = compared(lambda: judged(port, scripts), lambda: echoed(scripts))
        out.write(f"pure calls, judged   {asked:10,.0f} a second, {asked / echo:.3f} of the {echo:,.0f} lines that cat echoes\n")
        lived, started = compared(lambda: lifetimes(port), lambda: bare_starts(command))
        out.write(f"lifetimes, judged    {lived:10,.0f} a second, {lived / started:.3f} of the {started:,.0f} bare starts and ends\n")
        before, after = growth(port, scripts)
        mib = 2**20
        out.write(
            f"memory               {after / mib:10,.1f} MiB after {SOAKED_CALLS:,} calls, {before / mib:,.1f} MiB after {SOAKED_CALLS // 10:,}\n"
        )
    finally:
        port.close()
    return 0


if __name__ == "__main__":
    sys.exit(main())
