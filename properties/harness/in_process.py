"""Asks a port that is a Python object in this process: the reference, and the ports that are wrong on purpose.

There is no wire and no process here, so it serves for what is ours. A port under test is always asked over the wire.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import cast

from properties.harness.offered import offered_calls
from properties.transcript import Answer, Exchange, Failure, NoAnswer, Script, Transcript
from spec.port import Call, Hello, Port, Result


class InProcess:
    """Puts scripts to the objects that `factory` makes, one object a lifetime."""

    def __init__(self, factory: Callable[[], Port]) -> None:
        self._factory = factory
        self.hello: Hello = factory().hello()
        self._methods = frozenset(self.hello.methods)

    def ask(self, scripts: Iterable[Script]) -> Iterator[Transcript]:
        """Yields one transcript a script, in order."""
        return map(self.ask_alone, scripts)

    def ask_alone(self, script: Script) -> Transcript:
        """Puts one script to a new object."""
        port = self._factory()
        exchanges: list[Exchange] = []
        for call in offered_calls(script.calls, self._methods):
            answer = _ask(port, call)
            exchanges.append(Exchange(call, answer))
            if isinstance(answer, NoAnswer):
                break
        return Transcript(script.case, self.hello.word_bits, tuple(exchanges))

    def close(self) -> None:
        """Nothing was started, so nothing is ended."""


def _ask(port: Port, call: Call) -> Answer:
    try:
        return cast("Result", getattr(port, call.method)(*call.args))
    except Exception as error:  # noqa: BLE001 - a wrong port may raise anything; it is the in-process form of a crash
        return NoAnswer(Failure.CRASHED, f"raised {type(error).__name__}")
