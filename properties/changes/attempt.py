"""How the sentences on a change come by what may raise: in the middle of one, rules, reference and cases need not fit each other."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

T = TypeVar("T")


def attempt(work: Callable[[], T]) -> T | Exception:
    """What the work came to, or the exception that it raised, for the caller to tell of as something that is still missing."""
    try:
        return work()
    except Exception as error:  # noqa: BLE001 - a predicate, a law or a case that has not followed the page yet may raise anything
        return error
