#!/usr/bin/env python3
"""A driver to copy: it reads requests from standard input, a line each, calls `implementation.py`, and writes answers to standard output.

It needs the standard library alone. Put your own code in the place of `implementation`, and take out of METHODS what it lacks: a driver offers what
its implementation has. `start_serve` and `rollback_to_boundary` are left out here, as most ports leave them out.
"""

from __future__ import annotations

import json
import logging
import os
import re
import sys
import threading
import traceback
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any, TypeVar

import implementation as port

T = TypeVar("T")

LARGEST_WORD = 2**64 - 1

BORN_WITH = dict(os.environb)


class BadParams(Exception):  # noqa: N818 - it says what was asked, not what failed here
    """Params that the method does not take."""


class Params:
    """The params of a request, each read as the type that the method wants."""

    def __init__(self, given: dict[str, object]) -> None:
        self.given = given

    def _typed(self, name: str, kind: type[T]) -> T:
        value = self.given.get(name)
        if type(value) is not kind:  # not isinstance: True is an int
            raise BadParams(f"{name} is no {kind.__name__}")
        return value

    def flag(self, name: str) -> bool:
        """A boolean."""
        return self._typed(name, bool)

    def text(self, name: str) -> str:
        """A text."""
        return self._typed(name, str)

    def u32(self, name: str) -> int:
        """A number of 32 bits."""
        number = self._typed(name, int)
        if not 0 <= number < 2**32:
            raise BadParams(f"{name} is no number of 32 bits")
        return number

    def word(self, name: str) -> int:
        """A word, which comes as a string of digits."""
        digits = self.text(name)
        if not re.fullmatch("0|[1-9][0-9]{0,19}", digits) or int(digits) > LARGEST_WORD:
            raise BadParams(f"{name} is no word")
        return int(digits)

    def text_or_none(self, name: str) -> str | None:
        """A text, or absent."""
        return None if self.given.get(name) is None else self.text(name)

    def word_or_none(self, name: str) -> int | None:
        """A word, or absent."""
        return None if self.given.get(name) is None else self.word(name)


class Collector(logging.Handler):
    """Keeps what the implementation logs, for the call to answer with."""

    def __init__(self) -> None:
        super().__init__()
        self.records: list[dict[str, str]] = []

    def emit(self, record: logging.LogRecord) -> None:
        """Keeps one record. The wire calls Python's WARNING `warn`."""
        self.records.append({"level": {"WARNING": "warn"}.get(record.levelname, record.levelname.lower()), "message": record.getMessage()})


collector = Collector()
port.log.addHandler(collector)
port.log.propagate = False


def logged_by(function: Callable[[str, str, int, int, int], None], p: Params) -> object:
    """The records that one call logged."""
    collector.records = []
    function(p.text("backend"), p.text("name"), p.u32("m"), p.u32("n"), p.u32("k"))
    return collector.records


def word_result(word: int | None) -> str | None:
    """A word goes as a string of digits."""
    return None if word is None else str(word)


def parse_result(text: str) -> object:
    """An error is an answer here. Its kind is told by its message."""
    try:
        return {"ok": word_result(port.parse_decode_ring_slots(text))}
    except port.SlotsError as error:
        return {"err": str(error)}


def decision_result(decision: port.RingDecision) -> object:
    """A decision goes as an object."""
    return {"slots": str(decision.slots), "skip_reason": decision.skip_reason}


def set_env(p: Params) -> None:
    """Sets a variable to text or raw bytes, or unsets it."""
    name, value = p.text("name").encode(), p.given.get("value")
    if value is None:
        os.environb.pop(name, None)
    elif isinstance(value, dict):
        os.environb[name] = bytes.fromhex(value["hex"])
    else:
        os.environb[name] = p.text("value").encode()


def reset() -> None:
    """Returns to the state of a new process. A driver that cannot do that leaves `reset` out, and gets a new process for every lifetime."""
    port.forget_everything()
    port.log.setLevel(logging.WARNING)
    os.environb.clear()
    os.environb.update(BORN_WITH)


def race(calls: object) -> object:
    """Answers the calls in their order, each from a thread of its own that one barrier lets go."""
    if not isinstance(calls, list) or not all(call["method"] in CELLS for call in calls):
        raise BadParams("calls are not calls that can race")
    together = threading.Barrier(max(1, len(calls)))

    def run(call: dict[str, Any]) -> object:
        together.wait()
        return CELLS[call["method"]](Params(call["params"]))

    with ThreadPoolExecutor(together.parties) as threads:
        return list(threads.map(run, calls))


