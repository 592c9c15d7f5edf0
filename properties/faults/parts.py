"""The part of a long job that a command is given, so that two cores can share it: `1/2` and `2/2`."""

from __future__ import annotations

import argparse
import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, TypeVar

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Part:
    """Every `of`-th thing, beginning with the one at place `number`, the first being 1."""

    number: int
    of: int

    def taken(self, things: Sequence[T]) -> Sequence[T]:
        """Those of them that are in this part."""
        return things[self.number - 1 :: self.of]


WHOLE: Final = Part(1, 1)


def part(text: str) -> Part:
    """The part that `I/N` names.

    Raises:
        ArgumentTypeError: when there is no such part.
    """
    told = re.fullmatch(r"([1-9][0-9]{0,3})/([1-9][0-9]{0,3})", text)
    if told is None or int(told[1]) > int(told[2]):
        raise argparse.ArgumentTypeError(f"{text!r} is no part; write 1/2 for the first half, 2/2 for the other")
    return Part(int(told[1]), int(told[2]))
