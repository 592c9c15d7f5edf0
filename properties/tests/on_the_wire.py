"""Runs a driver for a test: requests in, answers out, one process that must end by itself."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

CHECKOUT = Path(__file__).parents[2]

PATIENCE = 30
"""Seconds after which a driver that has not ended fails its test."""


@dataclass(frozen=True, slots=True)
class Ended:
    """What a driver answered, a line each, and how it ended."""

    lines: list[bytes]
    status: int
    stderr: str

    @property
    def answers(self) -> list[dict[str, object]]:
        """The lines as JSON."""
        return [json.loads(line) for line in self.lines]

    @property
    def results(self) -> list[object]:
        """The results alone; a KeyError where an answer is an error."""
        return [answer["result"] for answer in self.answers]

    @property
    def codes(self) -> list[object]:
        """The error codes alone, None where an answer is a result."""
        return [error["code"] if isinstance(error := answer.get("error"), dict) else None for answer in self.answers]


def asking(method: str, **params: object) -> bytes:
    """The line that asks one method, with a fixed id."""
    return json.dumps({"jsonrpc": "2.0", "id": 7, "method": method, "params": params}).encode() + b"\n"


def python(*arguments: str) -> Sequence[str]:
    """A command of this Python."""
    return (sys.executable, *arguments)


def environment_for_imports(*folders: Path) -> Mapping[str, str]:
    """The environment of this process, where Python finds the modules of these folders and of the checkout."""
    return {**os.environ, "PYTHONPATH": os.pathsep.join(map(str, (*folders, CHECKOUT)))}


def run(command: Sequence[str], *lines: bytes, cwd: Path = CHECKOUT) -> Ended:
    """Puts all lines to a driver at once, ends its input, and waits for its end."""
    ended = subprocess.run(
        command, input=b"".join(lines), capture_output=True, timeout=PATIENCE, check=False, cwd=cwd, env=environment_for_imports(cwd)
    )
    return Ended(ended.stdout.splitlines(), ended.returncode, ended.stderr.decode())
