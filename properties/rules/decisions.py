"""The process-wide decision, as lifetimes show it: `decode_rollback_ring_slots` with the variables as they are at each call.

The right answer follows from the depth that the port itself says is published, and from the two variables. Whom a wrong one is blamed on is told by
`Asked.culprit`; the rules are those of ring-decision, with truth and environment for the texts of the variables.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from properties.rules.environment import EMPTY, UNDECODABLE, guard_of, stray
from properties.rules.lifetime import DECIDE, Lifetime
from properties.rules.ring_decision import DEFAULT, IMPLICIT_SKIP, NO_LAYERS, OVERRIDE, PUBLISHED, REASON, Rung, by_rung, deciding_rung
from properties.rules.rule import NOBODY, Blame, Exactly, Judgements, lifetime_rule
from properties.rules.switches import INDEPENDENT
from properties.rules.truth import looks_forced, watchdogs_are_disabled
from properties.transcript import Answer, NoAnswer
from spec.port import RING_VARIABLE, WATCHDOGS_VARIABLE, Decision

OVERRIDE_TRUTH: Final = "truth/override"
WATCHDOGS_TRUTH: Final = "truth/watchdogs"
EACH_TIME: Final = "ring-decision/environment-each-time"
RING_CELL_RULES: Final = frozenset(
    {
        "ring-publish/first-write-wins",
        "ring-publish/setter-returns-value-in-force",
        "ring-publish/reading-sets-nothing",
        "ring-publish/unchecked",
        INDEPENDENT,
    }
)
"""The rules that the published depth by itself must keep before a decision that uses it can be blamed."""


@dataclass(frozen=True)
class Asked:
    """One process-wide decision, asked at call `index`."""

    lifetime: Lifetime
    index: int
    num_ssm_layers: int
    use_speculative: bool
    published: int | None

    def rung(self, override_at: int, watchdogs_at: int) -> Rung:
        """The rung that decides if the variables are what they were at these calls."""
        return deciding_rung(
            self.num_ssm_layers,
            self.use_speculative,
            self.published,
            self.lifetime.text(RING_VARIABLE, override_at),
            watchdogs_are_disabled(self.lifetime.text(WATCHDOGS_VARIABLE, watchdogs_at)),
        )

    @property
    def now(self) -> Rung:
        """The rung that decides."""
        return self.rung(self.index, self.index)

    @property
    def disabled(self) -> bool:
        """Whether the watchdogs are disabled at this call."""
        return watchdogs_are_disabled(self.lifetime.text(WATCHDOGS_VARIABLE, self.index))

    @property
    def override_doubt(self) -> str | None:
        """The rule that says what the override's bytes mean, where they are doubtful and the override is asked."""
        if self.now.rule in (NO_LAYERS, PUBLISHED):
            return None
        return guard_of(self.lifetime.raw(RING_VARIABLE, self.index), OVERRIDE_TRUTH)

    @property
    def watchdogs_doubt(self) -> str | None:
        """The rule that says what the watchdog variable's bytes mean, where they are doubtful and decide."""
        if self.use_speculative or self.now.rule not in (IMPLICIT_SKIP, DEFAULT):
            return None
        return guard_of(self.lifetime.raw(WATCHDOGS_VARIABLE, self.index), WATCHDOGS_TRUTH)

    def culprit(self, answer: Answer) -> Blame:
        """Whom to blame for a wrong answer."""
        own = self.now.rule
        if isinstance(answer, NoAnswer):
            return Blame(self.override_doubt or self.watchdogs_doubt or own)
        doubtful = self.doubtful(answer)
        if doubtful is not None:
            return Blame(doubtful, frozenset({own, EACH_TIME}) | (RING_CELL_RULES if self.could_be_published else frozenset()))
        rule = REASON if by_rung(self.now, skippable=self.use_speculative or self.disabled).accepts(answer) else own
        if self.is_stale(answer):
            return Blame(EACH_TIME, RING_CELL_RULES | {rule})
        texts = {one for one in (self.override_doubt, self.watchdogs_doubt) if one is not None}
        return Blame(rule, frozenset(texts) | (RING_CELL_RULES if rule == PUBLISHED or self.could_be_published else frozenset()))

    @property
    def could_be_published(self) -> bool:
        """Whether a call came before that must publish nothing, but would explain much if it did."""
        return self.lifetime.last_of(self.index, DECIDE, "race") is not None

    def doubtful(self, answer: Answer) -> str | None:
        """The rule on a text that explains the answer, if one does."""
        if self.override_doubt is not None and looks_forced(answer, self.use_speculative or self.disabled):
            return self.override_doubt
        if self.watchdogs_doubt is None:
            return None
        override = self.lifetime.text(RING_VARIABLE, self.index)
        flipped = deciding_rung(self.num_ssm_layers, self.use_speculative, self.published, override, not self.disabled)
        return self.watchdogs_doubt if answer == flipped.right else None

    def is_stale(self, answer: Answer) -> bool:
        """Whether what a variable was at an earlier decision explains the answer."""
        earlier = [at for at, _ in self.lifetime.calls_of(DECIDE) if at < self.index]
        return any(answer in (self.rung(at, at).right, self.rung(at, self.index).right, self.rung(self.index, at).right) for at in earlier)


