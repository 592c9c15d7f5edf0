"""A cell that takes a value once, and the switch made of one: the rules of `spec/switches.md`.

Which switches there are is told in `admission.py`; the third cell of a process is in `ring_publish.py`.
"""

from __future__ import annotations

from collections.abc import Callable
from threading import Lock
from typing import Generic, TypeVar

from reference.environment import Environment

T = TypeVar("T")


class OnceCell(Generic[T]):
    """A cell that keeps the first value that is written to it, whichever thread writes it (switches/first-write-wins, switches/race)."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._written: tuple[T, ...] = ()

    def get(self) -> T | None:
        """The value in force, None while there is none."""
        return self._written[0] if self._written else None

    def set(self, value: T) -> T:
        """Writes a value where there is none; returns the value in force, which is not always the one given."""
        return self.get_or_init(lambda: value)

    def get_or_init(self, init: Callable[[], T]) -> T:
        """The value in force. Where there is none, what `init` answers becomes it."""
        with self._lock:
            if not self._written:
                self._written = (init(),)
            return self._written[0]


class ProcessSwitch:
    """A switch that its flag or, at the first read without one, its variable resolves for good; `is_on` says which texts are on."""

    def __init__(self, variable: str, environment: Environment, is_on: Callable[[str | None], bool]) -> None:
        self._cell = OnceCell[bool]()
        self._variable = variable
        self._environment = environment
        self._is_on = is_on

    def set_from_cli(self, enabled: bool) -> bool:
        """Takes the flag's value if the switch is unresolved; returns the value in force (switches/setter-returns-value-in-force)."""
        return self._cell.set(enabled)

    def enabled(self) -> bool:
        """The value in force, resolved from the variable if it must be (switches/read-resolves, switches/flag-before-first-read)."""
        return self._cell.get_or_init(lambda: self._is_on(self._environment.text(self._variable)))
