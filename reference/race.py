"""Calls that are let go at the same moment, a thread each.

What must come of a race is told by the rules of the cells; see `switches.py`.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from threading import Barrier, Thread
from typing import TypeVar

from spec.port import Call

T = TypeVar("T")


def race(calls: Sequence[Call], answer: Callable[[Call], T]) -> tuple[T, ...]:
    """The answers to the calls, in their order, each from a thread of its own that one barrier released. Raises what one of them raised."""
    barrier = Barrier(max(1, len(calls)))
    answers: dict[int, T] = {}
    raised: list[Exception] = []

    def run(index: int) -> None:
        barrier.wait()
        try:
            answers[index] = answer(calls[index])
        except Exception as error:  # noqa: BLE001 - it is raised again, in the thread that asked
            raised.append(error)

    threads = [Thread(target=run, args=(index,)) for index in range(len(calls))]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    for error in raised:
        raise error
    return tuple(answers[index] for index in range(len(calls)))
