"""One process lifetime of the reference: the pages' calls put together, and what a driver does around them.

No rule of a page is told here.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final, cast

from reference.race import race
from reference.serve import ServeCalls
from reference.shape_log import ShapeLogCalls
from spec import port
from spec.port import SPEC_VERSION, VERSION, Call, Hello, Result

METHODS: Final = tuple(
    name for part in (port.PureFunctions, port.ProcessCalls, port.ServeCalls, port.DriverCalls) for name in vars(part) if not name.startswith("_")
)
"""Every method of the port interface, in the order of its declaration."""


class Process(ServeCalls, ShapeLogCalls):
    """One process lifetime that keeps every rule. It offers every method of `spec.port.Port`."""

    def hello(self) -> Hello:
        return Hello("reference", VERSION, SPEC_VERSION, self.word_bits, METHODS)

    def race(self, calls: Sequence[Call]) -> tuple[Result, ...]:
        return race(calls, lambda call: cast("Result", getattr(self, call.method)(*call.args)))


if TYPE_CHECKING:
    _port: port.Port = Process()
