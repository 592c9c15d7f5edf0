"""Every wrong port is caught, and blamed for what is wrong with it.

Here the faults are put to the smoke profile, which takes seconds. What the ci profile finds of them, each and all, is printed by
`python -m properties.faults.table`.
"""

from __future__ import annotations

from collections import Counter
from functools import cache

import pytest

from properties.faults.all import FAULTS, Fault
from properties.faults.thin import NEED_MORE_THAN_SMOKE
from properties.faults.trial import Trial, races
from properties.pages import spec_pages

RULES = [rule.id for page in spec_pages() for rule in page.rules if not rule.withdrawn]

FOLLOWS_FROM_OTHERS = {"ring-fit/monotone"}
"""The rules that nothing can break without breaking another: they are checked by themselves all the same."""

RACE_TRIES = 50


@cache
def trial() -> Trial:
    """The cases of the smoke profile, with the reference's answers."""
    return Trial("smoke")


def found(fault: Fault) -> frozenset[str]:
    """The rules that a fault was found to break; a race is tried again, for which thread comes first is chance."""
    broken = trial().put(fault).broken
    tries = 1
    while races(fault) and broken != fault.breaks and tries < RACE_TRIES:
        broken = trial().put(fault).broken
        tries += 1
    return broken


def test_there_are_enough_faults_and_their_names_tell_them_apart() -> None:
    """At least 120, and a third of them by somebody who had read the pages alone."""
    assert len(FAULTS) >= 120
    assert len({fault.name for fault in FAULTS}) == len(FAULTS)
    assert 3 * sum(fault.from_the_pages for fault in FAULTS) >= len(FAULTS)


@pytest.mark.parametrize("rule", RULES)
def test_each_rule_has_two_faults_or_more(rule: str) -> None:
    """One mistake is an anecdote."""
    assert Counter(rule in fault.breaks for fault in FAULTS)[True] >= 2


@pytest.mark.parametrize("rule", sorted(set(RULES) - FOLLOWS_FROM_OTHERS))
def test_without_a_rule_some_fault_would_go_free(rule: str) -> None:
    """For each rule there is a port that breaks it and nothing else."""
    alone = [fault for fault in FAULTS if fault.breaks == {rule} and fault.name not in NEED_MORE_THAN_SMOKE]
    assert alone
    assert any(found(fault) == {rule} for fault in alone)


@pytest.mark.parametrize("rule", sorted(FOLLOWS_FROM_OTHERS))
def test_a_rule_that_follows_from_others_catches_a_fault_by_itself(rule: str) -> None:
    """It is no rule that cannot be broken."""
    assert any(rule in trial().put(fault).broken for fault in FAULTS if rule in fault.breaks)


@pytest.mark.parametrize("fault", FAULTS, ids=lambda fault: fault.name)
def test_a_fault_breaks_what_it_names_and_nothing_else(fault: Fault) -> None:
    """A fault that needs more than the smoke profile is held to that too, so that the list of them stays true."""
    assert (found(fault) == fault.breaks) == (fault.name not in NEED_MORE_THAN_SMOKE)
