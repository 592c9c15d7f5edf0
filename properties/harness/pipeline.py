"""Puts scripts to a port one after another with as little waiting as can be: the next processes already run, and their calls are already written.

A failure seen this way is a suspicion only, and no answer comes of it here; whoever asked puts the script again, to a new process and call by call.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from itertools import chain
from typing import Final, NamedTuple

from properties.harness.lane import WINDOW, Lane
from properties.transcript import Exchange, Script
from spec.port import Call

AHEAD: Final = 3
"""So many processes run ahead of the one whose answers are awaited."""

SCRIPTS_A_LANE: Final = 1000
"""So many scripts are put to one process, where it resets between them."""


@dataclass(slots=True)
class _Pending:
    script: Script
    calls: tuple[Call, ...] | None
    lane: Lane | None
    behind_reset: bool = False


class Suspicion(NamedTuple):
    """A script that failed while it was written ahead: the call at fault, which may be the `reset` behind it, all that came, and standard error."""

    failure: Exchange
    exchanges: tuple[Exchange, ...]
    stderr: str


class Pipeline:
    """Scripts on their way through the processes of a port.

    `choose` gives the calls to put for a script, none where it has none for this port, and None where they must not be written ahead. `start` makes a
    lane on a process, `leave` takes back one that is over or not needed. With `resets` a process serves many scripts, otherwise one.
    """

    def __init__(
        self,
        scripts: Iterable[Script],
        choose: Callable[[Script], tuple[Call, ...] | None],
        start: Callable[[], Lane],
        leave: Callable[[Lane], None],
        resets: bool,
    ) -> None:
        self._scripts: Iterator[Script] = iter(scripts)
        self._choose = choose
        self._start = start
        self._leave = leave
        self._resets = resets
        self._waiting: deque[_Pending] = deque()
        self._open: Lane | None = None
        self.behind_reset = False
        """Whether the script that was yielded last was put to a process that had been reset."""
        self.suspicion: Suspicion | None = None
        """How that script failed while it was written ahead, if it did."""

    def __iter__(self) -> Iterator[tuple[Script, tuple[Exchange, ...] | None]]:
        """Yields each script with its exchanges, in order; None in their place when it must be put alone."""
        try:
            while self._fill():
                pending = self._waiting.popleft()
                yield pending.script, self._exchanges(pending)
        finally:
            self._leave_all()

    def reconsider(self, resets: bool) -> None:
        """Chooses again for every script that waits, since what must not be asked, or not ahead, or whether `reset` is used, is another now."""
        self._leave_all()
        self._resets = resets
        self._scripts = chain([pending.script for pending in self._waiting], self._scripts)  # fewer may run ahead than did
        self._waiting.clear()

    def _fill(self) -> bool:
        """Takes scripts in until enough are on their way, and says whether there are any."""
        while len(self._waiting) <= (1 if self._resets else AHEAD) or self._has_room():
            script = next(self._scripts, None)
            if script is None:
                break
            pending = _Pending(script, (), None)
            self._put(pending)
            self._waiting.append(pending)
        return bool(self._waiting)

    def _has_room(self) -> bool:
        return self._resets and self._open is not None and len(self._waiting) < WINDOW and self._open.outstanding < WINDOW

    def _put(self, pending: _Pending) -> None:
        pending.calls, pending.lane, pending.behind_reset = self._choose(pending.script), None, False
        if pending.calls:
            pending.lane = self._open = self._open or self._start()
            pending.behind_reset = self._open.added > 0
            self._open.add(pending.calls)
            if not self._resets or self._open.added >= SCRIPTS_A_LANE:
                self._finish()

    def _finish(self) -> None:
        if self._open is not None:
            self._open.finish()
            self._open = None

    def _exchanges(self, pending: _Pending) -> tuple[Exchange, ...] | None:
        lane = pending.lane
        self.suspicion, self.behind_reset = None, pending.behind_reset
        if lane is None:
            return () if pending.calls == () else None
        exchanges = lane.next_script()
        if not lane.over:
            return exchanges
        if lane is self._open:
            self._open = None
        self._leave(lane)
        for one in self._waiting:  # what stood behind a failed script on its process goes to another
            if one.lane is lane:
                self._put(one)
        if lane.failure is None:
            return exchanges
        self.suspicion = Suspicion(lane.failure, exchanges, lane.driver.stderr)
        return None

    def _leave_all(self) -> None:
        lanes = [self._open, *(one.lane for one in self._waiting)]
        for lane in {id(one): one for one in lanes}.values():
            if lane is not None:
                self._leave(lane)
        self._open = None
