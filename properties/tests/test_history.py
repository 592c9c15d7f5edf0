"""The history that a section tells of its rule: what is read, and what the checks say of one that cannot be.

What the checks say of anything else on a page is in `test_pages.py`; whether a history fits what has been released is in `test_changes.py`.
"""

from __future__ import annotations

import re

import pytest

from properties.changes.missing import this_checkout
from properties.page_checks import page_faults, predicate_faults
from properties.pages import read_page, spec_pages
from properties.tests.test_pages import SECTION

OLD = 'Changed 2026-09-28: it says more. Before: "Less." Reworded 2026-09-29: shorter. Before: "The "whole" of it."'
WITHDRAWN = """\
### page/old

What once held.

Since 2026-09-25. Withdrawn 2026-09-30: [page/rule](#pagerule) says it all.
"""


def _faults(text: str, *registered: str) -> tuple[str, ...]:
    pages = [read_page("page.md", text)]
    return (*page_faults(pages, {"page/rule", *registered}), *predicate_faults(pages, {"page/rule", *registered}))


@pytest.mark.parametrize(
    ("history", "says"),
    [
        ('Changed 2026-13-01: more. Before: "Less."', "says Changed 2026-13-01, which is no date or lies before the one that it follows"),
        ('Changed 2026-09-24: more. Before: "Less."', "says Changed 2026-09-24, which is no date or lies before the one that it follows"),
        (
            'Changed 2026-09-29: more. Before: "Less." Reworded 2026-09-28: better. Before: "More."',
            "says Reworded 2026-09-28, which is no date or lies before the one that it follows",
        ),
        ("Changed 2026-09-29: more.", 'says Changed 2026-09-29 without the sentence that stood before; quote it behind the change: Before: "..."'),
        ("Reworded 2026-09-29.", "says Reworded 2026-09-29 without the sentence that stood before"),
    ],
)
def test_a_history_that_cannot_be_read_is_told_with_what_to_write(history: str, says: str) -> None:
    """Each with the file and line of the rule's section."""
    assert OLD in SECTION
    (fault,) = _faults(SECTION.replace(OLD, history))
    assert fault.startswith(f"spec/page.md:3: page/rule {says}")


def test_a_rule_since_no_date_is_told() -> None:
    """It would hold from no day."""
    (fault,) = _faults(SECTION.replace(f"Since 2026-09-25. {OLD}", "Since 2026-02-30."))
    assert fault == "spec/page.md:3: page/rule says Since 2026-02-30, which is no date; write the day from which it holds."


def test_words_on_a_change_elsewhere_in_a_section_are_no_history() -> None:
    """Only the paragraph that begins with a date is."""
    (rule,) = read_page("page.md", SECTION.replace("Why it is so.", "What was said until Changed 2026-01-01: nothing.")).rules
    assert [change.date for change in rule.history] == ["2026-09-28", "2026-09-29"]


def test_a_withdrawn_rule_needs_neither_predicate_nor_examples() -> None:
    """Its section stays, so that the id is not used again and a report from before can be understood."""
    (_, old) = read_page("page.md", f"{SECTION}\n{WITHDRAWN}").rules
    assert old.withdrawn
    assert _faults(f"{SECTION}\n{WITHDRAWN}") == ()


def test_a_withdrawn_rule_that_is_still_judged_is_told_where() -> None:
    """A port would fail on what no longer holds."""
    assert _faults(f"{SECTION}\n{WITHDRAWN}", "page/old") == (
        "spec/page.md:26: page/old is withdrawn, and a predicate judges by it; take it out of properties/rules/page.py.",
    )


def test_a_withdrawn_rule_that_shows_examples_is_told() -> None:
    """They would be put to ports under a rule that nothing judges by."""
    table = "\n| value | bool_value_enabled | catches |\n|---|---|---|\n| `None` | `False` | a default of on |\n"
    (fault,) = _faults(f"{SECTION}\n{WITHDRAWN}{table}")
    assert fault.startswith("spec/page.md:26: page/old is withdrawn and shows examples; move those that still hold")


@pytest.mark.parametrize(
    ("old", "new", "says"),
    [
        (": [page/rule](#pagerule) says it all.", ".", "says Withdrawn 2026-09-30 without a reason"),
        ("it all.", 'it all. Changed 2026-09-30: back. Before: "What once held."', "says Withdrawn 2026-09-30 and goes on"),
    ],
)
def test_a_withdrawal_gives_a_reason_and_is_the_end(old: str, new: str, says: str) -> None:
    """An id that came back would mean two things."""
    (fault,) = _faults(f"{SECTION}\n{WITHDRAWN.replace(old, new)}")
    assert fault.startswith(f"spec/page.md:26: page/old {says}")


def test_the_changelog_tells_the_rules_of_the_first_version_by_the_dates_on_their_pages() -> None:
    """Each date names its rules, but for that of every other rule."""
    first = this_checkout().changelog.partition("### The rules' own history")[2].partition("\n## ")[0]
    told = dict(re.findall(r"^- ([0-9-]{10}): (.*?)(?=^- |\Z)", first, re.MULTILINE | re.DOTALL))
    (others,) = [date for date, text in told.items() if "every other rule" in text]
    by_date = {date: set(re.findall(r"`([a-z0-9-]+/[a-z0-9-]+)`", text)) for date, text in told.items() if date != others}
    on_pages: dict[str | None, set[str]] = {}
    for page in spec_pages():
        for rule in page.rules:
            on_pages.setdefault(rule.since, set()).add(rule.id)
    del on_pages[others]
    assert on_pages == by_date
