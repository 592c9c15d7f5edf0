"""Shows that a run goes on: a line for each batch that has ended, and while one runs a line that is kept up to date, on a terminal alone.

Elsewhere a plain line is written now and then while a batch takes long. Everything goes to a copy of standard output, which pytest does not capture.
"""

from __future__ import annotations

import os
import threading
import time
from collections.abc import Callable
from typing import Final

from properties.report.outcome import Outcome

LIVE_S: Final = 0.25
PLAIN_S: Final = 10.0
NAME_WIDTH: Final = 46


class Progress:
    """Progress on a copy of the given file descriptor. `current` gives what the batch that runs in this process came to so far."""

    def __init__(self, descriptor: int, current: Callable[[], Outcome | None]) -> None:
        self._descriptor = os.dup(descriptor)
        self._live = os.isatty(descriptor)
        self._current = current
        self._running: dict[str, float] = {}
        self._lock = threading.Lock()
        self._end = threading.Event()
        self._thread = threading.Thread(target=self._tick, name="progress", daemon=True)
        self._thread.start()

    def begin(self, batch: str) -> None:
        """A batch has begun."""
        with self._lock:
            self._running[batch] = time.monotonic()

    def done(self, batch: str, line: str) -> None:
        """A batch has ended, and this is to be said of it."""
        with self._lock:
            self._running.pop(batch, None)
            self._write(f"{_ERASE if self._live else ''}{line}\n")

    def close(self) -> None:
        """Ends the showing."""
        self._end.set()
        self._thread.join()
        if self._live:
            self._write(_ERASE)
        os.close(self._descriptor)

    def _tick(self) -> None:
        while not self._end.wait(LIVE_S if self._live else PLAIN_S):
            with self._lock:
                running = dict(self._running)
                if self._live and running:
                    self._write(_ERASE + self._words(running)[:100])
                elif running and time.monotonic() - max(running.values()) >= PLAIN_S / 2:
                    self._write(self._words(running) + "\n")

    def _words(self, running: dict[str, float]) -> str:
        now = time.monotonic()
        words = ", ".join(f"{batch} ({now - since:.0f} s)" for batch, since in running.items())
        current = self._current()
        counted = f"  {current.lifetimes:,} lifetimes, {current.calls:,} calls" if current is not None and current.batch in running else ""
        return f"  ... {words}{counted}"

    def _write(self, text: str) -> None:
        data = text.encode("ascii", "backslashreplace")
        try:
            while data:
                data = data[os.write(self._descriptor, data) :]
        except OSError:  # nobody reads any more; the verdict is still worth having
            self._end.set()


_ERASE: Final = "\r\x1b[K"


def batch_line(outcome: Outcome, seconds: float, failing: list[str]) -> str:
    """What is said of a batch that has ended."""
    said = f"BROKEN: {', '.join(failing)}" if failing else "ok"
    return (
        f"  {outcome.batch:<{NAME_WIDTH}} {outcome.lifetimes:>7,} lifetimes {outcome.calls:>9,} calls {outcome.judgements.total():>9,} judgements"
        f" {seconds:>6.1f} s  {said}"
    )
