"""The calls that laws on lifetimes are made of: how a cell comes into each of its states, and every single step that a process can take from there.

No law is here. That a law over one step from every state holds over every sequence is an argument on paper: a cell of the reference is either empty
or holds one value, nothing else of a process enters an answer about it but the variables, and each operation leads from such a state to such a state.
"""

from __future__ import annotations

from typing import Final

from properties.cases.cutting import Calls
from properties.cases.operations import ADMISSION_OPERATIONS, LOGGING_OPERATIONS, RING_OPERATIONS, read, set_env, write
from spec.port import AFRESH, SWITCHES, Call, Switch

STEPS: Final[Calls] = (*ADMISSION_OPERATIONS, *RING_OPERATIONS, *LOGGING_OPERATIONS)
"""Every operation of a process, with each kind of argument that it has."""


LEVER_VARIABLES: Final = (*(switch.variable for switch in SWITCHES), *AFRESH)
"""The variables of all levers, however they are read."""


def switch_of(variable: str) -> Switch:
    """The switch that a variable resolves."""
    return next(switch for switch in SWITCHES if switch.variable == variable)


def means(variable: str, on: bool | None) -> Call:
    """Gives a variable a text that is on or off, or unsets it. Which texts are on is the business of the laws on truth."""
    return set_env(variable, None if on is None else "1" if on else "0")


def resolved(switch: Switch, value: bool | None, by_flag: bool) -> Calls:
    """What brings a switch into a state, from its birth: unresolved (None), or on or off by its flag or by a read of its variable."""
    if value is None:
        return ()
    return (write(switch, value),) if by_flag else (means(switch.variable, value), read(switch))
