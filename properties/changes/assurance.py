"""Whether what is claimed of the rules is what ran: `spec/assurance.json` against the sources as they are, the index and the pages.

What runs, and what follows from it for each rule, is told in `properties/contracts/evidence.py`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Final, get_args

from properties.contracts.evidence import Assurance, OnReference, index, stale, with_index
from properties.pages import Page

RUN: Final = "run python -m properties.contracts.assurance, which takes minutes and needs the extra proofs"
LEVELS: Final = get_args(OnReference)


def overclaimed(assurance: Assurance | None, pages: Sequence[Page], readme: str) -> Iterator[str]:
    """What is claimed and has not been shown: a sentence each. Without an assurance the proofs have never been run."""
    if assurance is None:
        yield f"spec/assurance.json: there is none; {RUN}."
        return
    older = stale(assurance)
    if older:
        more = f", and so have {len(older) - 1} more" if len(older) > 1 else ""
        yield f"spec/assurance.json: {older[0].removesuffix('.')}{more}, so what is claimed has not been shown of that; {RUN}."
    judged = {rule.id for page in pages for rule in page.rules if not rule.withdrawn}
    if not judged <= assurance.ports.keys() or with_index(readme, index(assurance)) != readme:
        yield f"spec/README.md: its index of rules is not what spec/assurance.json shows; {RUN}."
    yield from _claimed(assurance, pages)


def _claimed(assurance: Assurance, pages: Sequence[Page]) -> Iterator[str]:
    """The sections that say how sure it is that a rule is kept, and say more than was shown."""
    for page in pages:
        for rule in page.rules:
            level, _ = assurance.of_reference(rule.id)
            for one in LEVELS[LEVELS.index(level) + 1 :]:
                if re.search(rf"\b{one}\b", rule.prose):
                    yield f"spec/{page.file}:{rule.line}: {rule.id} is called {one}, and what ran showed {level}; say no more, or have it shown."
