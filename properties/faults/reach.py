"""Which functions of the reference a script comes to, and which of them a fault changes.

Where no function is both, the fault answers as the reference does, which spares most faults most scripts. A fault of which it cannot be told what
it changes is taken to change everything.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from functools import cache
from pathlib import Path
from types import CodeType, FrameType, MethodType
from typing import Final, TypeVar

import reference
from reference import Process

OF_REFERENCE: Final = str(Path(reference.__file__).parent)

T = TypeVar("T")


def functions_called(action: Callable[[], T]) -> tuple[T, frozenset[str]]:
    """What `action` answers, and the functions of the reference that it called in this thread, each as `module.name` with its class, if any."""
    called: dict[int, CodeType] = {}

    def note(frame: FrameType, event: str, argument: object) -> None:
        del argument  # what a function returns is of no interest
        if event == "call":
            code = frame.f_code
            called[id(code)] = code

    before = sys.getprofile()
    sys.setprofile(note)
    try:
        answer = action()
    finally:
        sys.setprofile(before)
    return answer, frozenset(map(name_of, filter(is_of_reference, called.values())))


def is_of_reference(code: CodeType) -> bool:
    """Whether a function is the reference's."""
    return code.co_filename.startswith(OF_REFERENCE)


@cache
def name_of(code: CodeType) -> str:
    """The name of a function with its module and class."""
    return f"{Path(code.co_filename).stem}.{code.co_qualname}"


@cache
def changed_by(port: Callable[[], Process]) -> frozenset[str] | None:
    """The names that a class over the reference defines for itself, those of its bases included; None where more than methods may differ.

    How it is born and reset is not among them: what comes of that is compared with the reference's state at birth.
    """
    if not (isinstance(port, type) and issubclass(port, Process)):
        return None
    born, right = port(), Process()
    if born.hello() != right.hello() or not all(alike(vars(born).get(name), value) for name, value in vars(right).items()):
        return None
    above = port.__mro__[: port.__mro__.index(Process)]
    return frozenset(name for one in above for name in vars(one) if name != "reset" and not name.startswith("__"))


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
