"""The sweeps, run: `pytest properties/contracts/sweeps.py` judges whole domains, and sees mistakes in the reference show in them.

They take half a minute, so a plain `pytest` does not collect this module: it checks that what they showed is fresh, see `evidence.py`.
"""

from __future__ import annotations

import pytest

from properties.contracts.canaries import CANARIES, Canary
from properties.contracts.changed import changed
from properties.contracts.exhaustive import SWEEPS, Sweep, violations

BY_NAME = {sweep.name: sweep for sweep in SWEEPS}


@pytest.mark.parametrize("sweep", [pytest.param(sweep, id=sweep.name) for sweep in SWEEPS])
def test_the_reference_keeps_the_rules_throughout(sweep: Sweep) -> None:
    """Nothing in the domain breaks a rule, and each rule had something to judge."""
    assert list(violations(sweep)) == []


@pytest.mark.parametrize(
    ("canary", "sweep"),
    [pytest.param(canary, BY_NAME[name], id=f"{canary.mistake}-{name}") for canary in CANARIES for name in canary.seen_in],
)
def test_the_mistake_shows(canary: Canary, sweep: Sweep) -> None:
    """A mistake in one place of the reference breaks one of the sweep's rules, and is blamed on it."""
    with changed(canary.function, canary.old, canary.new):
        assert next(violations(sweep), None) is not None
