"""The process-wide decision, as lifetimes show it: `decode_rollback_ring_slots` with the variables as they are at each call.

The right answer follows from the depth that the port itself says is published, and from the two variables. Whom a wrong one is blamed on is told by
`Asked.culprit`; the rules are those of ring-decision, with truth and environment for the texts of the variables.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from typing import Final, NamedTuple

from properties.rules.environment import EMPTY, UNDECODABLE, guard_of, stray
from properties.rules.lifetime import DECIDE, SERVE, Lifetime
from properties.rules.meaning import forced_depth, watchdogs_are_disabled
from properties.rules.ring_decision import (
    DEFAULT,
    IMPLICIT_SKIP,
    NO_LAYERS,
    OVERRIDE,
    PUBLISHED,
    REASON,
    WITHOUT_LAYERS,
    Rung,
    by_rung,
    deciding_rung,
    shows_layers,
    unless_reason,
    unless_rung,
)
from properties.rules.rule import NOBODY, Blame, Exactly, Judgements, lifetime_rule
from properties.rules.switches import INDEPENDENT
from properties.rules.truth import looks_forced
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


class Meaning(NamedTuple):
    """What the two variables say at a decision: the forcing text, if one does, and whether the watchdogs are disabled."""

    override: str | None
    disabled: bool


@dataclass(frozen=True)
class Asked:
    """One process-wide decision, asked at call `index`.

    `earlier` is what the variables said at the decisions and starts before, without repetition.
    """

    lifetime: Lifetime
    index: int
    num_ssm_layers: int
    use_speculative: bool
    published: int | None
    meaning: Meaning
    earlier: tuple[Meaning, ...]

    def rung(self, override: str | None, *, disabled: bool) -> Rung:
        """The rung that decides if the variables say this."""
        return deciding_rung(self.num_ssm_layers, self.use_speculative, self.published, override, disabled)

    @cached_property
    def now(self) -> Rung:
        """The rung that decides."""
        return self.rung(self.meaning.override, disabled=self.meaning.disabled)

    @property
    def skippable(self) -> bool:
        """Whether an implicit skip applies."""
        return self.use_speculative or self.meaning.disabled

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
        layers = frozenset({NO_LAYERS}) if self.shows_layers and answer == WITHOUT_LAYERS else frozenset()
        doubtful = self.doubtful(answer)
        if doubtful:
            cell = RING_CELL_RULES if self.could_be_published else frozenset()
            return Blame(doubtful[0], frozenset({own, EACH_TIME, *doubtful[1:]}) | layers | cell)
        rule = REASON if by_rung(self.now, skippable=self.skippable).accepts(answer) else own
        texts = frozenset(one for one in (self.override_doubt, self.watchdogs_doubt) if one is not None)
        if self.is_stale(answer):
            return Blame(EACH_TIME, RING_CELL_RULES | texts | layers | {rule})
        unless = texts | (RING_CELL_RULES if rule == PUBLISHED or self.could_be_published else frozenset())
        if layers:
            return Blame(NO_LAYERS, unless | unless_rung(self.now))
        return Blame(rule, unless | unless_reason(self.now, skippable=self.skippable))

    def in_doubt(self, answer: Answer) -> Blame:
        """Whom to blame for a wrong answer, in doubt until `truth/watchdogs` holds where all that it shows is that the text `1` disables nothing."""
        culprit = self.culprit(answer)
        one_decides = self.now.rule == IMPLICIT_SKIP and not self.use_speculative and self.lifetime.raw(WATCHDOGS_VARIABLE, self.index) == b"1"
        if not one_decides or answer != self.rung(self.meaning.override, disabled=False).right:
            return culprit
        return Blame(WATCHDOGS_TRUTH) if self.true_has_disabled() else Blame(culprit.rule, culprit.unless | {WATCHDOGS_TRUTH})

    def true_has_disabled(self) -> bool:
        """Whether the first decision of the lifetime, just before the watchdogs' variable was set, has shown that `true` disables them."""
        lifetime, index = self.lifetime, self.index
        at = lifetime.last_of(index, DECIDE)
        if at is None or any(one.call.method != "set_env" for place, one in enumerate(lifetime.exchanges[:index]) if place != at):
            return False
        doubtful = guard_of(lifetime.raw(WATCHDOGS_VARIABLE, at), WATCHDOGS_TRUTH) == WATCHDOGS_TRUTH
        return doubtful and lifetime.exchanges[at] == lifetime.exchanges[index]._replace(answer=self.now.right)

    @property
    def shows_layers(self) -> bool:
        """Whether the right answer shows that many layers count as layers."""
        return shows_layers(self.num_ssm_layers, self.now)

    @property
    def could_be_published(self) -> bool:
        """Whether a call came before that must publish nothing, but would explain much if it did."""
        return self.lifetime.last_of(self.index, DECIDE, "race") is not None

    def doubtful(self, answer: Answer) -> tuple[str, ...]:
        """The rules on a text that each explain the answer."""
        found: list[str] = []
        if self.override_doubt is not None and looks_forced(answer, self.skippable):
            found.append(self.override_doubt)
        flipped = self.rung(self.meaning.override, disabled=not self.meaning.disabled)
        if self.watchdogs_doubt is not None and answer == flipped.right:
            found.append(self.watchdogs_doubt)
        return tuple(found)

    def is_stale(self, answer: Answer) -> bool:
        """Whether what a variable said at an earlier decision explains the answer."""
        mixed = (
            (override, disabled)
            for one in self.earlier
            for override, disabled in (one, (one.override, self.meaning.disabled), (self.meaning.override, one.disabled))
        )
        return any(answer == self.rung(override, disabled=disabled).right for override, disabled in mixed)


