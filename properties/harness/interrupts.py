"""Where an interrupt may come, and where it is held back until it may.

Within what is half done, the start of a process or its end, it would leave a process that nobody knows of, or an open pipe; within pytest's own work
between two tests it can end in a traceback of pytest's. So it is held back there, and let through where a run can be broken off. What it is held
back for is short and does not wait for a port. Only the main thread is ever interrupted, so that elsewhere there is nothing to do.
"""

from __future__ import annotations

import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType


class _HeldBack:
    """Minds interrupts while they are held back: whether one came, and who minds them afterwards."""

    def __init__(self) -> None:
        self.came = False
        self.before = signal.getsignal(signal.SIGINT)

    def __call__(self, _signal: int, _frame: FrameType | None) -> None:
        self.came = True

    def let_through(self) -> None:
        """Gives interrupts back to who minded them before, with the one that came."""
        signal.signal(signal.SIGINT, self.before)
        if self.came:
            self.came = False
            signal.raise_signal(signal.SIGINT)


@contextmanager
def interrupts_held_back() -> Iterator[None]:
    """Has an interrupt that comes within the block come behind it."""
    held = _HeldBack()
    if not callable(held.before) or threading.current_thread() is not threading.main_thread():
        yield
        return
    signal.signal(signal.SIGINT, held)
    try:
        yield
    finally:
        held.let_through()


@contextmanager
def interrupts_let_through() -> Iterator[None]:
    """Within a block that holds interrupts back lets them through, the one that has come as well.

    Raises:
        KeyboardInterrupt: at an interrupt. It was raised here and not where it came: there a traceback may lack the line, for which pytest asks.
    """
    held = signal.getsignal(signal.SIGINT)
    if not isinstance(held, _HeldBack):
        yield
        return
    try:
        try:
            held.let_through()
            yield
        finally:
            signal.signal(signal.SIGINT, held)
    except KeyboardInterrupt:
        raise KeyboardInterrupt from None
