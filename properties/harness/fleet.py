"""All processes of one port: started, let go, and ended, so that none is left whatever happens.

How one process is served is in `driver.py`; what is said to it, in `lane.py`.
"""

from __future__ import annotations

import os
import time
from collections import deque
from collections.abc import Sequence
from typing import Final

from properties.harness.driver import Driver
from properties.harness.guardian import VARIABLE, Mark, end_all_strays, end_strays, sessions
from properties.harness.interrupts import interrupts_held_back

LEAVING: Final = 8
"""At most this many drivers whose output has ended are waited for at once; no more are let run."""

SPARE: Final = 1
"""So many drivers are kept running that nothing was said to yet."""

STARTS_BETWEEN_SEARCHES: Final = 256
"""After so many starts the processes that drivers have left behind are looked for."""


class Fleet:
    """The drivers of one port.

    `strays_ended` counts the processes that they left behind and that were killed, `outliving` the drivers that could not be ended, `odd_exits` the
    exits after a last answer that were no success.
    """

    def __init__(self, command: Sequence[str], directory: str | None) -> None:
        self._command = command
        self._directory = directory
        with interrupts_held_back():
            self._mark = Mark().value
        self._environment = {name: value for name, value in os.environ.items() if not name.startswith("METRALE_")}
        self._environment[VARIABLE] = self._mark
        self._running: dict[int, Driver] = {}
        self._spare: deque[Driver] = deque()
        self._leaving: deque[tuple[float, Driver]] = deque()
        self._starts = 0
        self.strays_ended = 0
        self.outliving = 0
        self.odd_exits: dict[str, int] = {}

    def take(self) -> Driver:
        """A driver that nothing was said to, started ahead of need, and starts another for the next time.

        Raises:
            PortCannotRun: when the command cannot be executed.
        """
        self._let_leave()
        driver = self._spare.popleft() if self._spare else self._start()
        if driver.exits(0.0):  # it may not like to wait; one that never stays will be seen at its first call
            self.end(driver)
            driver = self._start()
        while len(self._spare) < SPARE:
            self._spare.append(self._start())
        return driver

    def _start(self) -> Driver:
        self._starts += 1
        if self._starts % STARTS_BETWEEN_SEARCHES == 0:
            self.strays_ended += end_strays(self._mark, self._running.keys())
        with interrupts_held_back():
            driver = Driver(self._command, self._environment, self._directory)
            self._running[driver.session] = driver
            sessions.add(driver.session)
        return driver

    def let_leave(self, driver: Driver, within: float) -> None:
        """Gives a driver whose output has ended some seconds to be over, without waiting for it now."""
        self._leaving.append((time.monotonic() + within, driver))

    def end(self, driver: Driver) -> str:
        """Kills a driver and what it started, and returns how it had ended before: in words, empty when it had not."""
        how = driver.end()
        self._running.pop(driver.session, None)
        self.outliving += driver.outlives
        if not driver.outlives:
            sessions.discard(driver.session)
        return how

    def close(self) -> None:
        """Ends everything. May be called twice."""
        for driver in list(self._running.values()):
            self.end(driver)
        self._leaving.clear()
        self._spare.clear()
        end_all_strays(self._mark)

    def _let_leave(self) -> None:
        while self._leaving:
            until, driver = self._leaving[0]
            now = time.monotonic()
            if len(self._leaving) <= LEAVING and now < until and not driver.exits(now):
                return
            self._leaving.popleft()
            how = self.end(driver)
            if how and how != "exited with status 0":
                self.odd_exits[how] = self.odd_exits.get(how, 0) + 1
