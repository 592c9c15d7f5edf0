"""What the job showed of the rules, as it is written down: of laws and sweeps that are there, by the pinned prover, and never more than it was.

That it is of the sources as they are, and that no page and no index claims more, is among what a change lacks: see `test_changes.py`.
"""

from __future__ import annotations

import re
from dataclasses import replace

from properties.contracts import evidence
from properties.contracts.evidence import Shown
from properties.contracts.exhaustive import SWEEPS
from properties.contracts.law import all_laws


def test_the_assurance_was_shown_by_the_pinned_prover() -> None:
    """Another version may confirm what is false."""
    pinned = re.search(r'"crosshair-tool==([\d.]+)"', (evidence.ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    assert pinned is not None
    assert evidence.read().versions["crosshair-tool"] == pinned[1]


def test_everything_shown_is_a_law_or_a_sweep_that_is_there() -> None:
    """A level that nothing stands behind is no level."""
    names = {law.id for law in all_laws()} | {sweep.name for sweep in SWEEPS}
    assert {one.how for one in evidence.read().shown} == names


def test_a_law_on_texts_of_a_bounded_length_proves_nothing_of_longer_ones() -> None:
    """Where a law's precondition bounds a text, its rules are bounded."""
    bounded = {law.id for law in all_laws() if law.longest_text is not None}
    assert bounded
    assert not [one.how for one in evidence.read().shown if one.how in bounded and one.level == "proved"]


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


def test_what_is_shown_rests_on_all_that_it_is_made_of() -> None:
    """On the reference and the rules, and on the domains of the sweeps, which the cases have as well."""
    rests_on = evidence.hashes()
    assert {"reference/ring_fit.py", "properties/rules/ring_fit.py", "properties/contracts/laws/ring_fit.py"} <= rests_on.keys()
    assert {"properties/cases/lifetimes.py", "properties/cases/lattice.py", "properties/harness/in_process.py"} <= rests_on.keys()
    assert not any(name.startswith(("properties/tests/", "properties/report/")) for name in rests_on)
