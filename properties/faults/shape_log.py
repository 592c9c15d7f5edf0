"""Ports that log shapes wrongly, or remember wrongly which they have logged: shape-log/* but the FLOP count."""

from __future__ import annotations

from properties.faults.fault import fault
from reference import Process
from spec.port import SHAPE_LOG_VARIABLE, LogRecord

ROUTE_LINE = "shape-log/route-line"
SHAPE_LINE = "shape-log/shape-line"
NO_TRACE = "shape-log/off-leaves-no-trace"
ONCE = "shape-log/once"
FLOP = "shape-log/flop"

Records = tuple[LogRecord, ...]


class _Remembers(Process):
    """Remembers shapes by a key of its own."""

    def key(self, backend: str, name: str, m: int, n: int, k: int) -> object:
        return (backend, name, m, n, k)

    def reset(self) -> None:
        super().reset()
        self.keys: set[object] = set()

    def _is_first(self, backend: str, name: str, m: int, n: int, k: int) -> bool:
        key = self.key(backend, name, m, n, k)
        first = key not in self.keys
        self.keys.add(key)
        return first


@fault(ONCE, origin="a memory of the process, not of the backend")
class ForgetsTheBackend(_Remembers):
    """Reports a shape on one backend only."""

    def key(self, backend: str, name: str, m: int, n: int, k: int) -> object:
        return (name, m, n, k)


@fault(ONCE, origin="a key without the name")
class ForgetsTheName(_Remembers):
    """Takes two kernels for one."""

    def key(self, backend: str, name: str, m: int, n: int, k: int) -> object:
        return (backend, m, n, k)


@fault(ONCE, origin="a key that holds Java's String.hashCode in place of the name")
class RemembersTheHashOfTheName(_Remembers):
    """Takes the kernel `Aa` for `BB`, which have one hash."""

    def key(self, backend: str, name: str, m: int, n: int, k: int) -> object:
        code = 0
        for unit in memoryview(name.encode("utf-16-le")).cast("H"):
            code = (31 * code + unit) % 2**32
        return (backend, code, m, n, k)


@fault(ONCE, origin="a key without a coordinate")
class ForgetsM(_Remembers):
    """Takes two prefill lengths for one."""

    def key(self, backend: str, name: str, m: int, n: int, k: int) -> object:
        return (backend, name, n, k)


@fault(ONCE, origin="a key that is the product")
class RemembersTheProduct(_Remembers):
    """Takes 2 x 3 for 3 x 2."""

    def key(self, backend: str, name: str, m: int, n: int, k: int) -> object:
        return (backend, name, m * n * k)


@fault(ONCE, origin="a key sorted for convenience")
class RemembersTheSortedShape(_Remembers):
    """Takes a shape for its transpose."""

    def key(self, backend: str, name: str, m: int, n: int, k: int) -> object:
        return (backend, name, *sorted((m, n, k)))


@fault(ONCE, origin="a key that is a text without separators")
class RemembersTheDigits(_Remembers):
    """Takes 1, 23 for 12, 3."""

    def key(self, backend: str, name: str, m: int, n: int, k: int) -> object:
        return f"{backend}/{name}{m}{n}{k}"


@fault(ONCE, origin="a key of 16-bit coordinates")
class RemembersSixteenBits(_Remembers):
    """Takes 65537 for 1."""

    def key(self, backend: str, name: str, m: int, n: int, k: int) -> object:
        return (backend, name, m % 2**16, n % 2**16, k % 2**16)


@fault(ONCE, origin="a cache that drops its oldest entries", longer="it forgets once a thousand shapes have been reported")
class ForgetsAfterAThousand(_Remembers):
    """Reports a shape again after a thousand others."""

    def _is_first(self, backend: str, name: str, m: int, n: int, k: int) -> bool:
        if len(self.keys) >= 1000:
            self.keys.clear()
        return super()._is_first(backend, name, m, n, k)


@fault(ONCE, origin="a look at the last shape only")
class RemembersOneShape(_Remembers):
    """Reports a shape again after another."""

    def _is_first(self, backend: str, name: str, m: int, n: int, k: int) -> bool:
        first = super()._is_first(backend, name, m, n, k)
        if first:
            self.keys = {self.key(backend, name, m, n, k)}
        return first


@fault(ONCE, origin="a memory for each of the two calls")
class RemembersRoutesApart(_Remembers):
    """Reports a shape that a route call has reported."""

    def reset(self) -> None:
        super().reset()
        self.routes: set[object] = set()

    def log_cutlass_nvfp4_route(self, backend: str, name: str, m: int, n: int, k: int) -> Records:
        shapes, self.keys = self.keys, self.routes
        try:
            return super().log_cutlass_nvfp4_route(backend, name, m, n, k)
        finally:
            self.routes, self.keys = self.keys, shapes


