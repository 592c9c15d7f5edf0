"""An interrupt held back while a process is started or ended: half done, that would leave a process that nobody knows of, or an open pipe.

What is held back for is short and does not wait for a port.
"""

from __future__ import annotations

import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType


@contextmanager
def interrupts_held_back() -> Iterator[None]:
    """Has an interrupt that comes within the block come behind it. Only the main thread is ever interrupted, so elsewhere there is nothing to do."""
    before = signal.getsignal(signal.SIGINT)
    if before is None or threading.current_thread() is not threading.main_thread():
        yield
        return
    came: list[int] = []

    def remember(number: int, _frame: FrameType | None) -> None:
        came.append(number)

    signal.signal(signal.SIGINT, remember if callable(before) else before)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)
        if came:
            signal.raise_signal(signal.SIGINT)
