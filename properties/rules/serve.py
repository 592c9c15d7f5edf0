"""serve/*: the start-up of a serve, and the rollback, for ports that offer them.

Judged on the start-up's answer, on the reads that follow (with the rules of the cells), and by the port's own word on what it published. What the
page leaves unspecified is judged by nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Final, TypeAlias

from properties.rules import ring_publish, switches
from properties.rules.decisions import EACH_TIME, OVERRIDE_TRUTH, RING_CELL_RULES, WATCHDOGS_TRUTH
from properties.rules.environment import EMPTY, UNDECODABLE
from properties.rules.lifetime import SERVE, Lifetime, Touch, flag_given
from properties.rules.meaning import watchdogs_are_disabled
from properties.rules.ring_decision import DECISION_RULES, deciding_rung
from properties.rules.ring_fit import LADDER, largest
from properties.rules.ring_parse import number_in
from properties.rules.rule import Exactly, Expectation, Judgements, Such, call_rule, lifetime_rule
from properties.rules.switches import OF_SERVE
from spec.port import DECODE_ROLLBACK_RING_SLOTS, RESERVE_FULL_VARIABLE, RING_VARIABLE, WATCHDOGS_VARIABLE, Result, Served, ServeFlags, Switch

EXPLICIT_KEPT: Final = "serve/explicit-depth-kept"
FIT_PUBLISHED: Final = "serve/smaller-fit-published"
SAME_DECISION: Final = "serve/same-decision"

PARSE_RULES: Final = frozenset(f"ring-parse/{name}" for name in ("auto", "number", "range", "exceeds", "unknown"))
FIT_RULES: Final = frozenset(f"ring-fit/{name}" for name in ("ladder", "largest-fitting", "saturating", "none-fits"))
TEXT_RULES: Final = frozenset({EACH_TIME, OVERRIDE_TRUTH, WATCHDOGS_TRUTH, EMPTY, UNDECODABLE})
BASIC: Final = RING_CELL_RULES | DECISION_RULES | FIT_RULES | PARSE_RULES | TEXT_RULES
"""The rules that the ring must keep before a start-up that uses it can be blamed."""

Holds: TypeAlias = Callable[[Result], bool]


@dataclass(frozen=True)
class Start:
    """A start of a serve: call `index`, its flags and memory, and the depth published before it."""

    lifetime: Lifetime
    index: int
    flags: ServeFlags
    num_ssm_layers: int
    reserve: int
    per_slot: int
    free: int
    before: int | None

    @property
    def explicit(self) -> int | None:
        """The depth of an explicit number on the command line."""
        text = self.flags.ssm_decode_ring_slots
        return None if text is None else number_in(text, self.lifetime.largest_word)

    @property
    def published_first(self) -> int | None:
        """The depth that is published when preflight begins."""
        return self.before if self.before is not None else self.explicit

    @property
    def reserve_is_full(self) -> bool:
        """Whether the variable that makes preflight reserve the whole ring is set, to whatever."""
        return self.lifetime.raw(RESERVE_FULL_VARIABLE, self.index) is not None

    def decided(self, published: int | None) -> int:
        """The depth of the decision, in slots, with this depth published."""
        lifetime = self.lifetime
        disabled = watchdogs_are_disabled(lifetime.text(WATCHDOGS_VARIABLE, self.index))
        speculative = self.flags.speculative or self.flags.dflash
        return deciding_rung(self.num_ssm_layers, speculative, published, lifetime.text(RING_VARIABLE, self.index), disabled).right.slots

    def fitted(self) -> frozenset[int | None] | None:
        """The depths that preflight may leave published, None for none; None altogether where a depth was published before it, or the flag left out.

        What a fit starts from is open where the decision is below the size of the ring, so there it may come to any rung that fits. What it means to
        leave the ring's flag out is open too: a port may have a depth of its own for that.
        """
        if self.published_first is not None or self.flags.ssm_decode_ring_slots is None:
            return None
        fit = largest(DECODE_ROLLBACK_RING_SLOTS, self.reserve, self.per_slot, self.free, self.lifetime.largest_word)
        if self.reserve_is_full or self.decided(None) != DECODE_ROLLBACK_RING_SLOTS:
            return frozenset({None, *(rung for rung in LADDER if rung <= fit)})
        if fit == DECODE_ROLLBACK_RING_SLOTS or self.reserve > self.free:
            return frozenset({None, fit})
        return frozenset({fit})


def starts(lifetime: Lifetime) -> Iterator[Start]:
    """Every start of a serve whose flag for the ring's depth is one that the command line accepts; what another comes to is open."""
    for index, (call, _) in lifetime.calls_of(SERVE):
        flags, layers, reserve, per_slot, free = call.args
        if (
            isinstance(flags, ServeFlags)
            and isinstance(layers, int)
            and isinstance(reserve, int)
            and isinstance(per_slot, int)
            and isinstance(free, int)
            and is_accepted(flags.ssm_decode_ring_slots, lifetime.largest_word)
            and not lifetime.ring[index].is_open
        ):
            yield Start(lifetime, index, flags, layers, reserve, per_slot, free, lifetime.ring[index].before)


