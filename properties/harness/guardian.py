"""Sees to it that no process outlives the run: finds what the run's drivers left behind by a mark in their environment, and ends it.

Each driver is started with the mark, and whatever it starts inherits it, even what has left its process group and session. While a run is on, this
file also runs as a process of its own, the guardian: it waits on a pipe that only the run holds open, and when the run dies, however it dies, it ends
every process that carries the mark. PR_SET_PDEATHSIG would do this on Linux alone, for the direct child alone; it fires when a mere thread ends, and
makes each start several times slower, because Python then forks instead of spawning. This file imports nothing of the project: it is run by its path.
"""

from __future__ import annotations

import contextlib
import os
import secrets
import subprocess
import sys
import time
from collections.abc import Container

import psutil

VARIABLE = "CONFORMANCE_DRIVER_OF"
"""The variable whose value is the mark of a run."""


def end_strays(mark: str, spared_sessions: Container[int] = ()) -> int:
    """Kills each process that carries the mark, except those of the spared sessions, and returns how many were found."""
    found = 0
    for process in psutil.process_iter():
        with contextlib.suppress(psutil.Error, OSError):
            if process.environ().get(VARIABLE) == mark and os.getsid(process.pid) not in spared_sessions and process.status() != psutil.STATUS_ZOMBIE:
                process.kill()
                found += 1
    return found


class Guardian:
    """The guardian of one run, from its start until `dismiss`."""

    def __init__(self) -> None:
        self.mark = f"{os.getpid()}-{secrets.token_hex(8)}"
        self._process = subprocess.Popen(  # noqa: S603 - this file itself is run
            [sys.executable, "-P", __file__, self.mark],
            stdin=subprocess.PIPE,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            start_new_session=True,
        )

    def dismiss(self) -> None:
        """Ends what is left of the run's drivers, and the guardian. May be called twice."""
        if self._process.returncode is None:
            while end_strays(self.mark):
                time.sleep(0.01)
            self._process.kill()
            self._process.communicate()


def _guard(mark: str) -> None:
    with contextlib.suppress(KeyboardInterrupt):
        sys.stdin.buffer.read()
    quiet = 0
    while quiet < 2:  # a process that was just being started shows its environment a moment later
        quiet = 0 if end_strays(mark) else quiet + 1
        time.sleep(0.05)


if __name__ == "__main__":
    _guard(sys.argv[1])
