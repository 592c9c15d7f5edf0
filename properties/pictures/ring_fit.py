"""The picture of `spec/ring-fit.md`: one question a rung, walked over small numbers and over the largest word."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import product
from typing import Final, NamedTuple

from properties.pictures.diagram import flowchart
from properties.pictures.walk import lies_about, yes_or_no
from reference.ring_fit import fit_decode_ring_slots
from spec.port import DECODE_ROLLBACK_RING_SLOTS

RUNG: Final = re.compile(r"rung (\d+): reserve(?: \+ (?:(\d+) × )?(bytes))? ≤ free\?")
DEPTH: Final = re.compile(r"(\d+)(?:, (it fits|though nothing fits))?")
LARGEST: Final = 2**64 - 1


class Fit(NamedTuple):
    """A fit: slots, then bytes."""

    start: int
    reserve: int
    per_slot: int
    free: int


def lies(picture: str) -> Iterator[str]:
    """What the picture gets wrong."""
    starts = range(2 * DECODE_ROLLBACK_RING_SLOTS + 1)
    small = product(starts, (0, 2), (0, 1, 3), range(4 * len(starts)))
    large = product(starts, (0, LARGEST), (1, 2**61, LARGEST), (0, LARGEST - 1, LARGEST))
    cases = (Fit(*one) for one in (*small, *large))
    return lies_about(flowchart(picture), cases, lambda _: "start", answer, contradicted)


def answer(fit: Fit, passed: Sequence[str]) -> str | None:
    """A rung above the start is passed over; sum and product saturate."""
    asked = RUNG.fullmatch(passed[-1])
    if asked is None:
        return None
    times = 0 if asked[3] is None else int(asked[2] or 1)
    total = min(fit.reserve + min(times * fit.per_slot, LARGEST), LARGEST)
    return yes_or_no(int(asked[1]) <= fit.start and total <= fit.free)


def contradicted(fit: Fit, end: str) -> str | None:
    """The depth of the reference, and whether the reserve alone fits."""
    depth = fit_decode_ring_slots(*fit, LARGEST)
    said = DEPTH.fullmatch(end)
    if said is None or int(said[1]) != depth:
        return f"the fit is {depth}"
    if said[2] is not None and (said[2] == "it fits") != (fit.reserve <= fit.free):
        return "the reserve alone " + ("fits" if fit.reserve <= fit.free else "does not fit")
    return None
