"""Reads the three kinds of Mermaid diagrams that the pages show, as far as they use them: flowcharts, state diagrams and sequences.

What is read is shape and words. What the words mean is told by the module of each page.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final


class Unread(Exception):  # noqa: N818 - it is caught by its meaning: a picture that cannot be read or followed
    """A picture cannot be read, or not be followed; the message is a sentence for whoever drew it, without its full stop."""


@dataclass(frozen=True, slots=True)
class Edge:
    """A way from one node or state to another, with the words on it, empty where there are none."""

    start: str
    words: str
    end: str


@dataclass(frozen=True)
class Chart:
    """A flowchart or a state diagram: the words of each node by its id, and the ways between them."""

    words: dict[str, str]
    edges: tuple[Edge, ...]

    def ways_from(self, node: str) -> tuple[Edge, ...]:
        """The ways that lead out of a node."""
        return tuple(edge for edge in self.edges if edge.start == node)

    def ways_to(self, node: str) -> tuple[Edge, ...]:
        """The ways that lead into a node."""
        return tuple(edge for edge in self.edges if edge.end == node)


_NODE: Final = re.compile(r'\s*(\w+)\s*(?:\(\["?(.+?)"?\]\)|\{\{"?(.+?)"?\}\}|\{"?(.+?)"?\}|\[\["?(.+?)"?\]\]|\["?(.+?)"?\])?\s*')
_ARROW: Final = re.compile(r'-->\|"?(.+?)"?\||--\s+"?(.+?)"?\s+-->|-->')
_TRANSITION: Final = re.compile(r"\s*(\[\*\]|\w+)\s*-->\s*(\w+)\s*(?::\s*(.+?))?\s*")
_MESSAGE: Final = re.compile(r"\s*(?:\w+\s*--?>>\s*\w+|Note over \w+)\s*:\s*(.+?)\s*")


def flowchart(picture: str) -> Chart:
    """The nodes and ways of a flowchart; a line holds a node and any number of arrows and nodes behind it."""
    words: dict[str, str] = {}
    edges: list[Edge] = []
    for line in _lines(picture, "flowchart"):
        before, label, place = "", "", 0
        while True:
            node = _NODE.match(line, place)
            if node is None:
                raise Unread(f"{line.strip()!r} is no node, or no arrow between two; write one as the other lines do")
            name, said = node[1], next((group for group in node.groups()[1:] if group is not None), None)
            if said is not None or name not in words:
                words[name] = _plain(said or name)
            if before:
                edges.append(Edge(before, label, name))
            arrow = _ARROW.match(line, node.end())
            if arrow is None:
                break
            before, label, place = name, _plain(arrow[1] or arrow[2] or ""), arrow.end()
        if line[node.end() :].strip():
            raise Unread(f"{line.strip()!r} is no node, or no arrow between two; write one as the other lines do")
    return Chart(words, tuple(edges))


def states(picture: str) -> Chart:
    """The states and transitions of a state diagram; `[*]` is the birth of the process."""
    edges = []
    for line in _lines(picture, "stateDiagram-v2"):
        found = _TRANSITION.fullmatch(line)
        if found is None:
            raise Unread(f"{line.strip()!r} is no transition; write State --> State: what leads there")
        edges.append(Edge(found[1], found[3] or "", found[2]))
    return Chart({name: name for edge in edges for name in (edge.start, edge.end)}, tuple(edges))


@dataclass(frozen=True, slots=True)
class Message:
    """A message of a sequence, and the branches that it stands in: what each is for, outermost first."""

    words: str
    within: tuple[str, ...]


def sequence(picture: str) -> tuple[Message, ...]:
    """The messages of a sequence, in order, notes among them."""
    messages: list[Message] = []
    within: list[str] = []
    for line in _lines(picture, "sequenceDiagram"):
        keyword, _, rest = line.strip().partition(" ")
        if keyword == "participant":
            continue
        if keyword == "alt":
            within.append(rest)
        elif keyword == "else" and within:
            within[-1] = rest
        elif keyword == "end" and within:
            within.pop()
        elif (message := _MESSAGE.fullmatch(line)) is not None:
            messages.append(Message(message[1], tuple(within)))
        else:
            raise Unread(f"{line.strip()!r} is no message and no branch; write A->>B: words, or alt, else and end")
    return tuple(messages)


def _lines(picture: str, kind: str) -> Iterator[str]:
    first, *lines = picture.splitlines()
    if first.split()[:1] != [kind]:
        raise Unread(f"the picture begins with {first!r}, where a {kind} is wanted")
    return (line for line in lines if line.strip())


def _plain(words: str) -> str:
    return " ".join(words.replace("<br/>", " ").split())
