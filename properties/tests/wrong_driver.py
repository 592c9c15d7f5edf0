"""A driver that starts fast and is wrong in the way that its argument names, for tests that run the door: `python -I -S wrong_driver.py MODE`.

It offers the ladder, the fit, the parser and one truth question, of the standard library alone. What the modes are is told where they are asked for.
"""

from __future__ import annotations

import json
import os
import sys
import time

MODE = sys.argv[1]
LARGEST_WORD = 2**64 - 1
with open(__file__.rpartition("properties")[0] + "spec/port.py", encoding="utf-8") as declared:  # noqa: PTH123 - pathlib would double a start
    DECLARED = {line.partition(":")[0]: line.rpartition("= ")[2].strip() for line in declared if line[:1].isupper()}
SPEC = DECLARED["VERSION"].strip('"').rpartition(".")[0]
SIZE = int(DECLARED["DECODE_ROLLBACK_RING_SLOTS"])
RUNGS = [SIZE >> halvings for halvings in range(SIZE.bit_length())]

asked = 0


def bool_value_enabled(value: str | None) -> bool:
    """Right, but `now-and-then`: wrong once, at a call that depends on the process."""
    global asked  # noqa: PLW0603 - a driver of four functions needs no class
    asked += 1
    right = value is not None and (value == "1" or (value.isascii() and value.lower() == "true"))
    return right is not (MODE == "now-and-then" and asked == 5 + os.getpid() % 50)


def decode_ring_fit_ladder() -> list[str]:
    """Right."""
    return [*map(str, RUNGS), "0"]


def fit_decode_ring_slots(start_slots: str, reserve_without_ring: str, bytes_per_ring_slot: str, free_mem: str) -> str:
    """Right, but `strict`: wants a byte more than it needs; `crash`: dies when it starts from 3; `slow`: takes a second from 7."""
    if MODE == "crash" and start_slots == "3":
        print("about to die", file=sys.stderr, flush=True)  # noqa: T201 - this is a program
        os.abort()
    if MODE == "slow" and start_slots == "7":
        time.sleep(1)
    for rung in RUNGS:
        total = min(int(reserve_without_ring) + min(rung * int(bytes_per_ring_slot), LARGEST_WORD), LARGEST_WORD)
        if rung <= int(start_slots) and (total < int(free_mem) if MODE == "strict" else total <= int(free_mem)):
            return str(rung)
    return "0"


def parse_decode_ring_slots(s: str) -> dict[str, str | None]:  # noqa: ARG001 - wrong whatever it is
    """Refuses everything, with a terminal escape and markup in its message."""
    return {"err": "\x1b[31m<script>alert(1)</script>", "kind": "unknown"}


METHODS = {one.__name__: one for one in (bool_value_enabled, decode_ring_fit_ladder, fit_decode_ring_slots, parse_decode_ring_slots)}
if MODE == "empty":
    METHODS = {}

for line in sys.stdin:
    request = json.loads(line)
    answer: dict[str, object] = {"jsonrpc": "2.0", "id": request["id"]}
    if request["method"] == "hello":
        answer["result"] = {"port": "wrong", "version": MODE, "spec": SPEC, "word_bits": 64, "methods": list(METHODS)}
    elif request["method"] in METHODS:
        answer["result"] = METHODS[request["method"]](**request["params"])
    else:
        answer["error"] = {"code": -32601, "message": "no such method"}
    sys.stdout.write(json.dumps(answer) + "\n")
    sys.stdout.flush()
