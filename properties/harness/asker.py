"""What the suite needs of whatever asks a port: scripts in, transcripts out."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Protocol

from properties.transcript import Script, Transcript
from spec.port import Hello


class Asker(Protocol):
    """Puts scripts to a port. A call that the port does not offer is left out, and a script of which nothing is left gives an empty transcript."""

    @property
    def hello(self) -> Hello:
        """What the port says of itself, or what was found out by trying each method once."""

    def ask(self, scripts: Iterable[Script]) -> Iterator[Transcript]:
        """Yields one transcript a script, in order, each from a lifetime of its own. Reads `scripts` lazily."""

    def ask_alone(self, script: Script) -> Transcript:
        """Puts one script to a new process, call by call."""

    def close(self) -> None:
        """Ends every process that was started. May be called twice."""
