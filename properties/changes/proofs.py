"""What a change leaves behind among laws, sweeps and canaries: they are about a rule or a law that is gone, or lack their counterpart.

A law that no canary refutes, and a sweep that none shows in, say nothing. Whether a law holds is not told here: that takes the prover.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from functools import partial
from typing import Final

from properties.changes.attempt import attempt
from properties.contracts.canaries import Canary
from properties.contracts.changed import changed
from properties.contracts.exhaustive import Sweep
from properties.contracts.law import Law

CANARIES: Final = "properties/contracts/canaries.py"
PLAINEST: Final = {"bool": False, "bool | None": None, "int": 0, "int | None": None, "str": "", "str | None": None}
"""An argument of each kind that a law may take."""
SWEEPS: Final = "properties/contracts/exhaustive.py"


def about_no_rule(laws: Sequence[Law], sweeps: Sequence[Sweep], judged: Collection[str]) -> Iterator[str]:
    """The laws and sweeps that name a rule which is none, or is judged no more."""
    for law in laws:
        for rule in sorted(set(law.rules) - set(judged)):
            at = f"properties/contracts/laws/{law.page}.py"
            yield f"{at}: the law {law.name} is about {rule}, which is no rule that is judged; name its rule, or drop it."
    for sweep in sweeps:
        for rule in sorted(set(sweep.rules) - set(judged)):
            yield f"{SWEEPS}: the sweep {sweep.name!r} names {rule}, which is no rule that is judged; take it out."


def unlike_the_interface(laws: Sequence[Law]) -> Iterator[str]:
    """The laws that raise where they are asked with the plainest arguments: a method or a predicate does not take what they give it."""
    for law in laws:
        arguments = [PLAINEST[kind] for name, kind in law.claim.__annotations__.items() if name != "return"]
        raised = attempt(partial(law.claim, *arguments))
        if isinstance(raised, Exception):
            at = f"properties/contracts/laws/{law.page}.py"
            yield f"{at}: the law {law.name} raises {type(raised).__name__}: {raised}; let it follow what spec/port.py declares."


def without_canary(laws: Sequence[Law], sweeps: Sequence[Sweep], canaries: Sequence[Canary]) -> Iterator[str]:
    """The laws and sweeps that no mistake in the reference falls to."""
    refuted = {law for canary in canaries for law in canary.refuted_by}
    shown = {sweep for canary in canaries for sweep in canary.seen_in}
    for law in laws:
        if law.id not in refuted:
            yield f"{CANARIES}: no canary is refuted by {law.id}; write one, the reference changed in one place, that this law must refute."
    for sweep in sweeps:
        if sweep.name not in shown:
            yield f"{CANARIES}: no canary is seen in the sweep {sweep.name!r}; write one, the reference changed in one place, that shows in it."


def stale_canaries(laws: Sequence[Law], sweeps: Sequence[Sweep], canaries: Sequence[Canary]) -> Iterator[str]:
    """The canaries that name a law or a sweep which is gone, or that change what the reference no longer says."""
    known_laws, known_sweeps = {law.id for law in laws}, {sweep.name for sweep in sweeps}
    for canary in canaries:
        for law in sorted(set(canary.refuted_by) - known_laws):
            yield f"{CANARIES}: the canary {canary.mistake!r} names the law {law}, and there is none; name the law that refutes it now, or drop it."
        for sweep in sorted(set(canary.seen_in) - known_sweeps):
            yield f"{CANARIES}: the canary {canary.mistake!r} names the sweep {sweep!r}, and there is none; name the one that shows it now."
        try:
            with changed(canary.function, canary.old, canary.new):
                pass
        except LookupError as problem:
            yield f"{CANARIES}: the canary {canary.mistake!r} cannot be made: {problem}; make the mistake in the reference as it is now, or drop it."
