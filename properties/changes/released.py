"""The record of the rules as they were last released, `spec/released.json`, and how the pages of today are put into its form.

It holds each rule's sentence, the answers that its examples stated, and whether the rule was withdrawn, so that a change is seen without the history
of the repository. What a difference calls for is told in `differences.py`.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass
from hashlib import sha256
from pathlib import Path
from typing import Final

import msgspec

from properties.pages import SPEC, Example, Page, Rule
from spec.port import DECODE_ROLLBACK_RING_SLOTS

SIZE: Final = "DECODE_ROLLBACK_RING_SLOTS"
"""How a page writes the size of the ring: a rule that names it so changes with it, though no word of it does."""

RECORD: Final = SPEC / "released.json"


@dataclass(frozen=True)
class ReleasedRule:
    """A rule at its release. `examples` leads from what an example asks, as a digest, to its answers; `entries` is the length of the history."""

    sentence: str
    entries: int
    withdrawn: bool
    examples: Mapping[str, str]


@dataclass(frozen=True)
class Released:
    """All that was released under one version: the size of the ring, the methods of the port, and the rules by id, the withdrawn ones included."""

    version: str
    ring_slots: int
    methods: tuple[str, ...]
    rules: Mapping[str, ReleasedRule]

    def at_its_size(self, answers: str) -> str:
        """Answers as written, with the size of the ring as it was then where they name it."""
        return answers.replace(SIZE, str(self.ring_slots))


def as_released(version: str, methods: Iterable[str], pages: Iterable[Page]) -> Released:
    """The record of these pages."""
    return Released(version, DECODE_ROLLBACK_RING_SLOTS, tuple(methods), {rule.id: _as_released(rule) for page in pages for rule in page.rules})


def _as_released(rule: Rule) -> ReleasedRule:
    return ReleasedRule(rule.sentence, len(rule.history), rule.withdrawn, {asked(example): example.answers for example in rule.examples})


def asked(example: Example) -> str:
    """A digest of the calls of an example as the page writes them, by which it is found again."""
    return sha256(example.asks.encode()).hexdigest()[:12]


def read_record(path: Path = RECORD) -> Released:
    """The record as it was written at the last release."""
    return msgspec.json.decode(path.read_bytes(), type=Released)


def write_record(released: Released, path: Path = RECORD) -> None:
    """Writes the record, a line for each sentence and example, so that a change of it can be read."""
    path.write_text(json.dumps(asdict(released), indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
