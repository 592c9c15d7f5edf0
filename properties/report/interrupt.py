"""An interrupt while pytest is still importing: one sentence and status 2, where Python would print a traceback of whatever it was importing.

Nothing was started then, so nothing need be ended. From the moment that pytest is configured it minds interrupts itself, and is left to.
"""

from __future__ import annotations

import os
import signal
import threading
from types import FrameType


class _Quietly:
    """Ends the process at an interrupt. The sentence goes to what is standard error now: soon pytest will capture it."""

    def __init__(self) -> None:
        self.stderr = os.dup(2)

    def __call__(self, _signal: int, _frame: FrameType | None) -> None:
        os.write(self.stderr, b"Interrupted before anything was judged.\n")
        os._exit(2)


def mind_interrupts() -> None:
    """Ends the process quietly at an interrupt, unless somebody else minds them."""
    if threading.current_thread() is threading.main_thread() and signal.getsignal(signal.SIGINT) is signal.default_int_handler:
        signal.signal(signal.SIGINT, _Quietly())


def leave_interrupts_to_pytest() -> None:
    """Undoes that."""
    minding = signal.getsignal(signal.SIGINT)
    if isinstance(minding, _Quietly):
        signal.signal(signal.SIGINT, signal.default_int_handler)
        os.close(minding.stderr)
