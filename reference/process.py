"""One process lifetime of the reference: the pages' calls put together, and what a driver does around them.

No rule of a page is told here.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, cast

from reference.race import race
from reference.serve import ServeCalls
from reference.shape_log import ShapeLogCalls
from spec.port import PORT_METHODS, SPEC_VERSION, VERSION, Call, Hello, Port, Result


class Process(ServeCalls, ShapeLogCalls):
    """One process lifetime that keeps every rule. It offers every method of `spec.port.Port`."""

    def hello(self) -> Hello:
        return Hello("reference", VERSION, SPEC_VERSION, self.word_bits, PORT_METHODS)

    def race(self, calls: Sequence[Call]) -> tuple[Result, ...]:
        return race(calls, lambda call: cast("Result", getattr(self, call.method)(*call.args)))


if TYPE_CHECKING:
    _port: Port = Process()
