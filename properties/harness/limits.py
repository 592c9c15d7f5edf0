"""How long a port is waited for, unless its user says otherwise."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

REQUEST_TIMEOUT_S: Final = 10.0
START_TIMEOUT_S: Final = 30.0
EXIT_TIMEOUT_S: Final = 2.0


@dataclass(frozen=True, slots=True)
class Limits:
    """How long answers are waited for, in seconds: the first one of a process, each later one, and its end once all is answered."""

    start: float
    request: float
    exit: float
