"""The boundary classes of the shape log: shapes that a careless key confuses, names that a format spoils, products that a careless one rounds.

All of them are put to backends whose gates are open; when a gate is closed is the business of the lifetimes.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import permutations, product
from typing import Final, TypeAlias

from properties.cases.batch import Batch, Plan
from properties.cases.cutting import Calls, lifetimes, long_scripts, stride_of_calls, thinned
from properties.cases.numerals import MARKS
from properties.cases.operations import DEBUG_OFF, DEBUG_ON, OPEN_GATES, route, set_env, shape
from spec.port import SHAPE_LOG_VARIABLE, Call

LARGEST: Final = 2**32 - 1

Shape: TypeAlias = tuple[str, int, int, int]
Log: TypeAlias = Callable[[str, str, int, int, int], Call]

BOTH_LOGS: Final[tuple[Log, ...]] = (shape, route)

SIDES: Final = (
    *permutations((2, 3, 5)),  # the same sum, product and sorted order
    *((30, 1, 1), (1, 30, 1), (1, 1, 30), (6, 5, 1), (2, 15, 1), (10, 3, 1)),  # the same product
    *((3, 3, 4), (8, 1, 1), (1, 1, 8), (2, 4, 4), (4, 2, 4)),  # the same sum
    *((3, 3, 5), (2, 4, 5), (2, 3, 6), (1, 3, 5), (2, 2, 5), (2, 3, 4)),  # one coordinate differs
    *((23, 5, 1), (2, 35, 1), (2, 3, 51), (23, 51, 0), (235, 1, 0), (0, 23, 51)),  # the same digits in a row
    *((0, 0, 0), (0, 3, 5), (2, 0, 5), (2, 3, 0), (0, 0, 5), (1, 1, 1), (0, 5, 0), (7, 7, 7), (7, 7, 0)),  # nothing and sameness
    *((2 + extra, 3, 5) for extra in (2**8, 2**16, 2**24, 2**31)),  # the same low bits
    *((2, 3 + extra, 5) for extra in (2**8, 2**16, 2**24, 2**31)),
    *((2, 3, 5 + extra) for extra in (2**8, 2**16, 2**24, 2**31)),
    *((2**24 + step, 3, 5) for step in (1, 3)),  # the same in binary32
    *((LARGEST, 3, 5), (2, LARGEST, 5), (2, 3, LARGEST), (LARGEST, LARGEST, LARGEST), (LARGEST - 1, 3, 5)),
)

NAMES: Final = (
    *("", "g", "gem", "gemm2", "GEMM", "Gemm", "gemm ", " gemm", "mmeg", "gemm_", "gemm\0", "gemm\n", "gemm,2", "gemm 2", "gemm M=2 N=3 K=5"),
    *("g\u00e9mm", "ge\u0301mm", "g\u0435mm", "gemm\u200b", "\uff47emm", "nvfp4_gemm_cutlass"),
    *("gemm_Aa", "gemm_BB", "Aa", "BB"),  # the same hash, in pairs, where each character counts 31 times the next
    *("x" * 300, "x" * 301),
)

CONFUSABLE: Final[tuple[Shape, ...]] = (
    *(("gemm", m, n, k) for m, n, k in dict.fromkeys(SIDES)),
    *((name, 2, 3, 5) for name in NAMES),
    *(("gemm2", 3, 5, 1), ("gemm2", 3, 5, 0), ("gemm12", 3, 5, 0), ("gemm", 12, 3, 5), ("gemm1", 2, 3, 5), ("gemm M=2", 3, 5, 1)),
)
"""Shapes of which every one is another, though some hash, sum, sort, join or cut makes two of them the same."""

BACKENDS: Final = ("0", "1", "00", "", " ", "gpu", "GPU", "gpu0", "gpu:0", "gpu\u00e9", "g\u0440u", "default", "null", "\U0001f600")

JOINTS: Final = ("", "/", ":", ",", ";", ".", "-", "_", " ", "|", "\0", "\n", "\t", "::", ", ", " M=")
"""What could be put between a backend and a name to make one text of them."""

ORDER_SHOWS: Final = (
    (4117365053, 3368616241, 1391690456),
    (863690778, 3332462696, 140825017),
    (3812968942, 3206039243, 3703414952),
    (133942142, 455496625, 1205946017),
    (3292395593, 57430850, 1756220028),
    (2979556364, 785115760, 1853014231),
    (613857798, 1405893854, 2715178063),
    (3829372977, 2834789758, 978539174),
    (1377301319, 1286864281, 3256883558),
    (3641491836, 1699314379, 3824717059),
)
"""Shapes whose product in binary64 lies so near a tie that another order of multiplying, or an exact product, is written with another digit."""

LARGE: Final = (1, 2, 3, 1023, 2**16 - 1, 2**16, 2**24 + 1, 2**26 + 1, 2**31 - 1, 2**31, LARGEST - 1, LARGEST)


def products(step: int = 7) -> Iterator[tuple[int, int, int]]:
    """Sides whose FLOP is nothing, small, a tie in the third decimal and its neighbours, a carry, and more than 2**53, 2**63 and 2**64."""
    yield from ((m, n, k) for m in (0, 1, 2) for n in (0, 1, 3) for k in (0, 1, 5))
    yield from ORDER_SHOWS
    yield from permutations(ORDER_SHOWS[0])
    for tens in range(1, 11):
        for digits in (9, 99, 994, 995, 999, 4999, 9994, 9995, 9999, 49994, 49995, 49997, 49998, 49999, 99994, 99995, 999949, 999950, 999999):
            yield (digits, 10**tens if tens < 10 else 2**32 - 2, 1)
    for lead in range(1_000, 10_000, step):
        tie = (10 * lead + 5) * 5  # twice this is five digits, of which the last is 5, and a zero
        yield from ((tie, 1, 1), (tie - 1, 1, 1), (tie + 1, 1, 1), (1, 10 * tie, 1), (1, 1, 1_000 * tie), (10, tie, 100), (1_000_000, 100_000, tie))
    yield from ((m, n, k) for m in LARGE for n in LARGE for k in LARGE)
    for bits in range(32):
        yield from ((2**bits, 2**bits, 2**bits), (2**bits, 1, 1), (2**bits + 1, 2**31 - 1, 3), (3 * 2 ** min(bits, 30), 5, LARGEST))


def _confusable(plan: Plan) -> Iterator[Calls]:
    """Every such shape once and then again on one backend, by each call and with the calls mixed, in both orders."""
    for ordered in (CONFUSABLE, CONFUSABLE[::-1]):
        some = tuple(thinned(ordered, stride_of_calls(plan)))
        for first, second in product(BOTH_LOGS, repeat=2):
            yield (*OPEN_GATES, *(first("one", *one) for one in some), *(second("one", *one) for one in some))


def _backends(plan: Plan) -> Iterator[Calls]:
    """The same shape on every backend, twice; and with one gate closed at first. Backends and names that are the same when put together."""
    del plan  # the same for every port
    for log in BOTH_LOGS:
        once = tuple(log(backend, "gemm", 2, 3, 5) for backend in BACKENDS)
        yield (*OPEN_GATES, *once, *once, *once[::-1])
        joined = (call for mark in JOINTS for call in (log("one", f"two{mark}three", 2, 3, 5), log(f"one{mark}two", "three", 2, 3, 5)))
        yield (*OPEN_GATES, *joined)
        yield (*once, *OPEN_GATES, *once, DEBUG_OFF, set_env(SHAPE_LOG_VARIABLE, None), *once, *OPEN_GATES, *once)


def _names(plan: Plan) -> Iterator[Calls]:
    """Every mark that a format could stumble on, in the name of a kernel, told by both calls."""
    del plan  # the same for every port
    for mark in MARKS:
        for name in (mark, f"gemm{mark}", f"{mark}gemm", f"a{mark}b{mark}c"):
            yield (shape("one", name, 1, 2, 3), route("two", name, 1, 2, 3))


def _flop(plan: Plan) -> Iterator[Calls]:
    del plan  # the same for every port
    for sides in dict.fromkeys(products()):
        yield (shape("one", "gemm", *sides),)


def _routes(plan: Plan) -> Iterator[Calls]:
    """Sides of every size on the route's line, which has no product."""
    del plan  # the same for every port
    for m in LARGE:
        for n in LARGE:
            yield (route("one", "gemm", m, n, LARGEST - m), route("one", "gemm", 0, m, n))


SHAPES: Final[tuple[Batch, ...]] = (
    lifetimes("shapes[confusable]", _confusable),
    lifetimes("shapes[backends]", _backends),
    long_scripts("shapes[names]", _names, opening=OPEN_GATES),
    long_scripts("shapes[flop]", _flop, needs=("set_env", "log_gemm_shape"), opening=OPEN_GATES),
    long_scripts("shapes[routes]", _routes, needs=("set_debug_logging", "log_cutlass_nvfp4_route"), opening=(DEBUG_ON,)),
)
"""Every batch of shapes."""
