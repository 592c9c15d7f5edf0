"""The lattice: the whole product of boundary classes of every pure function, smallest first.

What the classes are is in a module for each subject; texts, of which there are many more, are in `texts.py`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from itertools import product
from typing import Final, get_type_hints

from properties.cases import decision_boundaries, fit_boundaries
from properties.cases.batch import Batch, Plan
from properties.cases.cutting import Calls, lifetimes, long_scripts
from spec.port import Argument, Call, PureFunctions

TEXTS_OF_A_LEVER: Final = (
    None,
    "",
    "0",
    "1",
    "true",
    "TRUE",
    "tRuE",
    "false",
    "off",
    "on",
    "yes",
    "2",
    "01",
    "1 ",
    " 1",
    "true ",
    " true",
    "+1",
    "１",
    "t",
    "tru",
)
"""What the variable of a lever may hold where what counts is the OR; all its texts are put elsewhere."""


def _fit(plan: Plan) -> Iterator[Calls]:
    return _each(fit_boundaries.grid(), fit_boundaries.boundaries(plan.word_bits))


def _chains(plan: Plan) -> Iterator[Calls]:
    return fit_boundaries.chains(plan.word_bits)


def _admission(plan: Plan) -> Iterator[Calls]:
    del plan  # the two ORs are the same at every word size
    return _each(both_ors())


def both_ors(texts: tuple[str | None, ...] = TEXTS_OF_A_LEVER) -> Iterator[Call]:
    """Both ORs of admission with every combination of their parts as declared, so that a lever that joins is put with all the others."""
    values: Mapping[object, tuple[Argument, ...]] = {bool: (False, True), str | None: texts}
    for declared in (PureFunctions.batched_chunk_zero_admitted, PureFunctions.prefill_batched_first_chunk_from_parts):
        kinds = get_type_hints(declared)
        del kinds["return"]
        yield from (Call(declared.__name__, parts) for parts in product(*(values[kind] for kind in kinds.values())))


def _ladder(plan: Plan) -> Iterator[Calls]:
    del plan  # the one pure question without a parameter; a fit between must not use the rungs up
    ladder = Call("decode_ring_fit_ladder")
    yield (ladder,)
    yield (ladder, Call("fit_decode_ring_slots", (1, 0, 1, 1)), ladder)


def _each(*calls: Iterable[Call]) -> Iterator[Calls]:
    return ((call,) for some in calls for call in some)


LATTICE: Final[tuple[Batch, ...]] = (
    long_scripts("lattice[admission]", _admission),
    long_scripts("lattice[ring-ladder]", _ladder, needs=("decode_ring_fit_ladder",)),
    long_scripts("lattice[ring-fit-chains]", _chains, needs=(fit_boundaries.METHOD,)),
    long_scripts("lattice[ring-fit]", _fit, needs=(fit_boundaries.METHOD,)),
    long_scripts("lattice[ring-decision]", decision_boundaries.decisions, needs=("decode_rollback_ring_slots_with",)),
    lifetimes("lattice[ring-decision-of-a-process]", decision_boundaries.decisions_of_a_process, needs=("decode_rollback_ring_slots",)),
)
"""Every batch of the lattice."""
