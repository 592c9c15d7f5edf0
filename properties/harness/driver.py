"""One process of a driver: started, written to, read from line by line, and ended with everything that it started.

It knows processes, pipes and lines, and nothing of what the lines say. Reading and writing never block each other, whatever the size of the pipes:
all three pipes are served whenever any is waited for. Standard error is drained and its end kept.
"""

from __future__ import annotations

import contextlib
import fcntl
import os
import select
import signal
import subprocess
import time
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Final

import psutil

from properties.harness.escape import shown, shown_lines
from properties.harness.interrupts import interrupts_held_back

LONGEST_LINE: Final = 16 * 2**20
"""A line of standard output is read up to this many bytes; a longer one is a breach of the protocol and is not kept."""

KEPT_STDERR: Final = 8 * 2**10
"""Of standard error this many bytes are kept, the last ones."""

CHUNK: Final = 2**18
PIPE_BYTES: Final = 2**18
"""So much a pipe is to hold: the driver reads and answers it ahead, while answers before it are judged."""

REAPED_S: Final = 2.0
"""So long a process that was killed is waited for. One that may not be killed is let be."""

SLICE_S: Final = 0.1
"""While nothing comes, this often it is looked whether the process still runs: something that it started may hold its output open."""


class PortCannotRun(Exception):  # noqa: N818 - it says what is so, and its text is one sentence for the person who gave the command
    """The port cannot be run or spoken to at all. The text says what happened and what to do, with the end of standard error, fit to be shown."""


