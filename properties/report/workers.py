"""What the door does for the workers of pytest-xdist, where it is installed and asked for: tells them what to ask, hears their notices, ends them.

What the batches came to travels with the test reports and is none of this.
"""

from __future__ import annotations

import contextlib
import os
import signal

import msgspec
import pytest

from properties.report.items import PLAN, SETTINGS


class Workers:
    """The workers of one run. `notices` is what they had to say of the port."""

    def __init__(self, config: pytest.Config) -> None:
        self._config = config
        self._processes: list[int] = []
        self.notices: list[str] = []

    @pytest.hookimpl(optionalhook=True)
    def pytest_configure_node(self, node: object) -> None:
        """Gives a worker of pytest-xdist the settings and the plan, so that all of them ask the same."""
        workerinput: dict[str, str] = node.workerinput  # type: ignore[attr-defined]  # pytest-xdist has no types, and need not be installed
        workerinput["metrale_settings"] = msgspec.json.encode(self._config.stash[SETTINGS]).decode()
        if PLAN in self._config.stash:
            workerinput["metrale_plan"] = msgspec.json.encode(self._config.stash[PLAN]).decode()

    @pytest.hookimpl(optionalhook=True)
    def pytest_testnodedown(self, node: object) -> None:
        """Takes over what a worker has to say of the port."""
        told: dict[str, list[str]] = getattr(node, "workeroutput", {})
        self.notices.extend(told.get("metrale_notices", []))

    @pytest.hookimpl(optionalhook=True)
    def pytest_xdist_newgateway(self, gateway: object) -> None:
        """Learns the process of a worker, before it is busy."""
        self._processes.append(gateway._rinfo().pid)  # type: ignore[attr-defined]  # pytest-xdist has no types, and need not be installed

    def pytest_keyboard_interrupt(self) -> None:
        """Interrupts the workers too, which a terminal does and a signal to this process alone does not: they would finish their batch first."""
        for worker in self._processes:
            with contextlib.suppress(ProcessLookupError):
                os.kill(worker, signal.SIGINT)