@fault(NO_TRACE, origin="the memory asked before the gate")
class ShapeOffLeavesATrace(Process):
    """Marks a shape as seen with the variable off."""

    def log_gemm_shape(self, backend: str, name: str, m: int, n: int, k: int) -> Records:
        first = self._is_first(backend, name, m, n, k)
        if first:
            self._seen.discard((backend, name, m, n, k))
        records = super().log_gemm_shape(backend, name, m, n, k)
        self._seen.add((backend, name, m, n, k))
        return records


@fault(NO_TRACE, origin="the memory asked before the gate")
class RouteOffLeavesATrace(Process):
    """Marks a shape as seen with debug off."""

    def log_cutlass_nvfp4_route(self, backend: str, name: str, m: int, n: int, k: int) -> Records:
        records = super().log_cutlass_nvfp4_route(backend, name, m, n, k)
        self._seen.add((backend, name, m, n, k))
        return records


@fault(NO_TRACE, origin="a gate forgotten")
class RouteLogsWithDebugOff(Process):
    """Logs a route whatever the level."""

    def log_cutlass_nvfp4_route(self, backend: str, name: str, m: int, n: int, k: int) -> Records:
        debug, self._debug_logging = self._debug_logging, True
        try:
            return super().log_cutlass_nvfp4_route(backend, name, m, n, k)
        finally:
            self._debug_logging = debug


@fault(ROUTE_LINE, origin="the level of the other call")
class RouteWarns(Process):
    """Logs a route at warn level."""

    def log_cutlass_nvfp4_route(self, backend: str, name: str, m: int, n: int, k: int) -> Records:
        return tuple(LogRecord("warn", one.message) for one in super().log_cutlass_nvfp4_route(backend, name, m, n, k))


@fault(ROUTE_LINE, origin="the FLOP count on both lines")
class RouteCountsFlop(Process):
    """Adds a FLOP count to the route."""

    def log_cutlass_nvfp4_route(self, backend: str, name: str, m: int, n: int, k: int) -> Records:
        records = super().log_cutlass_nvfp4_route(backend, name, m, n, k)
        return tuple(LogRecord(one.level, f"{one.message} FLOP=2.000e0") for one in records)


@fault(ROUTE_LINE, origin="a name trimmed or quoted on its way")
class RouteTrimsTheName(Process):
    """Trims the kernel's name."""

    def log_cutlass_nvfp4_route(self, backend: str, name: str, m: int, n: int, k: int) -> Records:
        records = super().log_cutlass_nvfp4_route(backend, name, m, n, k)
        return tuple(LogRecord(one.level, one.message.replace(name, name.strip()) if name else one.message) for one in records)


@fault(SHAPE_LINE, origin="two coordinates swapped")
class ShapeSwapsNAndK(Process):
    """Shows N for K and K for N."""

    def log_gemm_shape(self, backend: str, name: str, m: int, n: int, k: int) -> Records:
        records = super().log_gemm_shape(backend, name, m, n, k)
        return tuple(LogRecord(one.level, one.message.replace(f" N={n} K={k} ", f" N={k} K={n} ")) for one in records)


@fault(SHAPE_LINE, origin="a debug gate around both calls")
class ShapeNeedsDebug(Process):
    """Logs a shape at debug level only."""

    def log_gemm_shape(self, backend: str, name: str, m: int, n: int, k: int) -> Records:
        return tuple(LogRecord("debug", one.message) for one in super().log_gemm_shape(backend, name, m, n, k))


@fault(SHAPE_LINE, origin="a signed 32-bit coordinate")
class ShapeIsSigned(Process):
    """Shows 2**31 as a negative number."""

    def log_gemm_shape(self, backend: str, name: str, m: int, n: int, k: int) -> Records:
        records = super().log_gemm_shape(backend, name, m, n, k)
        return tuple(LogRecord(one.level, one.message.replace(f"M={m} ", f"M={m - 2**32 if m >= 2**31 else m} ")) for one in records)


@fault(SHAPE_LINE, origin="a lazy static around the variable")
class ShapeKeepsItsVariable(Process):
    """Goes on logging once the variable was on."""

    def reset(self) -> None:
        super().reset()
        self.was_on = False

    def log_gemm_shape(self, backend: str, name: str, m: int, n: int, k: int) -> Records:
        text = self.environment.text(SHAPE_LOG_VARIABLE)
        self.was_on = self.was_on or text == "1"
        if not self.was_on or text == "1" or text not in (None, "0"):
            return super().log_gemm_shape(backend, name, m, n, k)
        self.environment.set(SHAPE_LOG_VARIABLE, "1")
        try:
            return super().log_gemm_shape(backend, name, m, n, k)
        finally:
            self.environment.set(SHAPE_LOG_VARIABLE, text)
