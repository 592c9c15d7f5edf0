"""What a fault is: a port that is wrong on purpose, a few lines over the reference, named for the mistake.

A fault says which rules it breaks, all of them and no others, and where such a mistake comes from. What is caught, and how, is told by the tests and
by the fault table; nothing here judges.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeVar

from reference import Process


@dataclass(frozen=True, slots=True)
class Fault:
    """A wrong port. `from_the_pages` tells that its author had read the pages alone, and none of the cases.

    `longer` is the reason why a transcript of five calls cannot show it; it is empty where one can.
    """

    name: str
    breaks: frozenset[str]
    origin: str
    port: Callable[[], Process]
    from_the_pages: bool
    longer: str = ""


FAULTS: list[Fault] = []

P = TypeVar("P", bound=Process)


def fault(*breaks: str, origin: str, from_the_pages: bool = False, longer: str = "") -> Callable[[type[P]], type[P]]:
    """Registers a class over the reference as a fault that breaks these rules; its name is the class's, in words."""

    def register(port: type[P]) -> type[P]:
        words = re.sub(r"(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])", " ", port.__name__)
        FAULTS.append(Fault(words.lower(), frozenset(breaks), origin, port, from_the_pages, longer))
        return port

    return register
