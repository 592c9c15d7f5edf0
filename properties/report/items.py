"""What the tests of batches and the door share: the keys under which a run keeps its parts, and what travels with a batch's report.

The hooks in `conftest.py` come here for what is done in every process of a run; the door is in the one that the user started.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Final

import pytest

from properties.cases.batch import AnyBatch, Plan
from properties.cases.batches import BATCHES
from properties.contracts.on_port import law_batches
from properties.report import port_session
from properties.report.failures import replayed
from properties.report.options import ROOT, Settings
from properties.report.outcome import Outcome, packed
from properties.report.port_run import PortRun

RULES_FILE: Final = "properties/test_rules.py"
CARRIED: Final = "metrale_outcome"
"""The attribute of a test report that carries what a batch came to."""

SETTINGS: Final = pytest.StashKey[Settings]()
SENTENCES: Final = pytest.StashKey[Mapping[str, str]]()
PLAN: Final = pytest.StashKey[Plan]()
RUN: Final = pytest.StashKey[PortRun]()
OUTCOME: Final = pytest.StashKey[Outcome]()


def is_of_rules(nodeid: str) -> bool:
    """Whether a test's id is that of a batch."""
    return nodeid.partition("::")[0].endswith(RULES_FILE)


def batch_of(nodeid: str) -> str:
    """The name of the batch that a test's id tells."""
    return nodeid.partition("[")[2].removesuffix("]")


def batches_of(settings: Settings) -> tuple[AnyBatch, ...]:
    """The batches of a run: all that there are, or the one of a transcript that is put again; and the laws, where they are asked for."""
    batches: tuple[AnyBatch, ...] = BATCHES if settings.replay is None else (replayed(settings.replay),)
    if settings.prove is not None:
        batches += law_batches(settings.prove, settings.stands_in, str(ROOT), frozenset(settings.rules))
    return batches


def chosen(settings: Settings) -> frozenset[str] | None:
    """The rules to judge by, None for all."""
    return frozenset(settings.rules) if settings.some_rules_only else None


def left_out(path: Path, config: pytest.Config) -> bool:
    """Whether a file or folder is not collected: with a port, and to put a transcript again, only the rules are."""
    settings = config.stash[SETTINGS]
    rules_only = settings.command is not None or settings.replay is not None
    return rules_only and not (ROOT / RULES_FILE).is_relative_to(path)


def port_run(config: pytest.Config) -> Iterator[PortRun]:
    """What puts batches to the port in this process: the door's own, or in a worker of pytest-xdist one with a port of its own."""
    if RUN in config.stash:
        yield config.stash[RUN]
        return
    settings = config.stash[SETTINGS]
    run = PortRun(lambda: port_session.open_port(settings), config.stash[PLAN], chosen(settings))
    yield run
    config.workeroutput["metrale_notices"] = run.notices()  # type: ignore[attr-defined]  # pytest-xdist has no types, and need not be installed
    run.close()


def carry(item: pytest.Item, report: pytest.TestReport) -> None:
    """Has the report of a batch carry what it came to."""
    outcome = item.stash.get(OUTCOME, None)
    if outcome is not None:
        setattr(report, CARRIED, packed(outcome))
