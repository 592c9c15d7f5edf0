"""The log of GEMM routes and shapes, each shape once a backend: the rules of `spec/shape-log.md`.

A call answers with the records that it logged. Nothing is written anywhere.
"""

from __future__ import annotations

from reference.lifetime import Lifetime
from reference.truth import shape_log_enabled
from spec.port import SHAPE_LOG_VARIABLE, LogRecord


def flop_count(m: int, n: int, k: int) -> float:
    """The operations of one product, in binary64 and multiplied from the left (shape-log/flop)."""
    return 2.0 * m * n * k


def flop_text(flop: float) -> str:
    """A count of operations with three decimals and a bare exponent (shape-log/flop-format)."""
    mantissa, exponent = f"{flop:.3e}".split("e")
    # Python writes the exponent with its sign and at least two digits
    return f"{mantissa}e{int(exponent)}"


def route_line(name: str, m: int, n: int, k: int) -> LogRecord:
    """The record of a route (shape-log/route-line)."""
    return LogRecord("debug", f"CUTLASS_NVFP4_ROUTE {name} M={m} N={n} K={k}")


def shape_line(name: str, m: int, n: int, k: int) -> LogRecord:
    """The record of a shape (shape-log/shape-line)."""
    return LogRecord("warn", f"GEMM_SHAPE {name} M={m} N={n} K={k} FLOP={flop_text(flop_count(m, n, k))}")


class ShapeLogCalls(Lifetime):
    """The calls of this page."""

    def reset(self) -> None:
        super().reset()
        self._debug_logging = False
        self._seen: set[tuple[str, str, int, int, int]] = set()

    def set_debug_logging(self, enabled: bool) -> None:
        self._debug_logging = enabled

    def log_cutlass_nvfp4_route(self, backend: str, name: str, m: int, n: int, k: int) -> tuple[LogRecord, ...]:
        # the gate is asked first: shape-log/off-leaves-no-trace
        if self._debug_logging and self._is_first(backend, name, m, n, k):
            return (route_line(name, m, n, k),)
        return ()

    def log_gemm_shape(self, backend: str, name: str, m: int, n: int, k: int) -> tuple[LogRecord, ...]:
        if shape_log_enabled(self.environment.text(SHAPE_LOG_VARIABLE)) and self._is_first(backend, name, m, n, k):
            return (shape_line(name, m, n, k),)
        return ()

    def _is_first(self, backend: str, name: str, m: int, n: int, k: int) -> bool:
        """Whether no call has reported this shape on this backend yet; from now on one has (shape-log/once)."""
        shape = (backend, name, m, n, k)
        is_first = shape not in self._seen
        self._seen.add(shape)
        return is_first
