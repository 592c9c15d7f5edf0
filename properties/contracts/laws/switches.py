"""Laws of `spec/switches.md`: from every state of a switch, one step of any kind keeps each rule.

How sequences follow is told in `steps.py`; a race needs threads, which no prover follows.
"""

from __future__ import annotations

from properties.cases.operations import read, write
from properties.contracts.kept import kept_through
from properties.contracts.laws.steps import LEVER_VARIABLES, STEPS, means, resolved
from spec.port import SWITCHES


def whatever_comes_after_a_flag_leaves_the_switch(place: int, flag: bool, step: int) -> bool:
    """switches/first-write-wins.

    pre: 0 <= place < len(SWITCHES) and 0 <= step < len(STEPS)
    post: _
    """
    switch = SWITCHES[place]
    return kept_through("switches/first-write-wins", write(switch, flag), means(switch.variable, not flag), STEPS[step], read(switch))


def of_three_writes_the_first_one_wins(place: int, first: bool, second: bool, third: bool) -> bool:
    """switches/first-write-wins.

    pre: 0 <= place < len(SWITCHES)
    post: _
    """
    switch = SWITCHES[place]
    return kept_through("switches/first-write-wins", write(switch, first), write(switch, second), write(switch, third), read(switch))


def a_flag_tells_what_is_in_force_after_it(place: int, before: bool | None, by_flag: bool, flag: bool) -> bool:
    """switches/setter-returns-value-in-force.

    pre: 0 <= place < len(SWITCHES)
    post: _
    """
    switch = SWITCHES[place]
    return kept_through("switches/setter-returns-value-in-force", *resolved(switch, before, by_flag), write(switch, flag), read(switch))


def a_first_read_takes_the_variable_for_good(place: int, on: bool | None, step: int) -> bool:
    """switches/read-resolves.

    pre: 0 <= place < len(SWITCHES) and 0 <= step < len(STEPS)
    post: _
    """
    switch = SWITCHES[place]
    return kept_through("switches/read-resolves", means(switch.variable, on), read(switch), STEPS[step], means(switch.variable, not on), read(switch))


def a_flag_before_the_first_read_goes_before_the_variable(place: int, on: bool | None, flag: bool) -> bool:
    """switches/flag-before-first-read.

    pre: 0 <= place < len(SWITCHES)
    post: _
    """
    switch = SWITCHES[place]
    return kept_through("switches/flag-before-first-read", means(switch.variable, on), write(switch, flag), read(switch))


def no_step_elsewhere_resolves_a_switch(place: int, on: bool, step: int) -> bool:
    """switches/independent.

    pre: 0 <= place < len(SWITCHES) and 0 <= step < len(STEPS)
    post: _
    """
    switch = SWITCHES[place]
    return kept_through(
        "switches/independent",
        *(means(one.variable, on) for one in SWITCHES),
        STEPS[step],
        means(switch.variable, not on),
        read(switch),
    )


def a_read_tells_the_switch_alone_whatever_the_other_levers_say(place: int, before: bool | None, by_flag: bool, others: bool, on: bool) -> bool:
    """switches/one-value-everywhere.

    pre: 0 <= place < len(SWITCHES)
    post: _
    """
    switch = SWITCHES[place]
    return kept_through(
        "switches/one-value-everywhere",
        *(means(variable, others) for variable in LEVER_VARIABLES),
        *resolved(switch, before, by_flag),
        means(switch.variable, on),
        read(switch),
    )
