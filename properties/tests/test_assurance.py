"""What is claimed of each rule is what the job showed, of the sources as they are now."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import get_args

import pytest

from properties.contracts import evidence
from properties.contracts.evidence import OnReference, Shown
from properties.contracts.exhaustive import SWEEPS
from properties.contracts.law import all_laws
from properties.pages import SPEC, spec_pages

RULES = [rule.id for page in spec_pages() for rule in page.rules if not rule.withdrawn]
LEVELS = get_args(OnReference)


def test_the_assurance_is_of_the_sources_as_they_are() -> None:
    """A law or a reference that has changed since has not been proved."""
    assert evidence.stale(evidence.read()) == []


def test_the_assurance_was_shown_by_the_pinned_prover() -> None:
    """Another version may confirm what is false."""
    pinned = re.search(r'"crosshair-tool==([\d.]+)"', (evidence.ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    assert pinned is not None
    assert evidence.read().versions["crosshair-tool"] == pinned[1]


def test_the_index_shows_what_the_job_showed() -> None:
    """It is written by the job, and by nobody else."""
    readme = evidence.INDEX.read_text(encoding="utf-8")
    assert evidence.with_index(readme, evidence.index(evidence.read())) == readme


def test_everything_shown_is_a_law_or_a_sweep_that_is_there() -> None:
    """A level that nothing stands behind is no level."""
    names = {law.id for law in all_laws()} | {sweep.name for sweep in SWEEPS}
    assert {one.how for one in evidence.read().shown} == names


def test_a_law_on_texts_of_a_bounded_length_proves_nothing_of_longer_ones() -> None:
    """Where a law's precondition bounds a text, its rules are bounded."""
    bounded = {law.id for law in all_laws() if law.longest_text is not None}
    assert bounded
    assert not [one.how for one in evidence.read().shown if one.how in bounded and one.level == "proved"]


@pytest.mark.parametrize("rule", RULES)
def test_no_page_claims_more_than_the_job_showed(rule: str) -> None:
    """A rule's own section may say how sure it is, and must not say more."""
    level, _ = evidence.read().of_reference(rule)
    page, _ = rule.split("/")
    section = (SPEC / f"{page}.md").read_text(encoding="utf-8").partition(f"### {rule}\n")[2].partition("\n### ")[0]
    claimed = [one for one in LEVELS if re.search(rf"\b{one}\b", section)]
    assert [one for one in claimed if LEVELS.index(one) > LEVELS.index(level)] == []


def test_a_change_of_a_source_makes_the_assurance_stale() -> None:
    """The check is not vain."""
    assurance = evidence.read()
    older = replace(assurance, sources={**assurance.sources, "reference/truth.py": "0" * 64})
    assert evidence.stale(older) == ["reference/truth.py has changed since `python -m properties.contracts.assurance` was run."]


def test_the_best_that_was_shown_counts() -> None:
    """A sweep up to a bound does not make a proof less."""
    shown = (Shown("a sweep", ("truth/switch",), "bounded", "some"), Shown("a.law", ("truth/switch",), "proved", ""))
    assert replace(evidence.read(), shown=shown).of_reference("truth/switch") == ("proved", "")
    assert replace(evidence.read(), shown=()).of_reference("truth/switch") == ("sampled", "")
