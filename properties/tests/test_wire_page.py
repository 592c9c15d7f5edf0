"""The page on the wire, held to the wire and to the reference, as it stands and with each of its kinds of lines broken.

The pages with rules are held to the reference elsewhere.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from properties.changes.wire_page import PAGE, wire_faults

TEXT = PAGE.read_text(encoding="utf-8")


def test_every_line_on_the_page_is_right_and_every_method_is_shown() -> None:
    """A driver that copes with the page's requests copes with the runner's."""
    assert list(wire_faults()) == []


@pytest.mark.parametrize(
    ("old", "new", "says"),
    [
        ('"params":{"slots":"5"}}\n', '"params": {"slots":"5"}}\n', "the runner writes this request as {"),
        ('"params":{"slots":"5"}}\n', '"params":{"slots":5}}\n', "this request, or its answer below, cannot be read: "),
        (',"1","0"]', ',"1"]', "2, 1), the reference ("),
        ('"id":10,"result":[', '"id":11,"result":[', "cannot be read: "),
        ('"method":"rollback_to_boundary"', '"method":"roll_back"', "cannot be read: "),
    ],
)
def test_a_line_that_is_wrong_is_told_with_its_place(tmp_path: Path, old: str, new: str, says: str) -> None:
    """The number is that of the request's line."""
    assert old in TEXT
    page = tmp_path / "wire.md"
    page.write_text(TEXT.replace(old, new, 1), encoding="utf-8")
    fault = next(iter(wire_faults(page)))
    assert says in fault
    line = int(fault.partition("spec/wire.md:")[2].partition(":")[0])
    assert any(one in page.read_text(encoding="utf-8").splitlines()[line - 1 + place] for place in (0, 1) for one in (new.strip(), new))


def test_a_method_that_no_line_shows_is_told(tmp_path: Path) -> None:
    """One switch's calls show what those of another look like."""
    page = tmp_path / "wire.md"
    for method, told in (("set_prefill_varlen_from_cli", 0), ("rollback_to_boundary", 1)):
        lines = TEXT.splitlines(keepends=True)
        places = [place for place, line in enumerate(lines) if f'"method":"{method}"' in line and '"race"' not in line]
        kept = [line for place, line in enumerate(lines) if place not in places and place - 1 not in places]
        page.write_text("".join(kept), encoding="utf-8")
        unshown = [fault for fault in wire_faults(page) if "no line shows a call of " in fault]
        assert len(unshown) == told
