"""The picture of `spec/ring-decision.md`: the rungs of the decision, highest first, walked over every kind of question."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import product
from typing import Final, NamedTuple

from properties.pictures.diagram import flowchart
from properties.pictures.walk import lies_about, yes_or_no
from properties.rules.ring_decision import deciding_rung
from reference.ring_decision import decode_rollback_ring_slots_with
from spec.port import DECODE_ROLLBACK_RING_SLOTS, Decision

END: Final = re.compile(r"(\d+|d|the whole ring), (.+) (ring-decision/[\w-]+)")
OVERRIDES: Final = (None, "", "0", "1", "2", "00", " 1", "true", "false")


class Question(NamedTuple):
    """The arguments of a decision."""

    num_ssm_layers: int
    use_speculative: bool
    published: int | None
    ring_override: str | None
    watchdogs_disabled: bool


def lies(picture: str) -> Iterator[str]:
    """What the picture gets wrong."""
    depths = (None, 0, 5, DECODE_ROLLBACK_RING_SLOTS, 100)
    cases = (Question(*one) for one in product((0, 1, 48), (False, True), depths, OVERRIDES, (False, True)))
    return lies_about(flowchart(picture), cases, lambda _: "q", answer, contradicted)


def answer(question: Question, passed: Sequence[str]) -> str | None:
    """One of the words on the ways out of each question."""
    match passed[-1]:
        case "any SSM layers?":
            return "none" if question.num_ssm_layers == 0 else "1 or more"
        case "a depth published?":
            return "none" if question.published is None else "d"
        case "override exactly 1 or 0?":
            return question.ring_override if question.ring_override in ("0", "1") else "anything else"
        case "speculative?":
            return yes_or_no(question.use_speculative)
        case "watchdogs disabled?":
            return yes_or_no(question.watchdogs_disabled)
    return None


def contradicted(question: Question, end: str) -> str | None:
    """The decision of the reference, and the rule that is judged there."""
    right, rule = decode_rollback_ring_slots_with(*question), deciding_rung(*question).rule
    said = END.fullmatch(end)
    if said is None:
        return f"an end is written as depth, reason and rule: the reference answers {right} by {rule}"
    depths = {"d": question.published, "the whole ring": DECODE_ROLLBACK_RING_SLOTS}
    depth = depths[said[1]] if said[1] in depths else int(said[1])
    decision = Decision(-1 if depth is None else depth, None if said[2] == "no reason" else said[2])
    return None if (decision, said[3]) == (right, rule) else f"the reference answers {right} by {rule}"
