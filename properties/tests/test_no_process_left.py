"""However a run ends, by an interrupt or by being killed, no process of a driver outlives it."""

from __future__ import annotations

import signal
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import psutil
import pytest

from properties.harness.fleet import Fleet
from properties.harness.guardian import VARIABLE

DRIVER = str(Path(__file__).parent / "misbehaving" / "driver.py")
ROOT = str(Path(__file__).parents[2])
INTERRUPTED_S = 2.0
LONGEST_S = 5.0

RUN = """
import sys
from properties.harness.wire_port import WirePort
from properties.transcript import Script
from spec.port import Call

port = WirePort([sys.executable, "-I", "-S", sys.argv[1], sys.argv[2]], request_timeout=60, exit_timeout=0.1)
try:
    print("running", flush=True)
    asked = Script("x", (Call("decode_ring_fit_ladder"), Call("bool_value_enabled", (sys.argv[3],))))
    while True:
        for transcript in port.ask([asked] * 50):
            pass
except KeyboardInterrupt:
    print("interrupted", flush=True)
finally:
    port.close()
"""


@contextmanager
def run(mode: str, value: str) -> Iterator[subprocess.Popen[str]]:
    """A run in a process of its own, asking a driver of this mode without end."""
    with subprocess.Popen([sys.executable, "-c", RUN, DRIVER, mode, value], stdout=subprocess.PIPE, text=True, cwd=ROOT) as process:
        try:
            assert process.stdout is not None
            assert process.stdout.readline() == "running\n"
            yield process
        finally:
            process.kill()


def drivers_of(process: subprocess.Popen[str]) -> list[int]:
    """The processes that carry the mark of this run."""
    found = []
    for other in psutil.process_iter():
        try:
            if other.environ().get(VARIABLE, "").startswith(f"{process.pid}-") and other.status() != psutil.STATUS_ZOMBIE:
                found.append(other.pid)
        except psutil.Error:
            pass
    return found


def gone(process: subprocess.Popen[str], within: float) -> bool:
    """Whether the run's drivers are gone within some seconds."""
    until = time.monotonic() + within
    while drivers_of(process):
        if time.monotonic() > until:
            return False
        time.sleep(0.05)
    return True


@pytest.mark.parametrize(
    ("mode", "value"), [("none", "1"), ("hangs", "trip"), ("stays", "1"), ("forks-away", "trip"), ("floods-standard-error", "trip")]
)
@pytest.mark.parametrize("after", [0.0, 0.3])
def test_an_interrupt_ends_the_run_soon_and_leaves_nothing(mode: str, value: str, after: float) -> None:
    """Ctrl-C, early or late, whatever the driver is doing: over in two seconds, and no driver is left."""
    with run(mode, value) as process:
        time.sleep(after)
        began = time.monotonic()
        process.send_signal(signal.SIGINT)
        told, _ = process.communicate(timeout=10)
        assert time.monotonic() - began < INTERRUPTED_S
        assert told == "interrupted\n"
        assert drivers_of(process) == []


@pytest.mark.parametrize(("mode", "value"), [("none", "1"), ("hangs", "trip"), ("stays", "1"), ("forks-away", "trip")])
def test_a_run_that_is_killed_leaves_nothing(mode: str, value: str) -> None:
    """As a worker of pytest-xdist is: the guardian ends what the run cannot end itself, even what ignores the end of its input and SIGTERM."""
    with run(mode, value) as process:
        time.sleep(0.3)
        assert drivers_of(process)
        process.kill()
        process.wait()
        assert gone(process, LONGEST_S)


def test_an_interrupt_while_a_driver_starts_comes_once_it_can_be_ended(monkeypatch: pytest.MonkeyPatch) -> None:
    """Half started it would be a process with open pipes that nobody knows of."""
    start = subprocess.Popen

    def interrupted(command: Sequence[str], **named: Any) -> subprocess.Popen[bytes]:  # Any: whatever is told to Popen
        process = start(command, **named)
        signal.raise_signal(signal.SIGINT)  # it runs, and is nobody's yet
        return process

    fleet = Fleet([sys.executable, "-I", "-S", DRIVER, "right"], None)
    monkeypatch.setattr("properties.harness.driver.subprocess.Popen", interrupted)
    with pytest.raises(KeyboardInterrupt):
        fleet.take()
    started = drivers_of_this_process()
    fleet.close()
    assert (len(started), drivers_of_this_process()) == (1, [])


def drivers_of_this_process() -> list[int]:
    """Those of its children that are running drivers."""
    running = [child for child in psutil.Process().children() if child.status() != psutil.STATUS_ZOMBIE]
    return [child.pid for child in running if DRIVER in child.cmdline()]
