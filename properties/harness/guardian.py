"""Sees to it that no process outlives the run: finds what the run's drivers left behind by a mark in their environment, and ends it.

Each driver is started with the mark, and whatever it starts inherits it, even what has left its process group and session. While a run is on, this
file also runs as a process of its own, the guardian: it waits on a pipe that only the run holds open, and when the run dies, however it dies, it ends
every process that carries the mark. PR_SET_PDEATHSIG would do this on Linux alone, for the direct child alone; it fires when a mere thread ends, and
makes each start several times slower, because Python then forks instead of spawning. This file imports nothing of the project: it is run by its path.

What clears its environment as well carries no mark. On Linux it comes back all the same: what loses its parent becomes a child of the run, which asks
to be the reaper of all below it, and is told from the run's own children by its session, for no process can join one. Of such a process alone this is
not so when the run itself is killed.
"""

from __future__ import annotations

import contextlib
import ctypes
import os
import secrets
import subprocess
import sys
import time
from collections.abc import Container, Iterator
from itertools import count
from typing import ClassVar, Final

import psutil

VARIABLE: Final = "CONFORMANCE_DRIVER_OF"
"""The variable that holds the mark."""


sessions: Final[set[int]] = set()
"""The sessions below this process that no driver has left behind: those of running drivers, the guardian's, and any that were there before."""

PR_SET_CHILD_SUBREAPER: Final = 36
REAPED_S: Final = 1.0
LONGEST_S: Final = 10.0


class Mark:
    """The mark of one port's drivers. With the first one of a process its guardian is started, and it becomes the reaper of all below it."""

    _guardian: ClassVar[subprocess.Popen[bytes] | None] = None
    _numbers: ClassVar[Iterator[int]] = count()

    def __init__(self) -> None:
        of_this_run = f"{os.getpid()}-{_RUN}-"
        if Mark._guardian is None:
            Mark._guardian = subprocess.Popen(  # noqa: S603 - this file itself is run
                [sys.executable, "-P", __file__, of_this_run],
                stdin=subprocess.PIPE,
                stdout=subprocess.DEVNULL,
                stderr=subprocess.DEVNULL,
                start_new_session=True,
            )
            for child in psutil.Process().children(recursive=True):
                with contextlib.suppress(OSError):
                    sessions.add(os.getsid(child.pid))
            sessions.add(Mark._guardian.pid)
            if sys.platform == "linux":
                ctypes.CDLL(None).prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0)
            Mark._guardian.returncode = 0  # it outlives this process by a moment, and need not be waited for
        self.value: Final = f"{of_this_run}{next(Mark._numbers)}-"


_RUN: Final = secrets.token_hex(8)


def end_strays(mark: str, spared_sessions: Container[int] = ()) -> int:
    """Kills each process whose mark begins so, except those of the spared sessions, and returns how many were killed."""
    found = 0
    for process in psutil.process_iter():
        with contextlib.suppress(psutil.Error, OSError):
            theirs = process.environ().get(VARIABLE, "")
            if theirs.startswith(mark) and os.getsid(process.pid) not in spared_sessions and process.status() != psutil.STATUS_ZOMBIE:
                process.kill()
                found += 1
    return found + _end_orphans()


def _end_orphans() -> int:
    """Kills the children of this process that it has not started, reaps them, and returns how many of those that are gone were running."""
    found = 0
    own = os.getsid(0)
    for child in psutil.Process().children():
        with contextlib.suppress(psutil.Error, OSError):
            if os.getsid(child.pid) not in {own, *sessions}:
                was_running = child.status() != psutil.STATUS_ZOMBIE
                child.kill()
                child.wait(REAPED_S)
                found += was_running
    return found


def end_all_strays(mark: str) -> None:
    """Kills each process whose mark begins so, until none is found, or others have come for `LONGEST_S`."""
    until = time.monotonic() + LONGEST_S
    while end_strays(mark) and time.monotonic() < until:
        time.sleep(0.01)


def _guard(mark: str) -> None:
    sys.stdin.buffer.read()
    end_all_strays(mark)
    time.sleep(0.1)  # a process that was just being started shows its mark a moment later
    end_all_strays(mark)


if __name__ == "__main__":
    _guard(sys.argv[1])