def decisions(lifetime: Lifetime) -> tuple[tuple[Asked, Decision, Blame], ...]:
    """Every process-wide decision with its right answer and, where the port gave another or none, the rule to blame."""
    found: list[tuple[Asked, Decision, Blame]] = []
    earlier: tuple[Meaning, ...] = ()
    for index, (call, answer) in lifetime.calls_of(DECIDE, SERVE):
        if call.method == SERVE:  # it decides as well, by what the variables say then
            earlier = with_meaning(earlier, meaning_at(lifetime, index))
            continue
        layers, speculative = call.args
        published = lifetime.depth_used(index)
        if isinstance(layers, int) and (published is not None or not lifetime.ring[index].is_open):
            meaning = meaning_at(lifetime, index)
            asked = Asked(lifetime, index, layers, speculative is True, published, meaning, earlier)
            right = asked.now.right
            found.append((asked, right, NOBODY if answer == right else stray(lifetime, index, asked.in_doubt(answer))))
            earlier = with_meaning(earlier, meaning)
    return tuple(found)


def with_meaning(earlier: tuple[Meaning, ...], latest: Meaning) -> tuple[Meaning, ...]:
    """What the variables said before, without repetition, the latest last."""
    return (*(one for one in earlier if one != latest), latest)


def meaning_at(lifetime: Lifetime, index: int) -> Meaning:
    """What the two variables say at a call."""
    override = lifetime.text(RING_VARIABLE, index)
    disabled = watchdogs_are_disabled(lifetime.text(WATCHDOGS_VARIABLE, index))
    return Meaning(override if forced_depth(override) is not None else None, disabled)


def guarded(lifetime: Lifetime, rule: str, could_fail: Callable[[Asked], bool]) -> Judgements:
    """A rule's judgements of the decisions: the right answers that it guards, and the wrong ones that it is to blame for."""
    for asked, right, culprit in lifetime.once(decisions):
        if culprit.rule == rule or (culprit is NOBODY and could_fail(asked)):
            yield asked.index, Exactly(right, unless=culprit.unless)


def of_rung(rule: str) -> Callable[[Lifetime], Judgements]:
    """The judgements of a rung's own rule."""
    return lambda lifetime: guarded(lifetime, rule, lambda asked: asked.now.rule == rule)


for _rule in (PUBLISHED, OVERRIDE, IMPLICIT_SKIP, DEFAULT):
    lifetime_rule(_rule, (DECIDE,))(of_rung(_rule))


@lifetime_rule(NO_LAYERS, (DECIDE,))
def no_layers(lifetime: Lifetime) -> Judgements:
    """Without SSM layers 0, and not so with many."""
    return guarded(lifetime, NO_LAYERS, lambda asked: asked.now.rule == NO_LAYERS or asked.shows_layers)


@lifetime_rule(REASON, (DECIDE,))
def reason(lifetime: Lifetime) -> Judgements:
    """The reason of an implicit skip, and none elsewhere."""
    return guarded(lifetime, REASON, lambda _: True)


@lifetime_rule(EACH_TIME, (DECIDE, "set_env"))
def environment_each_time(lifetime: Lifetime) -> Judgements:
    """A decision after a change of a variable answers by the new value."""

    def could_fail(asked: Asked) -> bool:
        return bool(asked.earlier) and asked.rung(asked.earlier[-1].override, disabled=asked.earlier[-1].disabled).right != asked.now.right

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
