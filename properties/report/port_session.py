"""The port of a run: opened as the settings ask, and what the cases need to know of it. Nothing here judges."""

from __future__ import annotations

from dataclasses import replace

from properties.cases.batch import Plan
from properties.harness.asker import Asker
from properties.harness.in_process import InProcess
from properties.harness.wire_port import WirePort
from properties.report.options import Settings
from reference.process import Process


def open_port(settings: Settings) -> InProcess | WirePort:
    """The port that the settings name.

    Raises:
        properties.harness.driver.PortCannotRun: when it cannot be spoken to.
    """
    if settings.command is None:
        return InProcess(Process)
    return WirePort(settings.command, request_timeout=settings.request_timeout, directory=settings.stands_in)


def plan_for(settings: Settings, port: InProcess | WirePort) -> Plan:
    """What the cases need to know of the run."""
    per_call, per_start = (port.cost_per_call, port.cost_per_start) if isinstance(port, WirePort) else (0.0, 0.0)
    methods = frozenset(port.hello.methods)
    return Plan(settings.profile, port.hello.word_bits, methods, per_call, per_start, settings.seed)


def without_reset(plan: Plan, port: WirePort) -> Plan:
    """The same plan for a port whose `reset` is not used any more: a lifetime costs a start then."""
    return replace(plan, methods=frozenset(port.hello.methods), cost_per_call=port.cost_per_call, cost_per_start=port.cost_per_start)


def notices_of(port: Asker) -> list[str]:
    """What the port's reader should know and is no verdict."""
    return port.notices if isinstance(port, WirePort) else []
