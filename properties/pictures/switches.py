"""The picture of `spec/switches.md`: every transition made on the reference, for every switch, and every event in every state drawn."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from typing import Final

from properties.pictures.diagram import Chart, Unread, states
from properties.pictures.walk import MOST_LIES
from reference import Process
from spec.port import SWITCHES, Call, Switch

Calls = tuple[Call, ...]

ON, OTHERWISE, CHANGE = "a read, while the variable says on", "a read, while it says anything else or is absent", "any change of the variable"
MEANS: Final = {
    "setter(true)": ("setter(true)",),
    "setter(false)": ("setter(false)",),
    ON: (ON,),
    OTHERWISE: (OTHERWISE,),
    CHANGE: (CHANGE,),
    "any setter": ("setter(true)", "setter(false)"),
    "any read": (ON, OTHERWISE),
}
"""The events that words on a transition stand for."""


def lies(picture: str) -> Iterator[str]:
    """What the picture gets wrong."""
    chart = states(picture)
    return islice((lie for switch in SWITCHES for lie in _lies(chart, switch)), MOST_LIES)


def _lies(chart: Chart, switch: Switch) -> Iterator[str]:
    happens = events(switch)
    for state in ("Unresolved", "On", "Off"):
        drawn: dict[str, str] = {}
        for edge in chart.ways_from(state):
            drawn |= dict.fromkeys(meant(edge.words), edge.end)
        for event, ways in happens.items():
            if event not in drawn:
                yield f"it does not say what {event!r} does to a switch that is {state}"
            for before in births(switch)[state]:
                for way in ways:
                    after = state_after(switch, (*before, *way))
                    if event in drawn and after != drawn[event]:
                        yield f"{event!r} leads from {state} to {drawn[event]}, and in the reference {switch.name} is {after} then"
    births_drawn = [edge.end for edge in chart.ways_from("[*]")]
    if births_drawn != [state_after(switch, ())]:
        yield f"a process is born {births_drawn}, and in the reference {switch.name} is {state_after(switch, ())}"


def meant(words: str) -> Iterator[str]:
    """The events that the words on a transition stand for."""
    for part in [words] if words in MEANS else words.split(", "):
        if part not in MEANS:
            raise Unread(f"the transition {part!r} is no event of a switch; write one of {', '.join(MEANS)}")
        yield from MEANS[part]


def events(switch: Switch) -> dict[str, tuple[Calls, ...]]:
    """The ways in which each event can happen."""
    reads = tuple(Call(name) for name in (switch.getter, *switch.questions))
    means = {value: Call("set_env", (switch.variable, value)) for value in ("1", "TRUE", "0", " 1", "", b"\xff", None)}
    return {
        "setter(true)": ((Call(switch.setter, (True,)),),),
        "setter(false)": ((Call(switch.setter, (False,)),),),
        ON: tuple((means[value], read) for value in ("1", "TRUE") for read in reads),
        OTHERWISE: tuple((means[value], read) for value in ("0", " 1", "", b"\xff", None) for read in reads),
        CHANGE: tuple((change,) for change in means.values()),
    }


def births(switch: Switch) -> dict[str, tuple[Calls, ...]]:
    """Ways into each state."""
    happens = events(switch)
    return {"Unresolved": ((),), "On": (happens["setter(true)"][0], happens[ON][0]), "Off": (happens["setter(false)"][0], happens[OTHERWISE][-1])}


def state_after(switch: Switch, calls: Calls) -> str:
    """The state that a new process is in after these calls: what two flags answer, each given to a process of its own, tells it."""
    on, off = (_last((*calls, Call(switch.setter, (flag,)))) for flag in (True, False))
    return {(True, False): "Unresolved", (True, True): "On", (False, False): "Off"}.get((on, off), "none of its states")


def _last(calls: Calls) -> bool:
    process = Process()
    answer = False
    for call in calls:
        answer = getattr(process, call.method)(*call.args)
    return answer
