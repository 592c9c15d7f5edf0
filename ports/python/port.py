# ruff: noqa: D102 - what a method must answer is on its page
"""A port for `--port-module port:Port`, to copy: the suite makes one object a process lifetime, calls its methods, and does what is left of a driver.

It needs no wire and no loop. `hello`, `set_env` and `race` are added by the suite where they are lacking, as here; variables then are those of
`os.environ`, which are put back before `reset` is called. The last lines let mypy say which method does not fit the port interface: run
`mypy ports/python` from the checkout. `cd ports/python && pytest ../.. --port-module port:Port` judges it.
"""

from __future__ import annotations

import logging
from collections.abc import Callable
from typing import TYPE_CHECKING

import implementation

from spec.port import Decision, Depth, LogRecord, ParseError


class Port:
    """Turns the implementation's own types into those of the port interface."""

    def bool_value_enabled(self, value: str | None) -> bool:
        return implementation.bool_value_enabled(value)

    def watchdogs_disabled_from_value(self, value: str | None) -> bool:
        return implementation.watchdogs_disabled_from_value(value)

    def prefill_batched_first_chunk_from_parts(self, codispatch: bool, q12: str | None) -> bool:
        return implementation.prefill_batched_first_chunk_from_parts(codispatch, q12)

    def batched_chunk_zero_admitted(self, first_chunk_lever: bool, varlen: bool) -> bool:
        return implementation.batched_chunk_zero_admitted(first_chunk_lever, varlen)

    def parse_decode_ring_slots(self, s: str) -> Depth | ParseError:
        try:
            return Depth(implementation.parse_decode_ring_slots(s))
        except implementation.SlotsError as error:
            return ParseError(str(error))

    def decode_ring_fit_ladder(self) -> tuple[int, ...]:
        return implementation.LADDER

    def decode_rollback_ring_slots_with(
        self, num_ssm_layers: int, use_speculative: bool, published: int | None, ring_override: str | None, watchdogs_disabled: bool
    ) -> Decision:
        decision = implementation.decode_rollback_ring_slots_with(num_ssm_layers, use_speculative, published, ring_override, watchdogs_disabled)
        return Decision(decision.slots, decision.skip_reason)

    def fit_decode_ring_slots(self, start_slots: int, reserve_without_ring: int, bytes_per_ring_slot: int, free_mem: int) -> int:
        return implementation.fit_decode_ring_slots(start_slots, reserve_without_ring, bytes_per_ring_slot, free_mem)

    def set_prefill_codispatch_from_cli(self, enabled: bool) -> bool:
        return implementation.set_prefill_codispatch_from_cli(enabled)

    def prefill_codispatch_enabled(self) -> bool:
        return implementation.prefill_codispatch_enabled()

    def set_prefill_varlen_from_cli(self, enabled: bool) -> bool:
        return implementation.set_prefill_varlen_from_cli(enabled)

    def prefill_varlen_enabled(self) -> bool:
        return implementation.prefill_varlen_enabled()

    def prefill_batched_first_chunk_enabled(self) -> bool:
        return implementation.prefill_batched_first_chunk_enabled()

    def prefill_batched_chunk_zero_admitted(self) -> bool:
        return implementation.prefill_batched_chunk_zero_admitted()

    def set_decode_ring_slots(self, slots: int) -> int:
        return implementation.set_decode_ring_slots(slots)

    def published_decode_ring_slots(self) -> int | None:
        return implementation.published_decode_ring_slots()

    def decode_rollback_ring_slots(self, num_ssm_layers: int, use_speculative: bool) -> Decision:
        decision = implementation.decode_rollback_ring_slots(num_ssm_layers, use_speculative)
        return Decision(decision.slots, decision.skip_reason)

    def log_gemm_shape(self, backend: str, name: str, m: int, n: int, k: int) -> tuple[LogRecord, ...]:
        return logged_by(lambda: implementation.log_gemm_shape(backend, name, m, n, k))

    def log_cutlass_nvfp4_route(self, backend: str, name: str, m: int, n: int, k: int) -> tuple[LogRecord, ...]:
        return logged_by(lambda: implementation.log_cutlass_nvfp4_route(backend, name, m, n, k))

    def set_debug_logging(self, enabled: bool) -> None:
        implementation.log.setLevel(logging.DEBUG if enabled else logging.WARNING)

    def reset(self) -> None:
        # to be left out where it cannot be done: then every lifetime gets a process of its own, which takes longer
        implementation.forget_everything()
        self.set_debug_logging(False)


class Collector(logging.Handler):
    """Keeps the records that are logged while it is attached."""

    def __init__(self) -> None:
        super().__init__()
        self.records: list[LogRecord] = []

    def emit(self, record: logging.LogRecord) -> None:
        """Keeps one record. The port interface calls Python's WARNING `warn`."""
        level = "warn" if record.levelno == logging.WARNING else record.levelname.lower()
        self.records.append(LogRecord(level, record.getMessage()))


def logged_by(call: Callable[[], None]) -> tuple[LogRecord, ...]:
    """The records that a call logs."""
    collector = Collector()
    implementation.log.addHandler(collector)
    try:
        call()
    finally:
        implementation.log.removeHandler(collector)
    return tuple(collector.records)


if TYPE_CHECKING:
    from spec.port import ProcessCalls, PureFunctions

    # a port that offers less leaves a Protocol out, or assigns to one of its own that has fewer methods
    _pure: PureFunctions = Port()
    _process: ProcessCalls = Port()
