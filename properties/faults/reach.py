"""Which functions of the reference a script comes to, and which of them a fault changes.

Where no function is both, the fault answers as the reference does, which spares most faults most scripts. A fault of which it cannot be told what
it changes is taken to change everything.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from functools import cache
from pathlib import Path
from types import FrameType, MethodType
from typing import Final, TypeVar

import reference
from reference import Process

OF_REFERENCE: Final = str(Path(reference.__file__).parent)

T = TypeVar("T")


def functions_called(action: Callable[[], T]) -> tuple[T, frozenset[str]]:
    """What `action` answers, and the functions of the reference that it called in this thread, each as `module.name` with its class, if any."""
    called: set[str] = set()

    def note(frame: FrameType, event: str, argument: object) -> None:
        del argument  # what a function returns is of no interest
        code = frame.f_code
        if event == "call" and code.co_filename.startswith(OF_REFERENCE):
            called.add(f"{Path(code.co_filename).stem}.{code.co_qualname}")

    before = sys.getprofile()
    sys.setprofile(note)
    try:
        return action(), frozenset(called)
    finally:
        sys.setprofile(before)


@cache
def changed_by(port: Callable[[], Process]) -> frozenset[str] | None:
    """The names that a class over the reference defines for itself, those of its bases included; None where more than methods may differ."""
    if not (isinstance(port, type) and issubclass(port, Process)):
        return None
    born, right = port(), Process()
    if born.hello() != right.hello() or not all(alike(vars(born).get(name), value) for name, value in vars(right).items()):
        return None
    above = port.__mro__[: port.__mro__.index(Process)]
    return frozenset(name for one in above for name in vars(one))


def alike(value: object, right: object) -> bool:
    """Whether a part of a new port's state is as the reference's. Methods that are kept there count as alike if they have the same name."""
    if type(value) is not type(right):
        return False
    if isinstance(value, MethodType) and isinstance(right, MethodType):
        return value.__name__ == right.__name__
    if hasattr(value, "__dict__"):
        return all(alike(vars(value).get(name), part) for name, part in vars(right).items())
    return value == right or not isinstance(value, (int, str, bytes, tuple, set, dict))


@cache
def comes_to(called: frozenset[str], names: frozenset[str]) -> bool:
    """Whether a function of one of these names is among those called."""
    return any(one.rpartition(".")[2] in names for one in called)
