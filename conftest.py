# ruff: noqa: E402 - the imports below the first statement take longest, and an interrupt meanwhile is to be met
"""The door: pytest's hooks, each handed over to `properties/report/`, where it is told what they come to."""

from __future__ import annotations

from properties.report.interrupt import mind_interrupts

mind_interrupts()

from collections.abc import Generator, Iterator
from pathlib import Path

import pytest

import properties
from properties.harness.interrupts import interrupts_held_back
from properties.report import door, items, options
from properties.report.port_run import PortRun


def pytest_addoption(parser: pytest.Parser, pluginmanager: pytest.PytestPluginManager) -> None:
    """Declares the options, unless the installed package's entry point has."""
    if not pluginmanager.is_registered(options):
        options.pytest_addoption(parser)


@pytest.hookimpl(tryfirst=True)
def pytest_configure(config: pytest.Config) -> None:
    """Checks the options, and opens the door in the process that the user started."""
    if Path(properties.__path__[0]).parent != Path(__file__).resolve().parent:
        raise pytest.UsageError(f"The suite in {properties.__path__[0]} was imported instead of this checkout's; install it with pip install -e.")
    door.configure(config)


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    """Leaves the project's own tests out where a port is judged."""
    return items.left_out(collection_path, config) or None


@pytest.fixture(scope="session")
def port_run(pytestconfig: pytest.Config) -> Iterator[PortRun]:
    """The part of the run that is done in this process."""
    yield from items.port_run(pytestconfig)


@pytest.hookimpl(wrapper=True, tryfirst=True)
def pytest_runtest_protocol(item: pytest.Item) -> Generator[None, object, object]:
    """Holds interrupts back from what pytest does around a batch."""
    if not items.is_of_rules(item.nodeid):
        return (yield)
    with interrupts_held_back():
        return (yield)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item: pytest.Item, call: pytest.CallInfo[None]) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """Has the report of a batch carry what it came to."""
    report = yield
    if call.when == "call":
        items.carry(item, report)
    return report
