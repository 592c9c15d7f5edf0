"""Walks a flowchart with cases: at each question the case's answer chooses the way, and where it ends is compared with what is right.

What questions mean, and what is right, is told by the module of each page.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import islice
from typing import Final, TypeVar

from properties.pictures.diagram import Chart, Edge, Unread

C = TypeVar("C")

MOST_LIES: Final = 3
"""Of one picture no more than so many lies are told: the first explains the others."""

Answer = Callable[[C, Sequence[str]], "str | None"]
"""What a case answers at the last of the nodes whose words are given, all those passed so far; None where it does not know the question."""


def lies_about(
    chart: Chart, cases: Iterable[C], start: Callable[[C], str], answer: Answer[C], contradicted: Callable[[C, str], str | None]
) -> Iterator[str]:
    """What a flowchart gets wrong. `contradicted` says what is right of a case where the words at the end of its way are not."""
    return islice(_all_lies_about(chart, cases, start, answer, contradicted), MOST_LIES)


def _all_lies_about(
    chart: Chart, cases: Iterable[C], start: Callable[[C], str], answer: Answer[C], contradicted: Callable[[C, str], str | None]
) -> Iterator[str]:
    taken: set[Edge] = set()
    told = set()
    for case in cases:
        if start(case) not in chart.words:
            raise Unread(f"the picture has no node {start(case)!r}, where the way begins")
        way = list(walked(chart, start(case), case, answer))
        taken.update(way)
        end = chart.words[way[-1].end if way else start(case)]
        right = contradicted(case, end)
        if right is not None and (end, right) not in told:
            told.add((end, right))
            yield f"it leads to {end!r} for {case!r:.120}, and {right}"
    for edge in chart.edges:
        if edge not in taken and not told:
            yield f"nothing takes the way from {chart.words[edge.start]!r} to {chart.words[edge.end]!r}; leave it out, or lead to it what belongs"


def walked(chart: Chart, start: str, case: C, answer: Answer[C]) -> Iterator[Edge]:
    """The ways that a case takes, until it comes to a node that none leads out of."""
    node, passed = start, [chart.words[start]]
    while ways := chart.ways_from(node):
        chosen = ways[0] if len(ways) == 1 and not ways[0].words else _chosen(ways, case, passed, answer)
        yield chosen
        node = chosen.end
        passed.append(chart.words[node])
        if len(passed) > len(chart.words):
            raise Unread(f"the way of {case!r:.120} goes round in a circle at {chart.words[node]!r}")


def _chosen(ways: Sequence[Edge], case: C, passed: Sequence[str], answer: Answer[C]) -> Edge:
    said = answer(case, passed)
    if said is None:
        raise Unread(f"it asks {passed[-1]!r}, which the check of this picture cannot answer; ask as before, or teach it the question")
    for way in ways:
        if way.words == said:
            return way
    raise Unread(f"at {passed[-1]!r} no way is marked {said!r}, which {case!r:.120} would take")


def yes_or_no(holds: bool) -> str:
    """The words on the two ways out of a plain question."""
    return "yes" if holds else "no"
