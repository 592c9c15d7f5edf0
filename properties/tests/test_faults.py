"""Every wrong port is caught, and blamed for what is wrong with it.

Here the faults are put to the smoke profile, which takes seconds. It finds all but those of `NEED_MORE_THAN_SMOKE`, and that list is held to be no
longer than it must. What is measured in the ci profile alone, by `python -m properties.faults.table`: that these are found as well, each by the rules
that it names and no others, and how long it takes. `README.md` beside the faults has the figures.
"""

from __future__ import annotations

from argparse import ArgumentTypeError
from collections import Counter
from functools import cache

import pytest

from properties.faults.all import FAULTS, Fault
from properties.faults.parts import part
from properties.faults.table import FEW_CALLS
from properties.faults.thin import NEED_MORE_THAN_SMOKE
from properties.faults.trial import Outcome, Trial
from properties.pages import spec_pages

RULES = [rule.id for page in spec_pages() for rule in page.rules if not rule.withdrawn]

FOLLOWS_FROM_OTHERS = {"ring-fit/monotone"}
"""The rules that nothing can break without breaking another: they are checked by themselves all the same."""


@cache
def trial() -> Trial:
    """The cases of the smoke profile, with the reference's answers."""
    return Trial("smoke")


@cache
def outcome_of(fault: Fault) -> Outcome:
    """What comes of a fault in the smoke profile."""
    return trial().put(fault)


def found(fault: Fault) -> frozenset[str]:
    """The rules that a fault was found to break."""
    return outcome_of(fault).broken


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
    assert any(rule in found(fault) for fault in FAULTS if rule in fault.breaks)


@pytest.mark.parametrize("fault", FAULTS, ids=lambda fault: fault.name)
def test_a_fault_breaks_what_it_names_and_nothing_else(fault: Fault) -> None:
    """One that needs more may be found by less as well: what the thin profile happens to leave out follows the size of the ring and the levers."""
    broken = found(fault)
    assert broken == fault.breaks or fault.name in NEED_MORE_THAN_SMOKE, (
        f"the smoke profile finds that {fault.name!r} breaks {sorted(broken)}; name what it breaks, or where python -m properties.faults.table shows "
        "that the ci profile finds just what it names, list it in properties/faults/thin.py"
    )


def test_of_the_faults_that_need_more_than_smoke_most_do() -> None:
    """The list is no place to put away a fault that is blamed wrongly."""
    needing = [fault for fault in FAULTS if fault.name in NEED_MORE_THAN_SMOKE]
    assert len(needing) == len(NEED_MORE_THAN_SMOKE)
    assert 2 * sum(found(fault) != fault.breaks for fault in needing) >= len(needing)


@pytest.mark.parametrize("fault", FAULTS, ids=lambda fault: fault.name)
def test_what_is_shown_of_a_fault_is_taken_in_at_a_glance(fault: Fault) -> None:
    """Five calls at most, unless the fault says why it takes more, or the short cases are thinned out; one that says so in vain says too much."""
    shown = outcome_of(fault).shown()
    assert shown <= FEW_CALLS or fault.longer or fault.name in NEED_MORE_THAN_SMOKE
    assert not fault.longer or shown == 0 or shown > FEW_CALLS


def test_the_parts_of_a_job_are_all_of_it() -> None:
    """And what is no part is refused, not taken for an empty one."""
    parts = [part(f"{number}/3").taken(FAULTS) for number in (1, 2, 3)]
    assert Counter(one.name for taken in parts for one in taken) == Counter(one.name for one in FAULTS)
    for text in ("0/1", "4/3", "1", "1/", "1/0", "a/b", ""):
        with pytest.raises(ArgumentTypeError, match="is no part"):
            part(text)