def decisions(lifetime: Lifetime) -> tuple[tuple[Asked, Decision, Blame], ...]:
    """Every process-wide decision with its right answer and, where the port gave another or none, the rule to blame."""
    found: list[tuple[Asked, Decision, Blame]] = []
    for index, (call, answer) in lifetime.calls_of(DECIDE):
        layers, speculative = call.args
        if isinstance(layers, int):
            asked = Asked(lifetime, index, layers, speculative is True, lifetime.depth_used(index))
            right = asked.now.right
            found.append((asked, right, NOBODY if answer == right else stray(lifetime, index, asked.culprit(answer))))
    return tuple(found)


def guarded(lifetime: Lifetime, rule: str, could_fail: Callable[[Asked], bool]) -> Judgements:
    """A rule's judgements of the decisions: the right answers that it guards, and the wrong ones that it is to blame for."""
    for asked, right, culprit in lifetime.once(decisions):
        if culprit.rule == rule or (culprit is NOBODY and could_fail(asked)):
            yield asked.index, Exactly(right, unless=culprit.unless)


def of_rung(rule: str) -> Callable[[Lifetime], Judgements]:
    """The judgements of a rung's own rule."""
    return lambda lifetime: guarded(lifetime, rule, lambda asked: asked.now.rule == rule)


for _rule in (NO_LAYERS, PUBLISHED, OVERRIDE, IMPLICIT_SKIP, DEFAULT):
    lifetime_rule(_rule, (DECIDE,))(of_rung(_rule))


@lifetime_rule(REASON, (DECIDE,))
def reason(lifetime: Lifetime) -> Judgements:
    """The reason of an implicit skip, and none elsewhere."""
    return guarded(lifetime, REASON, lambda _: True)


@lifetime_rule(EACH_TIME, (DECIDE, "set_env"))
def environment_each_time(lifetime: Lifetime) -> Judgements:
    """A decision after a change of a variable answers by the new value."""

    def could_fail(asked: Asked) -> bool:
        before = lifetime.last_of(asked.index, DECIDE)
        return before is not None and asked.rung(before, before).right != asked.now.right

    return guarded(lifetime, EACH_TIME, could_fail)


def in_doubt(rule: str) -> Callable[[Lifetime], Judgements]:
    """The judgements of decisions that hang on a variable whose bytes only this rule gives a meaning."""

    def could_fail(asked: Asked) -> bool:
        if rule == UNDECODABLE and asked.lifetime.stray_undecodable(asked.index):
            return True
        return rule in (asked.override_doubt, asked.watchdogs_doubt)

    return lambda lifetime: guarded(lifetime, rule, could_fail)


for _rule in (OVERRIDE_TRUTH, WATCHDOGS_TRUTH, EMPTY, UNDECODABLE):
    lifetime_rule(_rule, (DECIDE, "set_env"))(in_doubt(_rule))
