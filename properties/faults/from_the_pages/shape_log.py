"""Ports that log wrongly, or remember wrongly what they have logged: shape-log/*."""

from __future__ import annotations

import unicodedata
from fractions import Fraction

from properties.faults.fault import fault
from reference import Process
from reference.shape_log import flop_count, flop_text
from spec.port import LogRecord

ROUTE_LINE = "shape-log/route-line"
SHAPE_LINE = "shape-log/shape-line"
NO_TRACE = "shape-log/off-leaves-no-trace"
ONCE = "shape-log/once"
FLOP = "shape-log/flop"
FLOP_FORMAT = "shape-log/flop-format"


class _Cost(Process):
    """Writes the cost of a shape by two methods, to be overridden one by one."""

    def cost(self, m: int, n: int, k: int) -> float:
        return flop_count(m, n, k)

    def written(self, cost: float) -> str:
        return flop_text(cost)

    def log_gemm_shape(self, backend: str, name: str, m: int, n: int, k: int) -> tuple[LogRecord, ...]:
        records = super().log_gemm_shape(backend, name, m, n, k)
        line = f"GEMM_SHAPE {name} M={m} N={n} K={k} FLOP={self.written(self.cost(m, n, k))}"
        return tuple(LogRecord(record.level, line) for record in records)


@fault(ROUTE_LINE, origin="C, snprintf into a buffer of 256", from_the_pages=True)
class RouteCutAtTwoHundredFiftyFive(Process):
    """Cuts the message of a route at 255 characters."""

    def log_cutlass_nvfp4_route(self, backend: str, name: str, m: int, n: int, k: int) -> tuple[LogRecord, ...]:
        records = super().log_cutlass_nvfp4_route(backend, name, m, n, k)
        return tuple(LogRecord(record.level, record.message[:255]) for record in records)


@fault(SHAPE_LINE, origin="a template whose places are filled by one replace after the other", from_the_pages=True)
class DimensionsFilledIntoTheName(Process):
    """Fills `{m}`, `{n}` and `{k}` in a shape's name as well, for the name is put into the template first."""

    def log_gemm_shape(self, backend: str, name: str, m: int, n: int, k: int) -> tuple[LogRecord, ...]:
        records = super().log_gemm_shape(backend, name, m, n, k)
        line = "GEMM_SHAPE {name} M={m} N={n} K={k} FLOP={flop}".replace("{name}", name).replace("{flop}", flop_text(flop_count(m, n, k)))
        line = line.replace("{m}", str(m)).replace("{n}", str(n)).replace("{k}", str(k))
        return tuple(LogRecord(record.level, line) for record in records)


@fault(NO_TRACE, origin="a counter of launches, which a shape's record is to be the second of", from_the_pages=True)
class SecondSilentRouteLeavesATrace(Process):
    """Marks a shape as reported at its second route call with debug off."""

    def reset(self) -> None:
        super().reset()
        self.silent: set[tuple[str, str, int, int, int]] = set()

    def log_cutlass_nvfp4_route(self, backend: str, name: str, m: int, n: int, k: int) -> tuple[LogRecord, ...]:
        shape = (backend, name, m, n, k)
        if not self._debug_logging and shape in self.silent:
            self._is_first(*shape)
        if not self._debug_logging:
            self.silent.add(shape)
        return super().log_cutlass_nvfp4_route(backend, name, m, n, k)


class _Memory(Process):
    """Remembers a shape by a key, to be overridden."""

    def key(self, backend: str, name: str, m: int, n: int, k: int) -> tuple[str, str, int, int, int]:
        return backend, name, m, n, k

    def _is_first(self, backend: str, name: str, m: int, n: int, k: int) -> bool:
        return super()._is_first(*self.key(backend, name, m, n, k))


@fault(ONCE, origin="a key of 64 bits that gives each dimension 21 of them", from_the_pages=True)
class DimensionsPackedInTwentyOneBits(_Memory):
    """Tells two shapes apart by the low 21 bits of each dimension."""

    def key(self, backend: str, name: str, m: int, n: int, k: int) -> tuple[str, str, int, int, int]:
        low = 2**21 - 1
        return backend, name, m & low, n & low, k & low


@fault(ONCE, origin="Swift, whose texts are equal when they are canonically equivalent", from_the_pages=True)
class CanonicallyEquivalentNamesAreOne(_Memory):
    """Takes a composed name and its decomposed form for one."""

    def key(self, backend: str, name: str, m: int, n: int, k: int) -> tuple[str, str, int, int, int]:
        return backend, unicodedata.normalize("NFC", name), m, n, k


@fault(ONCE, origin="one map for all backends, its key joined of texts with a slash", from_the_pages=True)
class BackendAndNameRunTogether(_Memory):
    """Takes kernel `b/c` on backend `a` and kernel `c` on backend `a/b` for one."""

    def key(self, backend: str, name: str, m: int, n: int, k: int) -> tuple[str, str, int, int, int]:
        return "", f"{backend}/{name}", m, n, k


@fault(ONCE, origin="an empty device that stands for the first one, as in CUDA", from_the_pages=True)
class EmptyBackendIsTheFirst(_Memory):
    """Takes the backend with the empty name for the one that was mentioned first."""

    def reset(self) -> None:
        super().reset()
        self.first = ""

    def key(self, backend: str, name: str, m: int, n: int, k: int) -> tuple[str, str, int, int, int]:
        self.first = self.first or backend
        return backend or self.first, name, m, n, k


@fault(
    ONCE,
    origin="a memory that is bounded, the oldest shape making room",
    from_the_pages=True,
    longer="it forgets once sixty-four other shapes have been reported",
)
class OldestOfSixtyFourShapesForgotten(Process):
    """Remembers the last 64 shapes of all backends, and reports an older one again."""

    def _is_first(self, backend: str, name: str, m: int, n: int, k: int) -> bool:
        is_first = super()._is_first(backend, name, m, n, k)
        if is_first:
            self.order.append((backend, name, m, n, k))
        if len(self.order) > 64:
            self._seen.discard(self.order.pop(0))
        return is_first

    def reset(self) -> None:
        super().reset()
        self.order: list[tuple[str, str, int, int, int]] = []


@fault(FLOP, origin="C on x87, products in 80 bits that are rounded to binary64 at the end", from_the_pages=True)
class ProductsInExtendedPrecision(_Cost):
    """Rounds each product to 64 bits of mantissa, and the last one once more to 53."""

    def cost(self, m: int, n: int, k: int) -> float:
        def extended(value: int) -> int:
            unit = 1 << max(0, value.bit_length() - 64)
            return round(Fraction(value, unit)) * unit

        return float(extended(extended(2 * m * n) * k))


@fault(FLOP_FORMAT, origin="a number that is printed with seven digits and parsed again", from_the_pages=True)
class RoundedTwice(_Cost):
    """Rounds to seven digits first, and from those to four."""

    def written(self, cost: float) -> str:
        return flop_text(float(f"{cost:.6e}"))
