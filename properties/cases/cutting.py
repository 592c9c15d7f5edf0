"""How calls become scripts: cut into lifetimes of a bounded length, and thinned by a stated stride where asking costs much.

A *step* is a few calls that stay together (a variable and the question that reads it); a pure call is a step by itself. Which steps there are
is said by the modules that make them; here is only how they are dealt out. Thinning takes every n-th step, n from a coarse class of what
asking costs, so that two runs on the same machine ask the same; the first steps, which are the smallest, are always taken.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import TypeAlias, TypeVar

from properties.cases.batch import Batch, Plan
from properties.transcript import Script
from spec.port import Call

Calls: TypeAlias = tuple[Call, ...]
Steps: TypeAlias = Callable[[Plan], Iterable[Calls]]
"""What makes the steps of a batch, smallest first."""

S = TypeVar("S")

LONGEST_SCRIPT = 5_000
"""No script has more calls, so that transcripts stay small; where one lifetime must be longer, its batch says so."""

ALWAYS_TAKEN = {1: 0, 13: 20, 97: 10, 509: 3}
"""Of each batch so many first steps are taken however much is left out, by stride."""

CALLS_OF_A_LIFETIME = 15
"""About how many calls an enumerated lifetime has; what it costs is its start and these."""

STRIDES = (1, 13, 97, 509)
"""One step in so many is taken, by class of cost. They are primes, so that they do not fall into step with the products that they thin."""

COSTLIEST_CALL = (0.000_25, 0.003_25, 0.025)
"""Seconds a call up to which each class goes: the whole of the ci profile, of about a million calls, then stays within some minutes."""

COSTLIEST_LIFETIME = (0.010, 0.130, 0.5)
"""The same for lifetimes, of which there are about twenty thousand."""

SMOKE_STRIDE = 97

SURROUNDINGS = frozenset({"hello", "set_env", "set_debug_logging", "reset"})
"""Methods of the driver that tell nothing of the implementation."""


def stride_of_calls(plan: Plan) -> int:
    """One step in how many is taken of what needs no lifetime of its own."""
    return _stride(plan, plan.cost_per_call, COSTLIEST_CALL)


def stride_of_lifetimes(plan: Plan) -> int:
    """One lifetime in how many is taken."""
    return _stride(plan, _of_a_lifetime(plan), COSTLIEST_LIFETIME)


def seems_slow(plan: Plan) -> bool:
    """Whether anything costs so much on this port that something would be left out even of the largest profile."""
    return any(_class(cost, costliest) > 0 for cost, costliest in ((plan.cost_per_call, COSTLIEST_CALL), (_of_a_lifetime(plan), COSTLIEST_LIFETIME)))


def thinned(steps: Iterable[S], stride: int) -> Iterator[S]:
    """Every `stride`-th step, and the first ones."""
    if stride == 1:
        return iter(steps)
    return (step for index, step in enumerate(steps) if index < ALWAYS_TAKEN[stride] or index % stride == 0)


def long_scripts(name: str, steps: Steps, *, needs: tuple[str, ...] = (), opening: Calls = (), closing: Calls = ()) -> Batch:
    """A batch that puts many steps into each lifetime, after `opening` and before `closing`; empty on a port that lacks a method of `needs`."""

    def scripts(plan: Plan) -> Iterator[Script]:
        room = LONGEST_SCRIPT - len(closing)
        calls = list(opening)
        for step in thinned(_asked(steps, plan, needs), stride_of_calls(plan)):
            if len(calls) + len(step) > room:
                yield Script(name, (*calls, *closing))
                calls = list(opening)
            calls.extend(step)
        if len(calls) > len(opening):
            yield Script(name, (*calls, *closing))

    return Batch(name, scripts, lambda plan: notice(plan, stride_of_calls(plan), "calls", plan.cost_per_call))


def lifetimes(name: str, steps: Steps, *, needs: tuple[str, ...] = ()) -> Batch:
    """A batch in which every step is a lifetime of its own; empty on a port that lacks a method of `needs`."""

    def scripts(plan: Plan) -> Iterator[Script]:
        return (Script(name, step) for step in thinned(_asked(steps, plan, needs), stride_of_lifetimes(plan)))

    return Batch(name, scripts, lambda plan: notice(plan, stride_of_lifetimes(plan), "lifetimes", plan.cost_per_start))


def _asked(steps: Steps, plan: Plan, needs: tuple[str, ...]) -> Iterator[Calls]:
    """The steps in which a port is asked something: one that only changes what surrounds it tells nothing."""
    asked = plan.methods - SURROUNDINGS
    if not plan.methods.issuperset(needs):
        return iter(())
    return (step for step in steps(plan) if any(call.method in asked for call in step))


def notice(plan: Plan, stride: int, what: str, cost: float) -> str | None:
    """The sentence that says what a plan leaves out; None where it leaves out nothing, and in the smoke profile, whose name says it."""
    if stride == 1 or plan.profile == "smoke":
        return None
    offer = "" if what == "calls" else "; a `reset` in the driver would save it"
    needing = {"calls": "calls that need no process of their own", "lifetimes": "cases that begin in a new process"}[what]
    return f"of the {needing} one in {stride} was put to this port, for one costs it about {cost * 1000:.3g} ms on this machine{offer}"


def _stride(plan: Plan, cost: float, costliest: tuple[float, ...]) -> int:
    stride = STRIDES[_class(cost, costliest)]
    return max(stride, SMOKE_STRIDE) if plan.profile == "smoke" else stride


def _class(cost: float, costliest: tuple[float, ...]) -> int:
    return sum(cost > bound for bound in costliest)


def _of_a_lifetime(plan: Plan) -> float:
    return plan.cost_per_start + CALLS_OF_A_LIFETIME * plan.cost_per_call
