"""Hypothesis with CrossHair as its back end: `pytest properties/contracts/symbolic.py` lets the prover draw the examples of a few calls.

It finds mistakes, and proves nothing: a test that passes has tried a few dozen examples. Which versions go together is told in `README.md`.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

pytest.importorskip("hypothesis_crosshair_provider", reason="the prover's back end for Hypothesis is not installed: pip install -e '.[proofs]'")

from properties.contracts.canaries import CANARIES, Canary
from properties.contracts.changed import changed
from properties.contracts.kept import for_words, kept
from properties.contracts.subject import largest_word, pure
from properties.rules import ring_fit, truth
from reference.ring_fit import fit_decode_ring_slots, total_reserve
from reference.truth import bool_value_enabled

settings.register_profile("symbolic", backend="crosshair", max_examples=60, deadline=None, database=None, suppress_health_check=list(HealthCheck))
SYMBOLIC: Final = settings.get_profile("symbolic")
WORDS: Final = st.integers(0, largest_word())
RULES_OF_FIT: Final = tuple(map(for_words, (ring_fit.largest_fitting, ring_fit.saturating, ring_fit.none_fits)))


@SYMBOLIC
@given(WORDS, WORDS, WORDS, WORDS)
def fits_keep_their_rules(start: int, reserve: int, per_slot: int, free: int) -> None:
    """Whatever four words the prover draws."""
    assert all(kept(rule, pure().fit_decode_ring_slots, start, reserve, per_slot, free) for rule in RULES_OF_FIT)


@SYMBOLIC
@given(st.none() | st.text())
def switches_keep_their_rule(value: str | None) -> None:
    """Whatever text the prover draws."""
    assert kept(truth.switch, pure().bool_value_enabled, value)


TRIALS: Final = {
    fit_decode_ring_slots: fits_keep_their_rules,
    total_reserve: fits_keep_their_rules,
    bool_value_enabled: switches_keep_their_rule,
}
"""For a function of the reference, the test that draws its arguments."""


@pytest.mark.parametrize("trial", [fits_keep_their_rules, switches_keep_their_rule])
def test_the_reference_keeps_the_rules_for_what_the_prover_draws(trial: Callable[[], None]) -> None:
    """Nothing is found in what is right."""
    trial()


@pytest.mark.parametrize(
    "canary", [pytest.param(canary, id=canary.mistake) for canary in CANARIES if canary.function in TRIALS and canary.refuted_by]
)
def test_a_mistake_is_found_in_what_the_prover_draws(canary: Canary) -> None:
    """Uniform numbers find none of the mistakes in the fit."""
    with changed(canary.function, canary.old, canary.new), pytest.raises(AssertionError):
        TRIALS[canary.function]()
