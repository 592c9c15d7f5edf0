"""ring-decision/*: which of five rungs gives the depth.

The rung's own rule guards the depth, and that no lower rung got the word; `reason` guards the reason where the depth is right.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from properties.rules.meaning import forced_depth
from properties.rules.rule import Exactly, Expectation, call_rule
from properties.rules.truth import looks_forced
from spec.port import DECODE_ROLLBACK_RING_SLOTS, Decision, Result

METHOD: Final = "decode_rollback_ring_slots_with"
NO_LAYERS: Final = "ring-decision/no-layers"
PUBLISHED: Final = "ring-decision/published"
OVERRIDE: Final = "ring-decision/override"
IMPLICIT_SKIP: Final = "ring-decision/implicit-skip"
DEFAULT: Final = "ring-decision/default"
REASON: Final = "ring-decision/reason"
DECISION_RULES: Final = frozenset({NO_LAYERS, PUBLISHED, OVERRIDE, IMPLICIT_SKIP, DEFAULT, REASON})
SPECULATIVE: Final = "speculative decode active"
WATCHDOGS: Final = "watchdogs disabled"


@dataclass(frozen=True, slots=True)
class Rung:
    """The rung that decides a question, by its rule's name, and the right decision."""

    rule: str
    right: Decision


def deciding_rung(num_ssm_layers: int, use_speculative: bool, published: int | None, ring_override: str | None, watchdogs_disabled: bool) -> Rung:
    """The highest rung whose condition holds."""
    if num_ssm_layers == 0:
        return Rung(NO_LAYERS, Decision(0, None))
    if published is not None:
        return Rung(PUBLISHED, Decision(published, None))
    forced = forced_depth(ring_override)
    if forced is not None:
        return Rung(OVERRIDE, Decision(forced, None))
    if use_speculative or watchdogs_disabled:
        return Rung(IMPLICIT_SKIP, Decision(0, SPECULATIVE if use_speculative else WATCHDOGS))
    return Rung(DEFAULT, Decision(DECODE_ROLLBACK_RING_SLOTS, None))


def by_rung(rung: Rung, *, skippable: bool, blamed_elsewhere: Callable[[Result], bool] | None = None) -> Expectation:
    """What the rung's own rule expects. `skippable`: speculative or watchdogs disabled, so that a reason shows that rung 4 got the word."""

    def depth_or_excused(answer: Result) -> bool:
        if blamed_elsewhere is not None and blamed_elsewhere(answer):
            return True
        if not isinstance(answer, Decision) or answer.slots != rung.right.slots:
            return False
        return rung.rule == IMPLICIT_SKIP or not skippable

    return Exactly(rung.right, depth_or_excused, unless_reason(rung, skippable=skippable), must_answer=blamed_elsewhere is None)


def unless_reason(rung: Rung, *, skippable: bool) -> frozenset[str]:
    """What would explain a depth of 0 with a reason that is not due, where an implicit skip would give the same."""
    due_elsewhere = rung.rule in (PUBLISHED, OVERRIDE) and rung.right.slots == 0
    return frozenset({REASON}) if due_elsewhere and skippable else frozenset()


def by_reason(
    rung: Rung, *, skippable: bool, blamed_elsewhere: Callable[[Result], bool] | None = None, unless: frozenset[str] = frozenset()
) -> Expectation:
    """What `ring-decision/reason` expects where the depth is right."""

    def excused(answer: Result) -> bool:
        if blamed_elsewhere is not None and blamed_elsewhere(answer):
            return True
        if not isinstance(answer, Decision) or answer.slots != rung.right.slots:
            return True
        return rung.rule != IMPLICIT_SKIP and skippable

    return Exactly(rung.right, excused, unless, must_answer=False)


def expected_by_rung(
    rule: str,
    num_ssm_layers: int,
    use_speculative: bool,
    published: int | None,
    ring_override: str | None,
    watchdogs_disabled: bool,
) -> Expectation | None:
    """What the rule of a rung expects of the pure decision; None where another rung decides."""
    rung = deciding_rung(num_ssm_layers, use_speculative, published, ring_override, watchdogs_disabled)
    if rung.rule != rule:
        return None
    skippable = use_speculative or watchdogs_disabled
    return by_rung(rung, skippable=skippable, blamed_elsewhere=as_if_forced(rung, ring_override, skippable))


def as_if_forced(rung: Rung, ring_override: str | None, skippable: bool) -> Callable[[Result], bool] | None:
    """The wrong answers that the rule on the override's text blames: a decision as if a doubtful or empty override had forced it."""
    if rung.rule in (IMPLICIT_SKIP, DEFAULT) and ring_override is not None:
        return lambda answer: looks_forced(answer, skippable)
    return None


@call_rule(NO_LAYERS, METHOD)
def no_layers(
    num_ssm_layers: int, use_speculative: bool, published: int | None, ring_override: str | None, watchdogs_disabled: bool
) -> Expectation | None:
    """Without SSM layers: 0, above everything else."""
    return expected_by_rung(NO_LAYERS, num_ssm_layers, use_speculative, published, ring_override, watchdogs_disabled)


@call_rule(PUBLISHED, METHOD)
def published_depth(
    num_ssm_layers: int, use_speculative: bool, published: int | None, ring_override: str | None, watchdogs_disabled: bool
) -> Expectation | None:
    """A published depth as it is, above override and skip."""
    return expected_by_rung(PUBLISHED, num_ssm_layers, use_speculative, published, ring_override, watchdogs_disabled)


@call_rule(OVERRIDE, METHOD)
def override(
    num_ssm_layers: int, use_speculative: bool, published: int | None, ring_override: str | None, watchdogs_disabled: bool
) -> Expectation | None:
    """`1` gives the whole ring and `0` none, above the skip."""
    return expected_by_rung(OVERRIDE, num_ssm_layers, use_speculative, published, ring_override, watchdogs_disabled)


@call_rule(IMPLICIT_SKIP, METHOD)
def implicit_skip(
    num_ssm_layers: int, use_speculative: bool, published: int | None, ring_override: str | None, watchdogs_disabled: bool
) -> Expectation | None:
    """Speculative or watchdogs disabled: 0."""
    return expected_by_rung(IMPLICIT_SKIP, num_ssm_layers, use_speculative, published, ring_override, watchdogs_disabled)


@call_rule(DEFAULT, METHOD)
def default(
    num_ssm_layers: int, use_speculative: bool, published: int | None, ring_override: str | None, watchdogs_disabled: bool
) -> Expectation | None:
    """Otherwise the whole ring."""
    return expected_by_rung(DEFAULT, num_ssm_layers, use_speculative, published, ring_override, watchdogs_disabled)


@call_rule(REASON, METHOD)
def reason(num_ssm_layers: int, use_speculative: bool, published: int | None, ring_override: str | None, watchdogs_disabled: bool) -> Expectation:
    """The reason of an implicit skip, and none elsewhere."""
    rung = deciding_rung(num_ssm_layers, use_speculative, published, ring_override, watchdogs_disabled)
    skippable = use_speculative or watchdogs_disabled
    unless = frozenset({"truth/override", "environment/empty-is-off"}) if rung.rule == IMPLICIT_SKIP and ring_override is not None else frozenset()
    return by_reason(rung, skippable=skippable, blamed_elsewhere=as_if_forced(rung, ring_override, skippable), unless=unless)
