# ruff: noqa: D102 - a method's meaning is its page's, and what is wrong with it is told with its class
"""A `reset` that keeps one thing only is found out before anything rests on it: else its rules would be blamed for what another lifetime did."""

from __future__ import annotations

import pytest

from properties.harness.in_process import InProcess
from properties.harness.trust import reset_forgets
from reference.process import Process
from spec.port import PORT_METHODS, SWITCHES, EnvironmentValue


class KeepsOtherBackends(Process):
    """Forgets the shapes of one backend alone, the first in the alphabet but one."""

    def reset(self) -> None:
        kept = {shape for shape in getattr(self, "_seen", ()) if shape[0] != "backend"}
        super().reset()
        self._seen |= kept


class KeepsDeepDepths(Process):
    """Keeps a published depth that is more than the ring is sized for."""

    def reset(self) -> None:
        depth = self.published_decode_ring_slots() if hasattr(self, "environment") else None
        super().reset()
        if depth is not None and depth > 8:
            self.set_decode_ring_slots(depth)


class BringsUnsetVariablesBack(Process):
    """Sets a variable again that was set and unset."""

    def reset(self) -> None:
        unset = getattr(self, "unset", {})
        super().reset()
        self.unset: dict[str, EnvironmentValue] = {}
        self.last: dict[str, EnvironmentValue] = {}
        for name, value in unset.items():
            super().set_env(name, value)

    def set_env(self, name: str, value: EnvironmentValue) -> None:
        super().set_env(name, value)
        if value is None and self.last.get(name) is not None:
            self.unset[name] = self.last[name]
        self.last[name] = value


class KeepsWhatAQuestionResolved(Process):
    """Keeps a switch that a read has turned on."""

    def reset(self) -> None:
        on = getattr(self, "on", False)
        super().reset()
        self.on = False
        if on:
            self.set_prefill_varlen_from_cli(True)

    def prefill_varlen_enabled(self) -> bool:
        self.on = super().prefill_varlen_enabled() and self.environment.text(SWITCHES[1].variable) == "1"
        return super().prefill_varlen_enabled()


@pytest.mark.parametrize("port", [KeepsOtherBackends, KeepsDeepDepths, BringsUnsetVariablesBack, KeepsWhatAQuestionResolved])
def test_a_reset_that_keeps_one_thing_is_found_out(port: type[Process]) -> None:
    """It is said which call showed it."""
    told = reset_forgets(InProcess(port).ask, frozenset(PORT_METHODS))
    assert told is not None
    assert told.startswith("reset is not used, and each script gets a new process: after ")


def test_a_reset_that_forgets_everything_is_trusted() -> None:
    """It answers as a new process does."""
    assert reset_forgets(InProcess(Process).ask, frozenset(PORT_METHODS)) is None
