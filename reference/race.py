"""Calls that are let go at the same moment, a thread each.

What must come of a race is told by the rules of the cells; see `switches.py`.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier
from typing import TypeVar

from spec.port import Call

T = TypeVar("T")


def race(calls: Sequence[Call], answer: Callable[[Call], T]) -> tuple[T, ...]:
    """The answers to the calls, in their order, each from a thread of its own that one barrier released."""
    if not calls:
        return ()
    barrier = Barrier(len(calls))

    def run(call: Call) -> T:
        barrier.wait()
        return answer(call)

    with ThreadPoolExecutor(len(calls)) as threads:
        return tuple(threads.map(run, calls))