def decide(p: Params) -> object:
    """The decision of its parts, which are many."""
    published, override = p.word_or_none("published"), p.text_or_none("ring_override")
    return decision_result(
        port.decode_rollback_ring_slots_with(p.word("num_ssm_layers"), p.flag("use_speculative"), published, override, p.flag("watchdogs_disabled"))
    )


def fit(p: Params) -> object:
    """The fitted depth."""
    sizes = p.word("reserve_without_ring"), p.word("bytes_per_ring_slot"), p.word("free_mem")
    return word_result(port.fit_decode_ring_slots(p.word("start_slots"), *sizes))


Method = Callable[[Params], object]

CELLS: dict[str, Method] = {
    "set_prefill_codispatch_from_cli": lambda p: port.set_prefill_codispatch_from_cli(p.flag("enabled")),
    "prefill_codispatch_enabled": lambda _: port.prefill_codispatch_enabled(),
    "set_prefill_varlen_from_cli": lambda p: port.set_prefill_varlen_from_cli(p.flag("enabled")),
    "prefill_varlen_enabled": lambda _: port.prefill_varlen_enabled(),
    "prefill_batched_first_chunk_enabled": lambda _: port.prefill_batched_first_chunk_enabled(),
    "prefill_batched_chunk_zero_admitted": lambda _: port.prefill_batched_chunk_zero_admitted(),
    "set_decode_ring_slots": lambda p: word_result(port.set_decode_ring_slots(p.word("slots"))),
    "published_decode_ring_slots": lambda _: word_result(port.published_decode_ring_slots()),
    "decode_rollback_ring_slots": lambda p: decision_result(port.decode_rollback_ring_slots(p.word("num_ssm_layers"), p.flag("use_speculative"))),
}
METHODS: dict[str, Method] = {
    **CELLS,
    "bool_value_enabled": lambda p: port.bool_value_enabled(p.text_or_none("value")),
    "watchdogs_disabled_from_value": lambda p: port.watchdogs_disabled_from_value(p.text_or_none("value")),
    "prefill_batched_first_chunk_from_parts": lambda p: port.prefill_batched_first_chunk_from_parts(p.flag("codispatch"), p.text_or_none("q12")),
    "batched_chunk_zero_admitted": lambda p: port.batched_chunk_zero_admitted(p.flag("first_chunk_lever"), p.flag("varlen")),
    "parse_decode_ring_slots": lambda p: parse_result(p.text("s")),
    "decode_ring_fit_ladder": lambda _: [str(rung) for rung in port.LADDER],
    "decode_rollback_ring_slots_with": decide,
    "fit_decode_ring_slots": fit,
    "log_gemm_shape": lambda p: logged_by(port.log_gemm_shape, p),
    "log_cutlass_nvfp4_route": lambda p: logged_by(port.log_cutlass_nvfp4_route, p),
    "hello": lambda _: {"port": "python-sample", "version": "1.0", "spec": "0.1", "word_bits": 64, "methods": list(METHODS)},
    "set_env": set_env,
    "set_debug_logging": lambda p: port.log.setLevel(logging.DEBUG if p.flag("enabled") else logging.WARNING),
    "race": lambda p: race(p.given.get("calls")),
    "reset": lambda _: reset(),
}


def outcome(request: object) -> dict[str, object]:
    """The result of a request, or its error."""
    if not isinstance(request, dict) or request.get("jsonrpc") != "2.0" or not isinstance(request.get("params"), dict):
        return {"error": {"code": -32600, "message": "no request"}}
    method = METHODS.get(str(request.get("method")))
    if method is None:
        return {"error": {"code": -32601, "message": "no such method"}}
    try:
        return {"result": method(Params(request["params"]))}
    except BadParams as error:
        return {"error": {"code": -32602, "message": str(error)}}
    except Exception as error:  # noqa: BLE001 - whatever the implementation raises, the asker must hear of it
        traceback.print_exc()
        return {"error": {"code": -32603, "message": f"{type(error).__name__}: {error}"}}


def main() -> None:
    """Answers every line until the input ends."""
    for line in sys.stdin.buffer:
        try:
            request: object = json.loads(line)
        except ValueError:
            request = None
        request_id = request.get("id") if isinstance(request, dict) else None
        # ASCII, and flushed, or the suite would wait for an answer that is still held back here
        print(json.dumps({"jsonrpc": "2.0", "id": request_id, **outcome(request)}), flush=True)  # noqa: T201 - standard output is the wire


if __name__ == "__main__":
    main()
