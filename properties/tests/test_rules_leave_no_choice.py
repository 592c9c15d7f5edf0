"""The rules leave a port no choice but where a page says so: an answer of the reference that is changed breaks a rule.

A part of the lattice and of the random lifetimes; the whole is put by `python -m properties.faults.choice`.
"""

from __future__ import annotations

import pytest

from properties.faults.choice import Tally, enumerated, every_rule, look_at_scripts, shown
from properties.faults.random_lifetimes import random_lifetimes
from properties.faults.trial import plan_for

FOLLOWS_FROM_OTHERS = {"ring-fit/monotone"}
"""The rules that nothing can break without breaking another."""


@pytest.fixture(scope="module")
def of_the_cases() -> Tally:
    """What came of one script in nine of the smoke profile."""
    return look_at_scripts(enumerated(plan_for("smoke"), stride=9))


@pytest.fixture(scope="module")
def at_random() -> Tally:
    """What came of a few hundred random lifetimes."""
    return look_at_scripts(random_lifetimes(400))


def test_a_changed_answer_of_the_cases_breaks_a_rule(of_the_cases: Tally) -> None:
    """No hole is left, and there were thousands of chances to find one."""
    assert of_the_cases.changes > 3000
    assert (of_the_cases.holes, of_the_cases.broken_by_reference) == ([], []), shown(of_the_cases)


def test_a_changed_answer_of_a_random_lifetime_breaks_a_rule(at_random: Tally) -> None:
    """No hole is left where the calls are in an order that no case has."""
    assert at_random.changes > 3000
    assert (at_random.holes, at_random.broken_by_reference) == ([], []), shown(at_random)


def test_without_any_one_rule_a_changed_answer_would_go_free(of_the_cases: Tally, at_random: Tally) -> None:
    """For each rule there is a changed answer that no other rule finds, not even in doubt."""
    assert every_rule() - set(of_the_cases.alone) - set(at_random.alone) == FOLLOWS_FROM_OTHERS
