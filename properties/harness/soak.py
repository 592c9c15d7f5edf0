"""`python -m properties.harness.soak --port-cmd CMD`: 20,000 lifetimes and 5,000,000 calls, with no growth of memory, files or processes.

It prints what this process holds at a tenth of the way and near the end, and exits with 1 where that has grown. Nothing is judged but the harness.
"""

from __future__ import annotations

import argparse
import shlex
import sys
from collections.abc import Iterable, Iterator
from itertools import chain, islice, repeat
from typing import Final, NamedTuple

import psutil

from properties.harness.driver import PortCannotRun
from properties.harness.wire_port import WirePort
from properties.transcript import NoAnswer, Script
from spec.port import Call
from spec.wire import METHODS

LIFETIMES: Final = 20_000
CALLS: Final = 5_000_000
CALLS_A_SCRIPT: Final = 5_000
ALLOWED_GROWTH: Final = 4 * 2**20
"""Resident bytes may differ by so much, for the allocator keeps what it likes."""

LEAVING_PROCESSES: Final = 10
LEAVING_FILES: Final = 3 * LEAVING_PROCESSES
"""Drivers on their way out come and go: so many more, with their three pipes each, are no growth."""


class Held(NamedTuple):
    """What this process holds: resident bytes, open files, and running processes below it."""

    memory: int
    files: int
    processes: int


def held() -> Held:
    """What this process holds now."""
    this = psutil.Process()
    running = [child for child in this.children(recursive=True) if child.status() != psutil.STATUS_ZOMBIE]
    return Held(this.memory_info().rss, this.num_fds(), len(running))


def soaked(port: WirePort, scripts: Iterable[Script], calls: int) -> tuple[Held, Held]:
    """What is held after a tenth of the calls, and shortly before their end, when as much is on its way."""
    done = 0
    early: Held | None = None
    late: Held | None = None
    for transcript in port.ask(scripts):
        if any(isinstance(exchange.answer, NoAnswer) for exchange in transcript.exchanges[-1:]):
            raise PortCannotRun(f"The port failed in the soak: {transcript.exchanges[-1].answer}.")
        done += len(transcript.exchanges)
        if early is None and done >= calls // 10:
            early = held()
        if late is None and done >= calls * 0.98:
            late = held()
    if early is None or late is None:
        raise PortCannotRun("The port was asked fewer calls than the soak needs.")
    return early, late


def main() -> int:
    """Soaks, prints, and says by the exit status whether anything has grown."""
    parser = argparse.ArgumentParser(
        prog="python -m properties.harness.soak", description="Many lifetimes and calls, with an eye on what they leave."
    )
    parser.add_argument("--port-cmd", required=True, metavar="CMD", help="the command that starts the port")
    out = sys.stdout
    try:
        port = WirePort(shlex.split(parser.parse_args().port_cmd))
        try:
            grown = [_told(name, *soaked(port, scripts, calls)) for name, scripts, calls in _work(frozenset(port.hello.methods))]
        finally:
            port.close()
    except PortCannotRun as reason:
        out.write(f"{reason}\n")
        return 3
    return int(any(grown))


def _work(methods: frozenset[str]) -> Iterator[tuple[str, Iterator[Script], int]]:
    getters = [Call(name) for name, method in METHODS.items() if name in methods and not method.parameters and method.group in ("pure", "process")]
    if not getters:
        raise PortCannotRun("The port offers no method without a parameter, and such are what is asked here.")
    ten = tuple(islice(chain.from_iterable(repeat(getters)), 10))
    many = tuple(islice(chain.from_iterable(repeat(getters)), CALLS_A_SCRIPT))
    yield f"{LIFETIMES:,} lifetimes", iter([Script("soak", ten)] * LIFETIMES), LIFETIMES * len(ten)
    yield f"{CALLS:,} calls", iter([Script("soak", many)] * (CALLS // CALLS_A_SCRIPT)), CALLS


def _told(name: str, early: Held, late: Held) -> bool:
    grown = (
        late.memory - early.memory > ALLOWED_GROWTH
        or late.files - early.files > LEAVING_FILES
        or late.processes - early.processes > LEAVING_PROCESSES
    )
    mib = 2**20
    sys.stdout.write(
        f"{name}: {late.memory / mib:.1f} MiB, {late.files} files, {late.processes} processes near the end; at a tenth of the way "
        f"{early.memory / mib:.1f} MiB, {early.files}, {early.processes}{'; GROWN' if grown else ''}\n"
    )
    return grown


if __name__ == "__main__":
    sys.exit(main())
