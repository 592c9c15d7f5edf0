"""shape-log/*: the two logging calls, and the memory of shapes that they share on a backend.

The memory is followed by the port's own answers: a shape that it reported has been reported. Whom a wrong answer is blamed on is told by
`Log.culprit`.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from decimal import ROUND_CEILING, ROUND_FLOOR, ROUND_HALF_EVEN, ROUND_HALF_UP, Context, Decimal
from functools import cached_property
from struct import pack, unpack
from typing import Final

from properties.rules.environment import EMPTY, UNDECODABLE, guard_of, stray
from properties.rules.lifetime import Lifetime
from properties.rules.rule import NOBODY, Blame, Exactly, Judgements, lifetime_rule
from properties.transcript import Answer, NoAnswer
from spec.port import SHAPE_LOG_VARIABLE, LogRecord, Result

SHAPE: Final = "log_gemm_shape"
ROUTE: Final = "log_cutlass_nvfp4_route"
ROUTE_LINE: Final = "shape-log/route-line"
SHAPE_LINE: Final = "shape-log/shape-line"
NO_TRACE: Final = "shape-log/off-leaves-no-trace"
ONCE: Final = "shape-log/once"
FLOP: Final = "shape-log/flop"
FLOP_FORMAT: Final = "shape-log/flop-format"
SHAPE_LOG_TRUTH: Final = "truth/shape-log"

Shape = tuple[str, int, int, int]


def flop_of(m: int, n: int, k: int) -> float:
    """2 x M x N x K in binary64, multiplied from the left."""
    return 2.0 * m * n * k


def scientific(value: float | int | Decimal, rounding: str = ROUND_HALF_EVEN) -> str:
    """Three decimals of the exact value, the exponent without plus sign or padding."""
    if value == 0:
        return "0.000e0"
    rounded = Context(prec=4, rounding=rounding).create_decimal(Decimal(value))
    exponent = rounded.adjusted()
    return f"{rounded.scaleb(-exponent):.3f}e{exponent}"


def other_products(m: int, n: int, k: int) -> frozenset[str]:
    """What a FLOP count multiplied in another way would show: another order, another width, without the 2."""
    exact = 2 * m * n * k
    single: float = unpack("f", pack("f", 2.0 * m * n * k))[0]
    orders = (2.0 * (m * (float(n) * k)), m * (2.0 * n) * k, 1.0 * m * n * k)
    values = (*orders, single, exact, exact % 2**32, exact % 2**64, min(exact, 2**64 - 1), exact // 2)
    return frozenset(map(scientific, values)) - {scientific(flop_of(m, n, k))}


@dataclass(frozen=True)
class Log:
    """One logging call and what it met: its gate, whether the shape was reported, and what could have left a trace."""

    lifetime: Lifetime
    index: int
    method: str
    shape: Shape
    gate: bool
    reported: bool
    asked_while_off: bool
    others_reported: bool

    @cached_property
    def right(self) -> tuple[LogRecord, ...]:
        """The records that this call must log."""
        if not self.gate or self.reported:
            return ()
        name, m, n, k = self.shape
        if self.method == ROUTE:
            return (LogRecord("debug", f"CUTLASS_NVFP4_ROUTE {name} M={m} N={n} K={k}"),)
        return (LogRecord("warn", f"{self.head}{scientific(flop_of(m, n, k))}"),)

    @property
    def head(self) -> str:
        """A shape line up to its FLOP count."""
        name, m, n, k = self.shape
        return f"GEMM_SHAPE {name} M={m} N={n} K={k} FLOP="

    @property
    def line(self) -> str:
        """The rule on the line of this call."""
        return ROUTE_LINE if self.method == ROUTE else SHAPE_LINE

    @property
    def doubt(self) -> str | None:
        """The rule that says what the variable's bytes mean, where they are doubtful."""
        return guard_of(self.lifetime.raw(SHAPE_LOG_VARIABLE, self.index), SHAPE_LOG_TRUTH) if self.method == SHAPE else None

    def culprit(self, answer: Answer) -> Blame:
        """Whom to blame for a wrong answer."""
        if not self.gate:
            if self.doubt is not None:
                return Blame(self.doubt, frozenset({NO_TRACE, SHAPE_LINE}))
            return Blame(SHAPE_LINE, frozenset({NO_TRACE})) if self.was_on() else Blame(NO_TRACE)
        if isinstance(answer, NoAnswer):
            return Blame(self.line)
        if self.reported:
            return Blame(ONCE)
        if answer == ():
            if self.asked_while_off:
                return Blame(NO_TRACE, frozenset({ONCE, self.line} if self.others_reported else {self.line}))
            return Blame(ONCE, frozenset({self.line})) if self.others_reported else Blame(self.line)
        return Blame(self.line) if self.method == ROUTE else self.culprit_of_text(answer)

    def was_on(self) -> bool:
        """Whether the shape log's variable was on at an earlier shape call: then a line now shows that it was kept."""
        if self.method != SHAPE:
            return False
        earlier = (at for at, _ in self.lifetime.calls_of(SHAPE) if at < self.index)
        return any(self.lifetime.raw(SHAPE_LOG_VARIABLE, at) == b"1" for at in earlier)

    def culprit_of_text(self, answer: Result) -> Blame:
        """Whom to blame for a shape line of another text."""
        record = answer[0] if isinstance(answer, tuple) and len(answer) == 1 else None
        if not isinstance(record, LogRecord) or record.level != "warn" or not record.message.startswith(self.head):
            return Blame(SHAPE_LINE)
        _, m, n, k = self.shape
        count = record.message.removeprefix(self.head)
        if is_scientific(count.removeprefix("-")) and count.startswith("-"):
            return Blame(FLOP)
        if not is_scientific(count):
            return Blame(FLOP_FORMAT)
        flop = flop_of(m, n, k)
        if count.partition("e")[0] == scientific(flop).partition("e")[0]:
            return Blame(FLOP_FORMAT, frozenset({FLOP}))  # all but the power of ten
        neighbours = {scientific(flop, rounding) for rounding in (ROUND_HALF_UP, ROUND_FLOOR, ROUND_CEILING)}
        if count not in neighbours:
            return Blame(FLOP)
        if count == scientific(Decimal(repr(flop))):
            return Blame(FLOP_FORMAT, frozenset({FLOP}))  # the shortest text of the number was rounded, not the number
        return Blame(FLOP, frozenset({FLOP_FORMAT})) if count in other_products(m, n, k) else Blame(FLOP_FORMAT, frozenset({FLOP}))


