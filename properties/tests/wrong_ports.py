# ruff: noqa: D102, ARG002 - a method's meaning is its page's, and what is wrong with it is told with its class
"""Ports that are wrong in one way each, for tests of what is reported of them. Those that the rules are tested by are in `faults/`."""

from __future__ import annotations

import os
from collections.abc import Callable
from itertools import count

from reference.process import Process


class StrictFit(Process):
    """Wants a byte more than the fit needs."""

    def fit_decode_ring_slots(self, start_slots: int, reserve_without_ring: int, bytes_per_ring_slot: int, free_mem: int) -> int:
        return super().fit_decode_ring_slots(start_slots, reserve_without_ring, bytes_per_ring_slot, max(0, free_mem - 1))


class SetterEchoes(Process):
    """The varlen setter returns its argument, whatever is in force."""

    def set_prefill_varlen_from_cli(self, enabled: bool) -> bool:
        super().set_prefill_varlen_from_cli(enabled)
        return enabled


class StopsEarly(Process):
    """Chunk zero leaves varlen unresolved when the first chunk is on."""

    def prefill_batched_chunk_zero_admitted(self) -> bool:
        return self.prefill_batched_first_chunk_enabled() or self.prefill_varlen_enabled()


class DiesOnDebugLogging(Process):
    """Exits when debug logging is set, which no rule judges."""

    def set_debug_logging(self, enabled: bool) -> None:
        os._exit(7)


def stubborn_every(times: int) -> Callable[[], Process]:
    """A factory of which each so many-th object refuses that anything is on."""
    made = count(1)

    class Stubborn(Process):
        def bool_value_enabled(self, value: str | None) -> bool:
            return False

    return lambda: Stubborn() if next(made) % times == 0 else Process()
