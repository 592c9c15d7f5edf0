"""The table of invariants in the README is as the project is, and leaves no rule without what should stand for it."""

from __future__ import annotations

import pytest

from properties import invariants
from properties.pages import spec_pages

RULES = [rule.id for page in spec_pages() for rule in page.rules if not rule.withdrawn]
README = invariants.README.read_text(encoding="utf-8")


def test_the_table_in_the_readme_is_as_the_project_is() -> None:
    """It is written anew by a command."""
    assert invariants.with_table(README) == README, "the table of README.md is out of date; run python -m properties.changes --write"


def test_each_rule_stands_in_the_table_once() -> None:
    """The named ones are not said again with the rest."""
    assert sorted(line.split("](")[0].rpartition("[")[2] for line in invariants.table().splitlines()[2:]) == sorted(RULES)


@pytest.mark.parametrize("rule", RULES)
def test_each_rule_has_a_reference_function_a_predicate_and_a_case(rule: str) -> None:
    """A rule that nothing keeps, judges or exercises is only words."""
    line = next(line for line in README.splitlines() if f"[{rule}](" in line)
    reference, predicate, cases = line.split(" | ")[2:5]
    assert "`" in reference
    assert "`" in predicate
    assert "`" in cases
