"""The picture of `spec/admission.md`: levers that join in ORs, put to the reference with every combination of the levers.

A lever is a node named as in `spec/port.py`, marked as a cell or as a variable that is read each time; an OR is named for its question.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from itertools import islice, product
from typing import Final

from properties.pictures.diagram import Chart, Unread, flowchart
from properties.pictures.walk import MOST_LIES
from reference import Process
from spec import port
from spec.port import AFRESH, CHUNK_ZERO, SWITCHES

LEVER: Final = re.compile(r"(\w+) \((cell|variable, each time)\)")
OR: Final = "OR: "
READERS: Final = {"may the wave carry chunk-zero streams?": CHUNK_ZERO, "the scheduler's co-dispatch": "codispatch", "ragged batches": "varlen"}
"""Who reads a lever or an answer, and which."""


def lies(picture: str) -> Iterator[str]:
    """What the picture gets wrong."""
    return islice(_lies(flowchart(picture)), MOST_LIES)


def _lies(chart: Chart) -> Iterator[str]:
    levers = levers_in(chart)
    drawn, declared = sorted(levers.values()), sorted([(switch.name, "cell") for switch in SWITCHES] + [(v, "variable, each time") for v in AFRESH])
    if drawn != declared:
        yield f"its levers are {drawn}, and spec/port.py declares {declared}"
        return
    for reader in READERS:
        if reader not in chart.words.values():
            yield f"it does not show {reader!r}, who reads {READERS[reader]}"
    for values in product((False, True), repeat=len(levers)):
        on = dict(zip(levers, values, strict=True))
        process = with_levers(levers, on)
        for node, words in chart.words.items():
            read = words.removeprefix(OR) if words.startswith(OR) else READERS.get(words)
            if read is None and node not in levers:
                raise Unread(f"{words!r} is no lever, no OR of them and nobody who reads one; name it as spec/port.py does")
            if read is not None and value_of(chart, node, on) is not answered(process, read):
                shown = ", ".join(chart.words[one] for one in levers if on[one]) or "every lever off"
                yield f"{words!r} is {value_of(chart, node, on)} with {shown}, and the reference answers {answered(process, read)}"


def levers_in(chart: Chart) -> dict[str, tuple[str, str]]:
    """The levers by node: a cell's name, or the variable that is read each time, with its kind."""
    found = {}
    for node, words in chart.words.items():
        if (lever := LEVER.fullmatch(words)) is not None:
            name, kind = lever.groups()
            found[node] = (name if kind == "cell" else str(getattr(port, f"{name.upper()}_VARIABLE", name)), kind)
    return found


def with_levers(levers: Mapping[str, tuple[str, str]], on: Mapping[str, bool]) -> Process:
    """A process whose levers are thrown so, each cell by its flag and each variable by its text."""
    process = Process()
    setters = {switch.name: switch.setter for switch in SWITCHES}
    for node, (name, kind) in levers.items():
        if kind == "cell":
            getattr(process, setters[name])(on[node])
        else:
            process.set_env(name, "1" if on[node] else "0")
    return process


def value_of(chart: Chart, node: str, on: Mapping[str, bool]) -> bool:
    """What a node comes to: a lever as it is thrown, everything else the OR of what leads to it."""
    return on[node] if node in on else any(value_of(chart, edge.start, on) for edge in chart.ways_to(node))


def answered(process: Process, read: str) -> bool:
    """What the reference answers: a question by its name, a switch through its getter."""
    getters = {switch.name: switch.getter for switch in SWITCHES}
    answer: bool = getattr(process, getters.get(read, read))()
    return answer
