"""Ports that count the FLOP of a shape wrongly, or show the count wrongly: shape-log/flop and shape-log/flop-format."""

from __future__ import annotations

import struct
from decimal import ROUND_HALF_EVEN, ROUND_HALF_UP, Context, Decimal

from properties.faults.fault import fault
from reference import Process
from spec.port import LogRecord

FLOP = "shape-log/flop"
FORMAT = "shape-log/flop-format"

Records = tuple[LogRecord, ...]


class _Counts(Process):
    """Shows a FLOP count of its own."""

    def count(self, m: int, n: int, k: int) -> float:
        return 2.0 * m * n * k

    def text(self, flop: float) -> str:
        mantissa, exponent = f"{flop:.3e}".split("e")
        return f"{mantissa}e{int(exponent)}"

    def log_gemm_shape(self, backend: str, name: str, m: int, n: int, k: int) -> Records:
        records = super().log_gemm_shape(backend, name, m, n, k)
        shown = self.text(self.count(m, n, k))
        return tuple(LogRecord(one.level, f"{one.message.rpartition('FLOP=')[0]}FLOP={shown}") for one in records)


@fault(FLOP, origin="the usual order of a chained product in another place")
class MultipliesFromTheRight(_Counts):
    """Counts M x (N x K)."""

    def count(self, m: int, n: int, k: int) -> float:
        return 2.0 * (m * (float(n) * k))


@fault(FLOP, origin="one multiply-add counted as one")
class CountsWithoutTheTwo(_Counts):
    """Counts M x N x K."""

    def count(self, m: int, n: int, k: int) -> float:
        return float(m) * n * k


@fault(FLOP, origin="a product in 64-bit integers")
class CountsInSixtyFourBits(_Counts):
    """Wraps at 2**64."""

    def count(self, m: int, n: int, k: int) -> float:
        return float(2 * m * n * k % 2**64)


@fault(FLOP, origin="exact integers, rounded once")
class CountsExactly(_Counts):
    """Rounds the exact product once, not at each step."""

    def text(self, flop: float) -> str:
        rounded = Context(prec=4).create_decimal(self.exact)
        return "0.000e0" if self.exact == 0 else f"{rounded.scaleb(-rounded.adjusted()):.3f}e{rounded.adjusted()}"

    def count(self, m: int, n: int, k: int) -> float:
        self.exact = Decimal(2 * m * n * k)
        return 0.0


@fault(FLOP, origin="single precision")
class CountsInSinglePrecision(_Counts):
    """Rounds the product to binary32."""

    def count(self, m: int, n: int, k: int) -> float:
        single: float = struct.unpack("f", struct.pack("f", 2.0 * m * n * k))[0]
        return single


@fault(FORMAT, origin="C's and Python's %e, which pad the exponent and give it a sign")
class PadsTheExponent(_Counts):
    """Shows `1.374e+11`."""

    def text(self, flop: float) -> str:
        return f"{flop:.3e}"


@fault(FORMAT, origin="Java's and JavaScript's rounding, ties away from zero")
class RoundsHalfUp(_Counts):
    """Shows 100050 as `1.001e5`."""

    def text(self, flop: float) -> str:
        if flop == 0:
            return "0.000e0"
        rounded = Context(prec=4, rounding=ROUND_HALF_UP).create_decimal(Decimal(flop))
        return f"{rounded.scaleb(-rounded.adjusted()):.3f}e{rounded.adjusted()}"


@fault(FORMAT, origin="the shortest text instead of three decimals")
class DropsTrailingZeros(_Counts):
    """Shows `2e0`."""

    def text(self, flop: float) -> str:
        mantissa, exponent = super().text(flop).split("e")
        return f"{mantissa.rstrip('0').rstrip('.')}e{exponent}"


@fault(FORMAT, origin="zeros stripped at both ends of the exponent", from_the_pages=True)
class StripsTheExponent(_Counts):
    """Shows `6.013e1` for `6.013e10`."""

    def text(self, flop: float) -> str:
        mantissa, exponent = super().text(flop).split("e")
        return f"{mantissa}e{exponent.strip('0') or '0'}"


@fault(FLOP, origin="Java, where M x N is a long with a sign", from_the_pages=True)
class MultipliesWithASign(_Counts):
    """Shows `-1.274e28` where M x N is 2**63 or more."""

    def count(self, m: int, n: int, k: int) -> float:
        product = m * n
        return 2.0 * (product - 2**64 if product >= 2**63 else product) * k

    def text(self, flop: float) -> str:
        return f"-{super().text(-flop)}" if flop < 0 else super().text(flop)


class _RoundsTheShortestText(_Counts):
    """Rounds the shortest decimal text that reads as the same number, not the number itself."""

    rounding = ROUND_HALF_EVEN

    def text(self, flop: float) -> str:
        if flop == 0:
            return "0.000e0"
        rounded = Context(prec=4, rounding=self.rounding).create_decimal(repr(flop))
        return f"{rounded.scaleb(-rounded.adjusted()):.3f}e{rounded.adjusted()}"


@fault(FORMAT, origin="Java's BigDecimal.valueOf of a double, which goes through its text")
class RoundsTheShortestText(_RoundsTheShortestText):
    """Shows 30025000000000001684013056 as `3.002e25`."""


@fault(FORMAT, origin="Java's format of a double, which rounds its text half up")
class RoundsTheShortestTextHalfUp(_RoundsTheShortestText):
    """Shows 123449999999999992748048384 as `1.235e26`."""

    rounding = ROUND_HALF_UP