def is_scientific(text: str) -> bool:
    """Whether a FLOP count has the right form, whatever its value."""
    mantissa, _, exponent = text.partition("e")
    whole, _, decimals = mantissa.partition(".")
    digits = all(part.isascii() and part.isdigit() for part in (whole, decimals, exponent))
    return digits and len(whole) == 1 and len(decimals) == 3 and (exponent == "0" or exponent[0] != "0")


def logs(lifetime: Lifetime) -> tuple[tuple[Log, Blame], ...]:
    """Every logging call and, where the port answered wrongly or not at all, the rule to blame."""
    found: list[tuple[Log, Blame]] = []
    reported: dict[str, set[Shape]] = {}
    asked_while_off: dict[str, set[Shape]] = {}
    debug = False
    for index, (call, answer) in lifetime.calls_of("set_debug_logging", SHAPE, ROUTE):
        if call.method == "set_debug_logging":
            debug = call.args[0] is True
            continue
        backend, name, m, n, k = call.args
        if not (isinstance(backend, str) and isinstance(name, str) and isinstance(m, int) and isinstance(n, int) and isinstance(k, int)):
            continue
        shape = (name, m, n, k)
        gate = debug if call.method == ROUTE else lifetime.raw(SHAPE_LOG_VARIABLE, index) == b"1"
        seen = reported.setdefault(backend, set())
        off = asked_while_off.setdefault(backend, set())
        others = any(len(shapes) > (other == backend and shape in shapes) for other, shapes in reported.items())
        log = Log(lifetime, index, call.method, shape, gate, shape in seen, shape in off, others)
        found.append((log, NOBODY if answer == log.right else stray(lifetime, index, log.culprit(answer))))
        if not gate:
            off.add(shape)
        if isinstance(answer, tuple) and answer:
            seen.add(shape)
    return tuple(found)


def guarded(lifetime: Lifetime, rule: str, could_fail: Callable[[Log], bool]) -> Judgements:
    """A rule's judgements of the logging calls: the right answers that it guards, and the wrong ones that it is to blame for."""
    for log, culprit in lifetime.once(logs):
        if culprit.rule == rule or (culprit is NOBODY and could_fail(log)):
            yield log.index, Exactly(log.right, unless=culprit.unless)


@lifetime_rule(ROUTE_LINE, ("set_debug_logging", ROUTE))
def route_line(lifetime: Lifetime) -> Judgements:
    """With debug on, an unreported shape gives the route line."""
    return guarded(lifetime, ROUTE_LINE, lambda log: log.method == ROUTE and log.right != ())


@lifetime_rule(SHAPE_LINE, ("set_env", SHAPE))
def shape_line(lifetime: Lifetime) -> Judgements:
    """With the variable on at this call, an unreported shape gives the shape line."""
    return guarded(lifetime, SHAPE_LINE, lambda log: log.method == SHAPE and log.right != ())


@lifetime_rule(NO_TRACE, (SHAPE,), (ROUTE,))
def off_leaves_no_trace(lifetime: Lifetime) -> Judgements:
    """A call whose gate is off logs nothing, and the shape can still be reported later."""
    return guarded(lifetime, NO_TRACE, lambda log: not log.gate or (log.asked_while_off and log.right != ()))


@lifetime_rule(ONCE, ("set_env", SHAPE), ("set_debug_logging", ROUTE))
def once(lifetime: Lifetime) -> Judgements:
    """What was reported is not reported again on that backend; what was not, is, whatever else was."""
    return guarded(lifetime, ONCE, lambda log: log.gate and (log.reported or log.others_reported))


@lifetime_rule(FLOP, ("set_env", SHAPE))
def flop(lifetime: Lifetime) -> Judgements:
    """The FLOP count's value."""
    return guarded(lifetime, FLOP, lambda log: log.method == SHAPE and log.right != ())


@lifetime_rule(FLOP_FORMAT, ("set_env", SHAPE))
def flop_format(lifetime: Lifetime) -> Judgements:
    """The FLOP count's form and rounding."""
    return guarded(lifetime, FLOP_FORMAT, lambda log: log.method == SHAPE and log.right != ())


def in_doubt(rule: str) -> Callable[[Lifetime], Judgements]:
    """The judgements of shape calls while the variable holds what only this rule gives a meaning."""

    def could_fail(log: Log) -> bool:
        return log.doubt == rule or (rule == UNDECODABLE and log.lifetime.stray_undecodable(log.index))

    return lambda lifetime: guarded(lifetime, rule, could_fail)


lifetime_rule(SHAPE_LOG_TRUTH, ("set_env", SHAPE))(in_doubt(SHAPE_LOG_TRUTH))
lifetime_rule(EMPTY, ("set_env", SHAPE))(in_doubt(EMPTY))
lifetime_rule(UNDECODABLE, ("set_env", SHAPE), ("set_env", ROUTE))(in_doubt(UNDECODABLE))
