"""The reference, where the rules cannot look: threads inside one cell, what a process is born with, and the choices where the spec leaves one.

Everything that a rule says is held to the rules, not here.
"""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier, active_count, get_ident
from time import sleep
from typing import TypeVar

import pytest

from reference import Process
from reference.race import race
from reference.shape_log import flop_count, flop_text
from reference.switches import OnceCell
from spec import wire
from spec.port import (
    CODISPATCH_VARIABLE,
    DECODE_ROLLBACK_RING_SLOTS,
    PORT_METHODS,
    Q12_VARIABLE,
    RESERVE_FULL_VARIABLE,
    SHAPE_LOG_VARIABLE,
    VARLEN_VARIABLE,
    Call,
    LogRecord,
    ParseError,
    Served,
    ServeFlags,
)

T = TypeVar("T")

NO_FLAGS = ServeFlags(None, None, None, speculative=False, dflash=False)


def at_once(count: int, work: Callable[[int], T]) -> list[T]:
    """What `work` answers to 0, 1, ... on as many threads, let go together."""
    barrier = Barrier(count)

    def run(number: int) -> T:
        barrier.wait()
        return work(number)

    with ThreadPoolExecutor(count) as threads:
        return list(threads.map(run, range(count)))


def test_threads_that_write_one_cell_at_once_all_see_one_value() -> None:
    """Whichever comes first, the others are told its value."""
    cell = OnceCell[int]()
    seen = at_once(16, cell.set)
    assert {cell.get()} == set(seen)


def test_threads_that_resolve_one_cell_at_once_resolve_it_once() -> None:
    """The initial value is made by one thread, and the others wait for it, however long it takes."""
    cell = OnceCell[int]()
    made: list[int] = []

    def make() -> int:
        made.append(get_ident())
        sleep(0.05)
        return len(made)

    assert at_once(16, lambda _: cell.get_or_init(make)) == [1] * 16
    assert len(made) == 1


@pytest.mark.parametrize("value", [False, 0, None])
def test_a_value_that_is_false_is_still_a_first_value(value: object) -> None:
    """Off, depth 0 and nothing are values; only an unwritten cell takes another."""
    cell = OnceCell[object]()
    assert cell.set(value) is value
    assert cell.set(True) is value


def test_the_calls_of_a_race_run_at_one_time_and_are_answered_in_their_order() -> None:
    """Each call waits until all have begun, which no sequence of calls could."""
    all_begun = Barrier(8)
    calls = [Call("set_decode_ring_slots", (slots,)) for slots in range(8)]

    def answer(call: Call) -> object:
        all_begun.wait(timeout=30)
        return call.args[0]

    assert race(calls, answer) == tuple(range(8))
    assert race([], answer) == ()


def test_no_call_of_a_race_begins_before_all_its_threads_are_there() -> None:
    """The first call to be answered sees the threads of the others."""
    before = active_count()
    seen: list[int] = []
    race([Call("prefill_varlen_enabled")] * 8, lambda _: seen.append(active_count()))
    assert seen[0] == before + 8


def test_what_a_racing_call_raises_is_raised_to_the_asker() -> None:
    """A thread must not swallow it."""
    with pytest.raises(AttributeError):
        Process().race([Call("prefill_varlen_enabled"), Call("no_such_method")])


def test_the_words_of_a_process_are_as_large_as_it_was_told() -> None:
    """A number of 2**32 is a word of 64 bits and none of 32; a total saturates at the largest of either."""
    small, large = Process(32), Process(64)
    assert "unknown" in str(small.parse_decode_ring_slots("4294967296"))
    assert "exceeds" in str(large.parse_decode_ring_slots("4294967296"))
    assert small.fit_decode_ring_slots(8, 0, 2**31, 2**32 - 1) == 8
    assert large.fit_decode_ring_slots(8, 0, 2**31, 2**32 - 1) == 1
    assert (small.hello().word_bits, large.hello().word_bits) == (32, 64)


def test_no_variable_of_the_running_process_reaches_the_reference(monkeypatch: pytest.MonkeyPatch) -> None:
    """The environment is what a process was born with and what it was told since."""
    monkeypatch.setenv(CODISPATCH_VARIABLE, "1")
    assert Process().prefill_codispatch_enabled() is False
    assert Process(64, {CODISPATCH_VARIABLE: b"1"}).prefill_codispatch_enabled() is True


