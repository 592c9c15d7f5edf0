"""The picture of `spec/shape-log.md`: the two calls with their gates and their one memory, walked over each state of these."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import product
from typing import Final, NamedTuple

from properties.pictures.diagram import flowchart
from properties.pictures.walk import lies_about, yes_or_no
from reference import Process
from spec.port import SHAPE_LOG_VARIABLE

SHAPE: Final = ("backend", "kernel", 1, 2, 3)
SILENT: Final = "nothing logged"
CLOSED: Final = "nothing logged, nothing remembered"
LOGGED: Final = "one record, at the level and in the words of the call"


class Asked(NamedTuple):
    """A call, the gates, and whether the shape has been reported before."""

    call: str
    debug: bool
    variable: str | None
    remembered: bool


def lies(picture: str) -> Iterator[str]:
    """What the picture gets wrong."""
    cases = (Asked(*one) for one in product(("route", "shape"), (False, True), (None, "0", "1", "true"), (False, True)))
    return lies_about(flowchart(picture), cases, lambda asked: asked.call, answer, contradicted)


def answer(asked: Asked, passed: Sequence[str]) -> str | None:
    """The call's own gate, and the memory."""
    match passed[-1]:
        case "debug on?":
            return yes_or_no(asked.debug)
        case "METRALE_GEMM_SHAPE_LOG exactly 1?":
            return yes_or_no(asked.variable == "1")
        case "is (name, m, n, k) in this backend's memory?":
            return "yes" if asked.remembered else "no: put it there"
    return None


def contradicted(asked: Asked, end: str) -> str | None:
    """What the reference logs, and whether the shape is in its memory afterwards."""
    process = Process()
    process.set_debug_logging(True)
    if asked.remembered:
        process.log_cutlass_nvfp4_route(*SHAPE)
    process.set_debug_logging(asked.debug)
    process.set_env(SHAPE_LOG_VARIABLE, asked.variable)
    logged = (process.log_gemm_shape if asked.call == "shape" else process.log_cutlass_nvfp4_route)(*SHAPE)
    process.set_debug_logging(True)
    remembered = not process.log_cutlass_nvfp4_route(*SHAPE)
    right = LOGGED if len(logged) == 1 and remembered else CLOSED if not logged and remembered == asked.remembered else "none of the ends"
    if end == right or (end == SILENT and right == CLOSED and remembered):
        return None
    return f"the reference logs {len(logged)} records and " + ("remembers it" if remembered else "does not remember it")