class Driver:
    """A running driver.

    `ended` says that its output is at its end; `overlong` that it broke off in a line that is too long; `outlives` that it could not be ended.
    """

    def __init__(self, command: Sequence[str], environment: Mapping[str, str], directory: str | None = None) -> None:
        try:
            self._process = subprocess.Popen(  # noqa: S603 - running the command that the user gave is what this is for
                command,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                bufsize=0,
                env=environment,
                cwd=directory,
                start_new_session=True,
            )
        except (OSError, ValueError) as error:
            raise PortCannotRun(_why_not_started(command, directory, error)) from error
        assert self._process.stdin and self._process.stdout and self._process.stderr  # noqa: S101, PT018 - tells mypy that they are pipes
        self.session: Final = self._process.pid
        self.ended = False
        self.overlong = False
        self.held_open = False
        self.outlives = False
        self._in = self._process.stdin.fileno()
        self._out = self._process.stdout.fileno()
        self._err = self._process.stderr.fileno()
        self._poll = select.poll()
        for pipe in (self._in, self._out, self._err):
            os.set_blocking(pipe, False)
        for pipe in (self._in, self._out):
            widen(pipe)
        self._poll.register(self._out, select.POLLIN)
        self._poll.register(self._err, select.POLLIN)
        self._unsent = memoryview(b"")
        self._input_is_open = True
        self._finishing = False
        self._begun = bytearray()
        self._stderr = b""
        self._over = False
        self._outcome = ""

    @property
    def unsent(self) -> int:
        """How many bytes wait to be written."""
        return len(self._unsent)

    @property
    def begun(self) -> bytes:
        """The beginning of a line whose end has not come."""
        return bytes(self._begun[:1000])

    @property
    def stderr(self) -> str:
        """The end of standard error, fit to be shown."""
        return shown_lines(self._stderr)

    def write(self, data: bytes) -> None:
        """Writes what the pipe takes now; the rest goes out while answers are read."""
        if self._input_is_open:
            if self._unsent:
                self._unsent = memoryview(bytes(self._unsent) + data)
            else:
                self._unsent = memoryview(data)
                self._send()

    def finish(self) -> None:
        """Closes standard input as soon as everything is written."""
        self._finishing = True
        if not self._unsent:
            self._close_input()

    def read(self, until: float) -> list[bytes]:
        """The next whole lines, without their ends: at least one, or none when the output has ended, a line is too long or the time is over.

        `until` is a point of `time.monotonic()`.
        """
        silent_after_exit = False
        while not (self.ended or self.overlong):
            rest = until - time.monotonic()
            events = self._poll.poll(max(0.0, min(rest, SLICE_S)) * 1000)
            lines = self._serve(events)
            if lines:
                return lines
            if rest <= 0:
                break
            if not any(pipe == self._out for pipe, _ in events) and self._has_exited():
                if silent_after_exit:
                    self.ended = self.held_open = True
                silent_after_exit = True
        return []

    def _serve(self, events: list[tuple[int, int]]) -> list[bytes]:
        lines: list[bytes] = []
        for pipe, _ in events:
            if pipe == self._out:
                lines = self._receive()
            elif pipe == self._in:
                self._send()
            else:
                self._drain()
        return lines

    def _receive(self) -> list[bytes]:
        try:
            data = os.read(self._out, CHUNK)
        except BlockingIOError:
            return []
        if not data:
            self.ended = True
            self._poll.unregister(self._out)
            return []
        last = data.rfind(b"\n")
        if last < 0:
            self._begun += data
            self.overlong = len(self._begun) > LONGEST_LINE
            return []
        lines = data[:last].split(b"\n")
        if self._begun:
            lines[0] = bytes(self._begun) + lines[0]
            self._begun.clear()
            if len(lines[0]) > LONGEST_LINE:
                self.overlong = True
                return []
        self._begun += data[last + 1 :]
        return lines

    def _send(self) -> None:
        try:
            self._unsent = self._unsent[os.write(self._in, self._unsent) :]
        except BlockingIOError:
            pass
        except OSError:  # it reads no more; what it has answered so far still counts
            self._unsent = memoryview(b"")
            self._close_input()
            return
        if self._unsent:
            self._poll.register(self._in, select.POLLOUT)
        elif self._finishing:
            self._close_input()
        else:
            self._forget_input()

    def _forget_input(self) -> None:
        with contextlib.suppress(KeyError):
            self._poll.unregister(self._in)

    def _close_input(self) -> None:
        if self._input_is_open:
            self._input_is_open = False
            self._forget_input()
            assert self._process.stdin is not None  # noqa: S101 - tells mypy that it is a pipe
            with contextlib.suppress(OSError):
                self._process.stdin.close()

    def _drain(self) -> None:
        try:
            data = os.read(self._err, CHUNK)
        except BlockingIOError:
            return
        if data:
            self._stderr = (self._stderr + data)[-KEPT_STDERR:]
        else:
            self._poll.unregister(self._err)

    def _has_exited(self) -> bool:
        """Whether the process is over. It is not reaped yet, so that its process group keeps its number until it is emptied."""
        if not self._over:
            if hasattr(os, "waitid"):
                try:
                    self._over = os.waitid(os.P_PID, self.session, os.WEXITED | os.WNOHANG | os.WNOWAIT) is not None
                except ChildProcessError:  # where this process ignores SIGCHLD, the system has reaped it
                    self._over = True
            else:  # macOS before Python 3.13
                self._over = psutil.Process(self.session).status() == psutil.STATUS_ZOMBIE
        return self._over

    def exits(self, until: float) -> bool:
        """Waits until the process is over, and says whether it is. What it writes meanwhile is thrown away."""
        pause = 1
        while not self._has_exited():
            if time.monotonic() >= until:
                return False
            self._serve(self._poll.poll(pause))
            pause = min(2 * pause, 20)
        return True

    def end(self) -> str:
        """Kills the process and its group, reaps it, closes the pipes, and returns how it ended: in words, empty when it had to be killed."""
        with interrupts_held_back():
            if self._process.returncode is None:
                exited = self._has_exited()
                with contextlib.suppress(ProcessLookupError, PermissionError):
                    os.killpg(self.session, signal.SIGKILL)
                self._close_input()  # one that may not be killed, for it runs as another user, may end by itself then
                try:
                    status = self._process.wait(REAPED_S)
                except subprocess.TimeoutExpired:
                    self.outlives = True
                    status = self._process.returncode = 0  # it is waited for no more
                if exited:
                    self._outcome = _how_ended(status)
                self._drain_what_is_there()
                for pipe in (self._process.stdout, self._process.stderr):
                    if pipe is not None:
                        pipe.close()
        return self._outcome

    def _drain_what_is_there(self) -> None:
        for _ in range(64):  # something that left the group may go on writing for ever
            before = self._stderr
            with contextlib.suppress(KeyError):  # it was at its end already
                self._drain()
            if self._stderr == before:
                break


def widen(pipe: int) -> None:
    """Has a pipe hold `PIPE_BYTES`, where the system can be asked to and lets a user have so much."""
    if hasattr(fcntl, "F_SETPIPE_SZ"):  # Linux
        with contextlib.suppress(OSError):
            fcntl.fcntl(pipe, fcntl.F_SETPIPE_SZ, PIPE_BYTES)


def _how_ended(status: int) -> str:
    if status >= 0:
        return f"exited with status {status}"
    try:
        name = f" ({signal.Signals(-status).name})"
    except ValueError:
        name = ""
    return f"crashed with signal {-status}{name}"


def _why_not_started(command: Sequence[str], directory: str | None, error: OSError | ValueError) -> str:
    name = f"`{shown(command[0])}`" if command else "the empty command"
    match error:
        case FileNotFoundError():
            return f"{name} does not exist; give the command that starts the port, with a path from where you stand or a program on PATH."
        case PermissionError() if (Path(directory or ".") / command[0]).is_dir():
            return f"{name} is a folder; name the program in it."
        case PermissionError():
            return f"{name} may not be executed; make it executable (chmod +x), or name the program that runs it first."
        case OSError(strerror=str(strerror)):
            return f"{name} cannot be started ({strerror}); a script needs a first line that names its interpreter."
    return f"{name} cannot be started ({shown(str(error))})."
