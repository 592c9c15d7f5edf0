"""The picture of `spec/ring-publish.md`: every transition made on the reference, and every call in both states drawn."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import islice
from typing import Final

from properties.pictures.diagram import Chart, Edge, Unread, states
from properties.pictures.walk import MOST_LIES
from reference import Process
from spec.port import Decision

EVENT: Final = re.compile(r"(set_decode_ring_slots|published_decode_ring_slots|decode_rollback_ring_slots)\((d|anything|\.\.\.|)\) (.+)")
CALLS: Final = ("set_decode_ring_slots", "published_decode_ring_slots", "decode_rollback_ring_slots")
DEPTH: Final = 5
STATES: Final = {"Unpublished": (), "Published": (DEPTH,)}
"""The two states, with the depths that lead there."""


def lies(picture: str) -> Iterator[str]:
    """What the picture gets wrong."""
    return islice(_lies(states(picture)), MOST_LIES)


def _lies(chart: Chart) -> Iterator[str]:
    for state, depths in STATES.items():
        drawn = [(edge, event_of(edge)) for edge in chart.ways_from(state)]
        for call in CALLS:
            if all(event[1] != call for _, event in drawn):
                yield f"it does not say what {call} does while the ring is {state}"
        for edge, event in drawn:
            process = born(*depths)
            answers = asked(process, event[1], event[2])
            after = state_of(process)
            if after != edge.end:
                yield f"{edge.words!r} leads from {state} to {edge.end}, and in the reference to {after}"
            right = expected(event[3])
            if any(answer != right for answer in answers):
                yield f"{edge.words!r} while the ring is {state}, and the reference answers {answers[0]!r}"
    if [edge.end for edge in chart.ways_from("[*]")] != [state_of(born())]:
        yield f"a new process is drawn otherwise than the reference, which is {state_of(born())}"


def event_of(edge: Edge) -> re.Match[str]:
    """A call and what it gives, read from the words on a transition."""
    found = EVENT.fullmatch(edge.words)
    if found is None:
        raise Unread(f"the transition {edge.words!r} is no call of this page with what it gives; write it as the others are")
    return found


def born(*depths: int) -> Process:
    """A new process in which these depths were published."""
    process = Process()
    for depth in depths:
        process.set_decode_ring_slots(depth)
    return process


def asked(process: Process, method: str, argument: str) -> tuple[object, ...]:
    """What the reference answers to the call, made once with each argument that the picture means."""
    if method == "set_decode_ring_slots":
        return tuple(process.set_decode_ring_slots(slots) for slots in ((DEPTH,) if argument == "d" else (0, 7, DEPTH, 2**64 - 1)))
    if method == "published_decode_ring_slots":
        return (process.published_decode_ring_slots(),)
    return (process.decode_rollback_ring_slots(1, True),)


def expected(words: str) -> object:
    """The answer that the words promise."""
    promised = {
        "gives None": None,
        "gives d": DEPTH,
        "decides with d": Decision(DEPTH, None),
        "decides without it": Process().decode_rollback_ring_slots_with(1, True, None, None, False),
    }
    if words not in promised:
        raise Unread(f"{words!r} is nothing that a call of this page can do; write one of {', '.join(promised)}")
    return promised[words]


def state_of(process: Process) -> str:
    """The state of a process, as a read tells it."""
    return "Unpublished" if process.published_decode_ring_slots() is None else "Published"
