"""The examples of the real pages, held to the reference and to the rules.

How pages are read, and what they must keep among themselves, is in `test_pages.py`; that each of these fails with its sentence, in `test_changes.py`.
"""

from __future__ import annotations

import pytest

from properties.changes.agreement import unjudged, unlike_the_reference, unlike_the_rules
from properties.judge import observable
from properties.pages import Page, spec_pages
from spec.wire import METHODS

PAGES = spec_pages()


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.file)
def test_every_answer_that_a_page_states_is_the_answer_of_the_reference(page: Page) -> None:
    """Type and value; the calls are put as they are to a port, so every lifetime ends without a failure."""
    assert list(unlike_the_reference(page)) == []


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.file)
def test_no_rule_is_broken_by_what_the_pages_show(page: Page) -> None:
    """The answers of the reference, with those that a page states in their place."""
    assert list(unlike_the_rules(page)) == []


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.file)
def test_every_example_is_judged_by_the_rule_that_it_stands_under(page: Page) -> None:
    """An example that its rule says nothing about stands under the wrong heading."""
    assert list(unjudged(page, observable(METHODS))) == []
