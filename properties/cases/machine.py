"""Random lifetimes and random pure calls, on top of what is enumerated: a Hypothesis state machine over all that a process can be asked.

The machine is made from the methods that `spec/port.py` declares; it keeps no model, for the rules judge what it did. It exists once over everything
and once for each subsystem, since a broad machine seldom comes back to one cell. Where the judge finds a violation the example fails, so that
Hypothesis looks for a shorter one; what was found is kept by the judge, and nothing is raised out of here.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Final, NamedTuple, TypeVar

from hypothesis import HealthCheck, Phase, Verbosity, given, seed, settings
from hypothesis import strategies as st
from hypothesis.errors import Flaky
from hypothesis.stateful import RuleBasedStateMachine, rule, run_state_machine_as_test

from properties.cases.batch import DrivenBatch, Plan, Put
from properties.cases.cutting import Calls, notice, stride_of_calls, stride_of_lifetimes
from properties.cases.operations import ADMISSION_READS, LOGGING_READS, PUBLISHED, RING_READS
from properties.cases.strategies import calls_of
from properties.transcript import Script
from spec.port import (
    AFRESH,
    PROCESS_METHODS,
    PURE_METHODS,
    RESERVE_FULL_VARIABLE,
    RING_VARIABLE,
    SHAPE_LOG_VARIABLE,
    SWITCHES,
    WATCHDOGS_VARIABLE,
    Call,
)

T = TypeVar("T", bound=Callable[..., object])

EXAMPLES: Final = {"smoke": 0, "ci": 200, "deep": 3_000}
STEPS: Final = 12
CALLS: Final = (10, 25)
"""How many pure calls an example puts, at least and at most."""

LONGEST_SHRINKING: Final = 300
"""After the first violation so many scripts are put at most, fewer where they cost much: the report is shortened again by other means."""


class BrokenRuleError(AssertionError):
    """Tells Hypothesis that an example broke a rule."""


class Scope(NamedTuple):
    """What one machine is over: methods, the variables that it changes, and the reads that end each lifetime."""

    name: str
    methods: tuple[str, ...]
    variables: tuple[str, ...]
    closing: Calls


LEVER_VARIABLES: Final = (*(switch.variable for switch in SWITCHES), *AFRESH)
RING_CALLS: Final = tuple(name for name in PROCESS_METHODS if "ring_slots" in name)
LOG_CALLS: Final = tuple(name for name in PROCESS_METHODS if name.startswith("log_"))
ADMISSION_CALLS: Final = tuple(name for name in PROCESS_METHODS if name not in (*RING_CALLS, *LOG_CALLS))

SCOPES: Final = (
    Scope("switches", ADMISSION_CALLS, LEVER_VARIABLES, ADMISSION_READS),
    Scope("ring", RING_CALLS, (RING_VARIABLE, WATCHDOGS_VARIABLE), RING_READS),
    Scope("logging", (*LOG_CALLS, "set_debug_logging"), (SHAPE_LOG_VARIABLE,), LOGGING_READS),
    Scope(
        "everything",
        (*ADMISSION_CALLS, *RING_CALLS, *LOG_CALLS, "set_debug_logging", "start_serve"),
        (*LEVER_VARIABLES, RING_VARIABLE, WATCHDOGS_VARIABLE, SHAPE_LOG_VARIABLE, RESERVE_FULL_VARIABLE),
        (*ADMISSION_READS, *RING_READS, PUBLISHED),
    ),
)


class LifetimeMachine(RuleBasedStateMachine):
    """One process lifetime: rules add calls, and the teardown puts them all."""

    scope: Scope
    put: Put

    def __init__(self) -> None:
        super().__init__()
        self.calls: list[Call] = []

    def teardown(self) -> None:
        """Puts the lifetime, ended by the closing reads."""
        put_or_fail(type(self).put, Script(f"machine[{self.scope.name}]", (*self.calls, *self.scope.closing)))


def put_or_fail(put: Put, script: Script) -> None:
    """Puts a script, and fails where it broke a rule."""
    if put(script):
        raise BrokenRuleError


def machine(scope: Scope, plan: Plan, put: Put) -> type[LifetimeMachine]:
    """The machine over one scope on a port: a rule for each method that the port offers."""
    members: dict[str, object] = {"scope": scope, "put": staticmethod(put)}
    for method in ("set_env", *scope.methods):
        if method in plan.methods:
            members[method] = _rule(method, calls_of(method, plan.word_bits, scope.variables))
    return type(f"Machine_{scope.name}", (LifetimeMachine,), members)


def _rule(method: str, calls: st.SearchStrategy[Call]) -> object:
    def add(self: LifetimeMachine, call: Call) -> None:
        self.calls.append(call)

    add.__name__ = add.__qualname__ = method
    return rule(call=calls)(add)


def _machine_batch(scope: Scope) -> DrivenBatch:
    def drive(plan: Plan, put: Put) -> None:
        examples = EXAMPLES[plan.profile] // stride_of_lifetimes(plan)
        if not examples or not plan.methods.intersection(scope.methods):
            return
        made = machine(scope, plan, _within_bounds(put, LONGEST_SHRINKING // stride_of_lifetimes(plan)))
        with _violations_kept():
            run_state_machine_as_test(_seeded(plan, made), settings=_settings(plan, examples))

    return DrivenBatch(f"machine[{scope.name}]", drive, lambda plan: notice(plan, stride_of_lifetimes(plan), "lifetimes", plan.cost_per_start))


def _pure_batch(method: str) -> DrivenBatch:
    def drive(plan: Plan, put: Put) -> None:
        examples = EXAMPLES[plan.profile] // (2 * stride_of_calls(plan))
        if not examples or method not in plan.methods:
            return
        bounded = _within_bounds(put, LONGEST_SHRINKING // stride_of_calls(plan))

        def test(calls: list[Call]) -> None:
            put_or_fail(bounded, Script(f"random[{method}]", tuple(calls)))

        drawn = st.lists(calls_of(method, plan.word_bits), min_size=CALLS[0], max_size=CALLS[1])
        with _violations_kept():
            _seeded(plan, _settings(plan, examples)(given(drawn)(test)))()

    return DrivenBatch(f"random[{method}]", drive, lambda plan: notice(plan, stride_of_calls(plan), "calls", plan.cost_per_call))


def _within_bounds(put: Put, most: int) -> Put:
    """The same `put`, until so many scripts were put after the first violation; then nothing is put any more, and nothing found."""
    left = [most]
    found = [False]

    def bounded(script: Script) -> bool | None:
        if found[0]:
            left[0] -= 1
            if left[0] < 0:
                return None
        broke = put(script)
        found[0] |= broke is True
        return broke

    return bounded


@contextmanager
def _violations_kept() -> Iterator[None]:
    """Ends quietly where a rule was broken, also where the example does not break it again: the judge has kept what it saw."""
    try:
        yield
    except (BrokenRuleError, Flaky):
        return


def _seeded(plan: Plan, test: T) -> T:
    return seed(plan.seed)(test) if plan.profile == "deep" else test


def _settings(plan: Plan, examples: int) -> settings:
    return settings(
        max_examples=examples,
        stateful_step_count=STEPS,
        derandomize=plan.profile != "deep",
        database=None,
        deadline=None,
        report_multiple_bugs=False,
        print_blob=False,
        verbosity=Verbosity.quiet,
        phases=(Phase.generate, Phase.shrink),
        suppress_health_check=list(HealthCheck),
    )


MACHINES: Final = tuple(map(_machine_batch, SCOPES))
RANDOM: Final = tuple(_pure_batch(method) for method in PURE_METHODS if method != "decode_ring_fit_ladder")
