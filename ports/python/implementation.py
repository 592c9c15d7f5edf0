"""Stands for your implementation: the rules in ordinary Python, with the cells of a process as module globals and records that go through `logging`.

Nothing here knows the suite. `driver.py` serves it on the wire by hand; `port.py` wraps it for `--port-module`.
"""

from __future__ import annotations

import logging
import os
import re
import string
import threading
from collections.abc import Callable
from typing import Generic, NamedTuple, TypeVar

T = TypeVar("T")

LARGEST_WORD = 2**64 - 1
RING_SLOTS = 8
LADDER = (8, 4, 2, 1, 0)

WHITE_SPACE = "".join(map(chr, [*range(0x09, 0x0E), 0x20, 0x85, 0xA0, 0x1680, *range(0x2000, 0x200B), 0x2028, 0x2029, 0x202F, 0x205F, 0x3000]))
ASCII_LOWER = str.maketrans(string.ascii_uppercase, string.ascii_lowercase)

log = logging.getLogger("metrale")


class OnceLock(Generic[T]):
    """A cell of the process that is written once. The lock makes it hold between threads."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._value: T | None = None

    def get(self) -> T | None:
        """The value, None while nothing is written."""
        return self._value

    def get_or_init(self, make: Callable[[], T]) -> T:
        """The value, made now if nothing is written."""
        with self._lock:
            if self._value is None:
                self._value = make()
            return self._value

    def clear(self) -> None:
        """Forgets the value: for tests and drivers, never for a serve."""
        self._value = None


class RingDecision(NamedTuple):
    """A depth in slots, and why it is 0 where nobody asked for that."""

    slots: int
    skip_reason: str | None = None


class SlotsError(ValueError):
    """A text that is no depth."""


codispatch_cell: OnceLock[bool] = OnceLock()
varlen_cell: OnceLock[bool] = OnceLock()
depth_cell: OnceLock[int] = OnceLock()
seen_shapes: set[tuple[str, str, int, int, int]] = set()


def variable(name: str) -> str | None:
    """A variable as text. os.environ would turn bytes that are no UTF-8 into half surrogate pairs, so the bytes are read."""
    raw = os.environb.get(name.encode())
    try:
        return None if raw is None else raw.decode()
    except UnicodeDecodeError:
        return None


def bool_value_enabled(value: str | None) -> bool:
    """Whether a switch's value is on."""
    return value is not None and value.translate(ASCII_LOWER) in {"1", "true"}


def watchdogs_disabled_from_value(value: str | None) -> bool:
    """Whether a value disables the watchdogs. strip() without an argument trims more than Unicode's White_Space."""
    return value is not None and bool_value_enabled(value.strip(WHITE_SPACE))


def set_prefill_codispatch_from_cli(enabled: bool) -> bool:
    """Takes `--prefill-codispatch`; returns the value in force."""
    return codispatch_cell.get_or_init(lambda: enabled)


def prefill_codispatch_enabled() -> bool:
    """The codispatch value."""
    return codispatch_cell.get_or_init(lambda: bool_value_enabled(variable("METRALE_PREFILL_CODISPATCH")))


def set_prefill_varlen_from_cli(enabled: bool) -> bool:
    """Takes `--prefill-varlen-batch`; returns the value in force."""
    return varlen_cell.get_or_init(lambda: enabled)


def prefill_varlen_enabled() -> bool:
    """The varlen value."""
    return varlen_cell.get_or_init(lambda: bool_value_enabled(variable("METRALE_PREFILL_VARLEN")))


def prefill_batched_first_chunk_from_parts(codispatch: bool, q12: str | None) -> bool:
    """The first-chunk lever of its parts."""
    return codispatch or bool_value_enabled(q12)


def batched_chunk_zero_admitted(first_chunk_lever: bool, varlen: bool) -> bool:
    """Chunk-zero admission of its parts."""
    return first_chunk_lever or varlen


def prefill_batched_first_chunk_enabled() -> bool:
    """The first-chunk lever. Its variable is read at every call."""
    return prefill_batched_first_chunk_from_parts(prefill_codispatch_enabled(), variable("METRALE_Q12_BATCHED_FIRST_CHUNK"))


