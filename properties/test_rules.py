"""The test that judges a port: a batch of cases is put to it, and no rule is broken. Which batches there are is told in `cases/batches.py`."""

from __future__ import annotations

import pytest

from properties.cases.batch import AnyBatch
from properties.harness.interrupts import interrupts_let_through
from properties.report.failures import batch_text
from properties.report.items import OUTCOME, SENTENCES, SETTINGS, batches_of
from properties.report.port_run import PortRun


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Makes a test a batch."""
    batches = batches_of(metafunc.config.stash[SETTINGS])
    metafunc.parametrize("batch", batches, ids=[batch.name for batch in batches])


def test_no_rule_is_broken_in(batch: AnyBatch, port_run: PortRun, request: pytest.FixtureRequest) -> None:
    """The port keeps every rule that a call of this batch bears on."""
    with interrupts_let_through():
        outcome = request.node.stash[OUTCOME] = port_run.run(batch)
    settings = request.config.stash[SETTINGS]
    text = batch_text(outcome, settings, request.config.stash[SENTENCES])
    if text is not None:
        pytest.fail(text, pytrace=False)
