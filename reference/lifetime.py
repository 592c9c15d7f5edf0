"""What the calls of every page share: a process lifetime with its environment and its word size.

A page's own state is made in its `reset`, so that a process is born and reset by the same lines. The pages are put together in `process.py`.
"""

from __future__ import annotations

from collections.abc import Mapping

from reference.environment import Environment
from spec.port import EnvironmentValue


class Lifetime:
    """One process lifetime, its words of `word_bits` bits, born with `environment`."""

    def __init__(self, word_bits: int = 64, environment: Mapping[str, bytes] = {}) -> None:
        self.word_bits = word_bits
        self.largest_word: int = 2**word_bits - 1
        self._environment_at_birth = dict(environment)
        self.reset()

    def reset(self) -> None:
        self.environment = Environment(self._environment_at_birth)

    def set_env(self, name: str, value: EnvironmentValue) -> None:
        self.environment.set(name, value)