def prefill_batched_chunk_zero_admitted() -> bool:
    """Chunk-zero admission. Both arguments are evaluated, so both cells are resolved."""
    return batched_chunk_zero_admitted(prefill_batched_first_chunk_enabled(), prefill_varlen_enabled())


def parse_decode_ring_slots(text: str) -> int | None:
    """The depth that a text asks for, None for `auto`. Raises SlotsError."""
    if text == "auto":
        return None
    # int() alone would take blanks, underscores and other digits, and refuse more than 4300 of them
    digits = re.fullmatch(r"\+?0*(0|[1-9][0-9]{0,19})", text)
    if digits is None or int(digits[1]) > LARGEST_WORD:
        raise SlotsError(f"unknown ssm-decode-ring-slots '{text}' (valid: auto, 0..=8)")
    slots = int(digits[1])
    if slots > RING_SLOTS:
        raise SlotsError(f"ssm-decode-ring-slots {slots} exceeds the {RING_SLOTS} the ring is sized for")
    return slots


def set_decode_ring_slots(slots: int) -> int:
    """Publishes a depth; returns the depth in force."""
    return depth_cell.get_or_init(lambda: slots)


def published_decode_ring_slots() -> int | None:
    """The published depth, None while there is none."""
    return depth_cell.get()


def decode_rollback_ring_slots_with(
    num_ssm_layers: int, use_speculative: bool, published: int | None, ring_override: str | None, watchdogs_disabled: bool
) -> RingDecision:
    """The ring's depth of its parts."""
    if num_ssm_layers == 0:
        return RingDecision(0)
    if published is not None:  # 0 is a depth too
        return RingDecision(published)
    if ring_override in {"0", "1"}:
        return RingDecision(RING_SLOTS if ring_override == "1" else 0)
    if use_speculative or watchdogs_disabled:
        return RingDecision(0, "speculative decode active" if use_speculative else "watchdogs disabled")
    return RingDecision(RING_SLOTS)


def decode_rollback_ring_slots(num_ssm_layers: int, use_speculative: bool) -> RingDecision:
    """The ring's depth. Both variables are read at every call."""
    watchdogs_disabled = watchdogs_disabled_from_value(variable("METRALE_DISABLE_WATCHDOGS"))
    override = variable("METRALE_SSM_DECODE_RING")
    return decode_rollback_ring_slots_with(num_ssm_layers, use_speculative, published_decode_ring_slots(), override, watchdogs_disabled)


def fit_decode_ring_slots(start_slots: int, reserve_without_ring: int, bytes_per_ring_slot: int, free_mem: int) -> int:
    """The deepest rung that fits. Python's integers have no end, so the total is cut to a word by hand."""
    totals = {rung: min(reserve_without_ring + rung * bytes_per_ring_slot, LARGEST_WORD) for rung in LADDER if rung <= start_slots}
    return max((rung for rung, total in totals.items() if total <= free_mem), default=0)


def log_cutlass_nvfp4_route(backend: str, name: str, m: int, n: int, k: int) -> None:
    """Logs a route, once a shape and backend, where somebody listens at debug level."""
    if log.isEnabledFor(logging.DEBUG) and first_shape(backend, name, m, n, k):
        log.debug("CUTLASS_NVFP4_ROUTE %s M=%d N=%d K=%d", name, m, n, k)


def log_gemm_shape(backend: str, name: str, m: int, n: int, k: int) -> None:
    """Logs a shape, once a shape and backend, where its variable asks for it."""
    if variable("METRALE_GEMM_SHAPE_LOG") == "1" and first_shape(backend, name, m, n, k):
        flop = re.sub(r"e([+-])0?", lambda e: "e-" if e[1] == "-" else "e", f"{2.0 * m * n * k:.3e}")  # 2.000e+00 is written 2.000e0
        log.warning("GEMM_SHAPE %s M=%d N=%d K=%d FLOP=%s", name, m, n, k, flop)


def first_shape(backend: str, name: str, m: int, n: int, k: int) -> bool:
    """Whether nothing has logged this shape on this backend before."""
    before = len(seen_shapes)
    seen_shapes.add((backend, name, m, n, k))
    return len(seen_shapes) > before


def forget_everything() -> None:
    """Returns to the state of a new process, but for the environment: for tests and drivers."""
    for cell in (codispatch_cell, varlen_cell, depth_cell):
        cell.clear()
    seen_shapes.clear()