def test_reset_gives_back_the_state_and_the_environment_of_birth() -> None:
    """Cells, published depth, variables, debug logging and the memory of shapes."""
    process = Process(64, {Q12_VARIABLE: b"1", SHAPE_LOG_VARIABLE: b"1"})
    process.set_env(Q12_VARIABLE, None)
    process.set_prefill_codispatch_from_cli(True)
    process.set_prefill_varlen_from_cli(True)
    process.set_decode_ring_slots(3)
    process.set_debug_logging(True)
    assert process.log_gemm_shape("gpu", "a", 1, 1, 1) != ()
    process.reset()
    assert process.prefill_batched_first_chunk_enabled() is True
    assert process.prefill_codispatch_enabled() is False
    assert process.prefill_varlen_enabled() is False
    assert process.published_decode_ring_slots() is None
    assert process.log_cutlass_nvfp4_route("gpu", "a", 1, 1, 1) == ()
    assert process.log_gemm_shape("gpu", "a", 1, 1, 1) == (LogRecord("warn", "GEMM_SHAPE a M=1 N=1 K=1 FLOP=2.000e0"),)


def test_a_switch_still_reads_its_variable_after_a_reset() -> None:
    """A reset must not leave a switch with the environment of the lifetime before."""
    process = Process()
    process.reset()
    process.set_env(VARLEN_VARIABLE, "1")
    assert process.prefill_varlen_enabled() is True


def test_a_serve_with_a_text_that_is_no_depth_sets_nothing() -> None:
    """The flags are parsed before the first of them is published."""
    process = Process()
    with pytest.raises(ValueError, match="unknown ssm-decode-ring-slots 'nine'"):
        process.start_serve(ServeFlags(True, True, "nine", speculative=False, dflash=False), 1, 0, 0, 0)
    assert process.prefill_codispatch_enabled() is False
    assert process.prefill_varlen_enabled() is False
    assert process.published_decode_ring_slots() is None


@pytest.mark.parametrize("value", [b"", b"0", b"\xff"])
def test_a_full_reserve_is_asked_for_by_presence_alone(value: bytes) -> None:
    """A choice of the reference: the reserve is for the whole ring, while the fit and the allocation go on as ever (room for 2 slots here)."""
    process = Process(64, {RESERVE_FULL_VARIABLE: value})
    assert process.start_serve(NO_FLAGS, 1, 100, 10, 120) == Served(2, DECODE_ROLLBACK_RING_SLOTS, 2)


def test_a_fit_where_nothing_fits_is_published_as_depth_0() -> None:
    """A choice of the reference: what is smaller than the decided depth is published, be it 0."""
    assert Process().start_serve(NO_FLAGS, 1, 100, 10, 99) == Served(0, 0, 0)


@pytest.mark.parametrize(
    ("flop", "text"),
    [
        (0.0, "0.000e0"),
        (9.9995, "9.999e0"),  # the nearest double lies below the tie
        (9999500.0, "1.000e7"),  # a tie, to the even side, which takes the next power of ten
        (1e100, "1.000e100"),
        (0.0625, "6.250e-2"),
    ],
)
def test_a_count_of_operations_is_written_with_a_bare_exponent(flop: float, text: str) -> None:
    """No plus sign and no padding, for any exponent."""
    assert flop_text(flop) == text


def test_the_largest_shape_is_counted_in_binary64() -> None:
    """Three factors of 2**32 - 1 are more than a 64-bit integer holds."""
    assert flop_text(flop_count(2**32 - 1, 2**32 - 1, 2**32 - 1)) == "1.585e29"


def test_a_text_of_ten_thousand_digits_is_told_by_its_value() -> None:
    """Python's own int() refuses so many digits."""
    process = Process()
    assert str(process.parse_decode_ring_slots("0" * 10_000 + "8")) == "Depth(ok=8)"
    nines = "9" * 10_000
    assert process.parse_decode_ring_slots(nines) == ParseError(
        f"unknown ssm-decode-ring-slots '{nines}' (valid: auto, 0..={DECODE_ROLLBACK_RING_SLOTS})"
    )


def test_the_reference_offers_what_the_wire_knows() -> None:
    """Two lists of methods that must not drift apart."""
    assert tuple(wire.METHODS) == PORT_METHODS
