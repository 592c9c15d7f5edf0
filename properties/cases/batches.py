"""The list of batches that a run puts to a port, in the order in which they are started. What is in a batch is in its own module."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from properties.cases.batch import AnyBatch, Batch, Plan
from properties.transcript import Script
from spec.port import Call


def _ladder(plan: Plan) -> Iterator[Script]:
    """The one question without a parameter."""
    if "decode_ring_fit_ladder" in plan.methods:
        yield Script("ladder", (Call("decode_ring_fit_ladder"),))


BATCHES: Final[tuple[AnyBatch, ...]] = (Batch("ladder", _ladder),)
