"""The laws as they are written, without the prover: `pytest properties/contracts/proofs.py` puts them to it."""

from __future__ import annotations

import inspect

import pytest

from properties.contracts.canaries import CANARIES, Canary
from properties.contracts.changed import changed
from properties.contracts.exhaustive import SWEEPS
from properties.contracts.law import Law, all_laws
from properties.pages import spec_pages

LAWS = all_laws()
RULES = {rule.id for page in spec_pages() for rule in page.rules}

each_law = pytest.mark.parametrize("law", [pytest.param(law, id=law.id) for law in LAWS])


@each_law
def test_a_law_has_one_postcondition_and_raises_nothing(law: Law) -> None:
    """Two claims could be confused, and a law that may raise is empty."""
    lines = [line.strip() for line in (inspect.getdoc(law.claim) or "").splitlines()]
    assert [line for line in lines if line.startswith("post:")] == ["post: _"]
    assert not [line for line in lines if line.startswith("raises:")]


@each_law
def test_a_law_answers_a_bool_and_takes_nothing_that_stops_the_prover(law: Law) -> None:
    """The prover crashes on parameters that are `Literal`, and on such as it cannot make up."""
    kinds = dict(law.claim.__annotations__)
    assert kinds.pop("return") == "bool"
    assert set(kinds.values()) <= {"bool", "bool | None", "int", "int | None", "str", "str | None"}


@each_law
def test_a_law_names_rules_of_the_pages(law: Law) -> None:
    """Its docstring begins with them."""
    assert law.rules
    assert RULES.issuperset(law.rules)


@each_law
def test_a_law_is_a_sentence(law: Law) -> None:
    """Its name can be false."""
    assert len(law.name.split("_")) >= 4


def test_every_family_has_laws() -> None:
    """First write wins, parse range, ladder monotonicity, precedence order and OR admission."""
    named = {rule for law in LAWS for rule in law.rules}
    families = {
        "switches/first-write-wins",
        "ring-publish/first-write-wins",
        "ring-parse/range",
        "ring-fit/monotone",
        *(f"ring-decision/{rung}" for rung in ("no-layers", "published", "override", "implicit-skip", "default")),
        "admission/first-chunk",
        "admission/chunk-zero",
    }
    assert families <= named


def test_every_law_falls_to_a_canary_and_every_sweep_shows_one() -> None:
    """What nothing can break says nothing."""
    assert {law for canary in CANARIES for law in canary.refuted_by} == {law.id for law in LAWS}
    assert {sweep for canary in CANARIES for sweep in canary.seen_in} == {sweep.name for sweep in SWEEPS}


@pytest.mark.parametrize("canary", [pytest.param(canary, id=canary.mistake) for canary in CANARIES])
def test_a_canary_changes_the_reference_as_it_stands_and_for_a_while(canary: Canary) -> None:
    """A rewritten reference must not leave a mistake behind that is made nowhere."""
    right = canary.function.__code__
    with changed(canary.function, canary.old, canary.new):
        assert canary.function.__code__ != right
    assert canary.function.__code__ is right


def test_a_sweep_names_rules_of_the_pages() -> None:
    """A rule that is not there is vouched for in vain."""
    assert RULES.issuperset(rule for sweep in SWEEPS for rule in sweep.rules)