def is_accepted(text: str | None, largest_word: int) -> bool:
    """Whether the command line may say this of the ring's depth; None for "not given"."""
    if text is None or text == "auto":
        return True
    number = number_in(text, largest_word)
    return number is not None and number <= DECODE_ROLLBACK_RING_SLOTS


@lifetime_rule(OF_SERVE, (SERVE,))
def setters_called_when_given(lifetime: Lifetime) -> Judgements:
    """An explicit number is published, no flag is written that was not given, and each that was given is in force afterwards."""
    for start in starts(lifetime):
        if start.before is None and start.explicit is not None:
            yield start.index, Such(f"an answer with a published depth: {start.explicit}", names_a_depth, BASIC)

    def could_fail(switch: Switch, touch: Touch) -> bool:
        if touch.before is not None:
            return touch.before.origin == SERVE
        serve = lifetime.last_of(touch.at, SERVE)
        return serve is not None and flag_given(lifetime.exchanges[serve].call, switch) is None

    yield from switches.guarded(lifetime, OF_SERVE, could_fail)


@lifetime_rule(EXPLICIT_KEPT, (SERVE,))
def explicit_depth_kept(lifetime: Lifetime) -> Judgements:
    """A depth that is published when preflight begins is the one published afterwards."""
    for start in starts(lifetime):
        kept = start.published_first
        if kept is not None:
            yield (
                start.index,
                Such(f"an answer with the published depth {kept}", published_is(frozenset({kept}), none_excused=start.before is None), BASIC),
            )


def names_a_depth(answer: Result) -> bool:
    """Whether a start-up's answer names a published depth."""
    return isinstance(answer, Served) and answer.published is not None


def published_is(depths: frozenset[int | None], *, none_excused: bool = False) -> Holds:
    """Whether a start-up's answer names one of these published depths."""
    return lambda answer: isinstance(answer, Served) and (answer.published in depths or (none_excused and answer.published is None))


@lifetime_rule(FIT_PUBLISHED, (SERVE,))
def smaller_fit_published(lifetime: Lifetime) -> Judgements:
    """A smaller depth that fits is published; later reads tell it."""
    for start in starts(lifetime):
        fitted = start.fitted()
        if fitted is not None:
            names = " or ".join(sorted("none" if depth is None else str(depth) for depth in fitted))
            yield start.index, Such(f"an answer with the published depth {names}", published_is(fitted), BASIC | {EXPLICIT_KEPT})
    yield from ring_publish.guarded(lifetime, FIT_PUBLISHED, lambda telling: telling.touch.origin == SERVE)


@lifetime_rule(SAME_DECISION, (SERVE,))
def same_decision(lifetime: Lifetime) -> Judgements:
    """The allocation takes the decision's depth, and so does the reserve unless the whole ring is reserved."""
    for start in starts(lifetime):
        yield start.index, Such("allocated, and unless the whole ring is reserved also reserved, as the decision says", follows(start), BASIC)


def follows(start: Start) -> Holds:
    """Whether a start-up's depths follow the decision, given what it says is published."""

    def holds(answer: Result) -> bool:
        if not isinstance(answer, Served):
            return False
        depth = start.decided(answer.published)
        return answer.allocated == depth and (start.reserve_is_full or answer.reserved == depth)

    return holds


@call_rule("serve/rollback-declines", "rollback_to_boundary")
def rollback_declines(num_ssm_layers: int, depth: int) -> Expectation | None:
    """With SSM layers and depth 0, a rollback declines."""
    return Exactly("NoSsmSnapshot") if num_ssm_layers > 0 and depth == 0 else None
