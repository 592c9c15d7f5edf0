"""ring-decision/*: which of five rungs gives the depth.

The rung's own rule guards the depth, and that no lower rung got the word; `reason` guards the reason where the depth is right. That every number of
layers but 0 counts as layers is guarded by `no-layers`: an answer as without any, where there are many, is left to it.
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
WITHOUT_LAYERS: Final = Decision(0, None)


@dataclass(frozen=True, slots=True)
class Rung:
    """The rung that decides a question, by its rule's name, and the right decision."""

    rule: str
    right: Decision


def deciding_rung(num_ssm_layers: int, use_speculative: bool, published: int | None, ring_override: str | None, watchdogs_disabled: bool) -> Rung:
    """The highest rung whose condition holds."""
    if num_ssm_layers == 0:
        return Rung(NO_LAYERS, WITHOUT_LAYERS)
    if published is not None:
        return Rung(PUBLISHED, Decision(published, None))
    forced = forced_depth(ring_override)
    if forced is not None:
        return Rung(OVERRIDE, Decision(forced, None))
    if use_speculative or watchdogs_disabled:
        return Rung(IMPLICIT_SKIP, Decision(0, SPECULATIVE if use_speculative else WATCHDOGS))
    return Rung(DEFAULT, Decision(DECODE_ROLLBACK_RING_SLOTS, None))


def shows_layers(num_ssm_layers: int, rung: Rung) -> bool:
    """Whether a decision shows that many layers count as layers: without any, another would be right. One layer is what the rung's own rule takes."""
    return num_ssm_layers > 1 and rung.right != WITHOUT_LAYERS


def unless_rung(rung: Rung) -> frozenset[str]:
    """What would explain the answer without layers where there are many: a rung that is wrong however many there are."""
    return frozenset({rung.rule, REASON} if rung.rule == IMPLICIT_SKIP else {rung.rule})


def by_rung(rung: Rung, *, skippable: bool, blamed_elsewhere: Callable[[Result], bool] | None = None, many_layers: bool = False) -> Expectation:
    """What the rung's own rule expects. `skippable`: speculative or watchdogs disabled, so that a reason shows that rung 4 got the word."""

    def depth_or_excused(answer: Result) -> bool:
        if many_layers and answer == WITHOUT_LAYERS:
            return True
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
    rung: Rung,
    *,
    skippable: bool,
    blamed_elsewhere: Callable[[Result], bool] | None = None,
    unless: frozenset[str] = frozenset(),
    many_layers: bool = False,
) -> Expectation:
    """What `ring-decision/reason` expects where the depth is right."""

    def excused(answer: Result) -> bool:
        if many_layers and answer == WITHOUT_LAYERS:
            return True
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
    blamed_elsewhere = as_if_forced(rung, ring_override, skippable)
    return by_rung(rung, skippable=skippable, blamed_elsewhere=blamed_elsewhere, many_layers=shows_layers(num_ssm_layers, rung))


def as_if_forced(rung: Rung, ring_override: str | None, skippable: bool) -> Callable[[Result], bool] | None:
    """The wrong answers that the rule on the override's text blames: a decision as if a doubtful or empty override had forced it."""
    if rung.rule in (IMPLICIT_SKIP, DEFAULT) and ring_override is not None:
        return lambda answer: looks_forced(answer, skippable)
    return None


def unless_text(rung: Rung, ring_override: str | None) -> frozenset[str]:
    """What would explain a skip without its reason: an override that forces 0 though its text must not."""
    return frozenset({"truth/override", "environment/empty-is-off"}) if rung.rule == IMPLICIT_SKIP and ring_override is not None else frozenset()


@call_rule(NO_LAYERS, METHOD)
def no_layers(
    num_ssm_layers: int, use_speculative: bool, published: int | None, ring_override: str | None, watchdogs_disabled: bool
) -> Expectation | None:
    """Without SSM layers: 0, above everything else; and not so with many."""
    rung = deciding_rung(num_ssm_layers, use_speculative, published, ring_override, watchdogs_disabled)
    if shows_layers(num_ssm_layers, rung):
        forced = as_if_forced(rung, ring_override, use_speculative or watchdogs_disabled)

        def excused(answer: Result) -> bool:
            return answer != WITHOUT_LAYERS or (forced is not None and forced(answer))

        return Exactly(rung.right, excused, unless_rung(rung) | unless_text(rung, ring_override), must_answer=False)
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
    blamed_elsewhere = as_if_forced(rung, ring_override, skippable)
    many_layers = shows_layers(num_ssm_layers, rung)
    unless = unless_text(rung, ring_override)
    return by_reason(rung, skippable=skippable, blamed_elsewhere=blamed_elsewhere, unless=unless, many_layers=many_layers)
