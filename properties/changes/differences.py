"""What differs between the rules of today and those last released, how large a step of the version that calls for, and what the page lacks.

A difference is found by comparing sentences and examples, never by trusting what a page says of itself. Whether the changelog and the version follow
is told in `version.py`.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import dataclass
from enum import IntEnum

from properties.changes.agreement import tells_apart
from properties.changes.released import SIZE, Released, ReleasedRule, asked
from properties.pages import CHANGED, REWORDED, WITHDRAWN, Change, Example, Page, Rule
from spec.port import DECODE_ROLLBACK_RING_SLOTS


class Step(IntEnum):
    """A step of the version, by what it may do to the verdict on a port that nobody has touched."""

    PATCH = 1
    """Every rule asks what it asked: what was right is right."""
    MINOR = 2
    """What was right is right; a rule is judged that the port had no method for, or one is judged no more."""
    MAJOR = 3
    """What was right may be wrong."""


@dataclass(frozen=True, slots=True)
class Difference:
    """A rule that is not as it was released, what became of it in a word, and the step that this calls for."""

    rule: str
    what: str
    step: Step


Observable = Callable[[Collection[str]], frozenset[str]]
"""Which rules can be observed on a port that offers these methods."""


def differences(released: Released, pages: Sequence[Page], observable: Observable) -> tuple[Difference, ...]:
    """Every rule that joined, changed, was reworded or withdrawn since the release, in the order of the pages."""
    seen_before = observable(released.methods)
    found = []
    for page in pages:
        for rule in page.rules:
            before = released.rules.get(rule.id)
            if before is None:
                # a rule that only new methods show cannot break a port that lacks them
                step = Step.MAJOR if rule.id in seen_before else Step.MINOR
                found.append(Difference(rule.id, "new", step))
            elif rule.withdrawn and not before.withdrawn:
                found.append(Difference(rule.id, "withdrawn", Step.MINOR))
            elif any(change.kind == CHANGED for change in new_entries(rule, before)) or changed_answers(rule, before):
                found.append(Difference(rule.id, "changed", Step.MAJOR))
            elif SIZE in rule.sentence and released.ring_slots != DECODE_ROLLBACK_RING_SLOTS:
                found.append(Difference(rule.id, "changed with the size of the ring", Step.MAJOR))
            elif rule.sentence != before.sentence:
                found.append(Difference(rule.id, "reworded", Step.PATCH))
    return tuple(found)


def untold(released: Released, pages: Sequence[Page]) -> Iterator[str]:
    """What a page does not tell of what became of a released rule: a sentence each, with file and line."""
    sections = {rule.id: (f"spec/{page.file}:{rule.line}", rule) for page in pages for rule in page.rules}
    for id_, before in released.rules.items():
        if id_ not in sections:
            yield (
                f"spec/{id_.partition('/')[0]}.md:1: {id_} was released with {released.version} and has no section; put it back, and if nothing is "
                f'to be judged by it any more, end its section with a line such as "Since ... {WITHDRAWN} YYYY-MM-DD: why, and what holds now."'
            )
            continue
        at, rule = sections[id_]
        yield from _untold_of(rule, before, at, released.version)


def _untold_of(rule: Rule, before: ReleasedRule, at: str, version: str) -> Iterator[str]:
    if before.withdrawn and not rule.withdrawn:
        yield f"{at}: {rule.id} was withdrawn with {version} or earlier, and an id never gets another meaning; choose another id for what holds now."
        return
    if len(rule.history) < before.entries:
        yield f"{at}: {rule.id} had {before.entries} entries of history in {version} and has {len(rule.history)}; put back what was told of it."
        return
    if rule.withdrawn:
        return
    kinds = {change.kind for change in new_entries(rule, before) if change.before == before.sentence}
    if rule.sentence != before.sentence and not kinds:
        yield (
            f"{at}: {rule.id} does not say what it said in {version}; below it, behind the line that says since when it holds, write "
            f'"{CHANGED} YYYY-MM-DD: what is new." where another answer is right now, "{REWORDED} YYYY-MM-DD: why." where the same ones are, '
            f'and behind that: Before: "{before.sentence}"'
        )
        return
    lines = changed_answers(rule, before)
    if CHANGED not in kinds and lines:
        more = f", as had {len(lines) - 1} more" if len(lines) > 1 else ""
        yield (
            f"{at.rpartition(':')[0]}:{lines[0]}: this example of {rule.id} had another answer in {version}{more}; if that is meant, say below the "
            f'rule "{CHANGED} YYYY-MM-DD: what is new." and behind that: Before: "{before.sentence}"'
        )
    if CHANGED in kinds and not any(_is_news(example, before) for example in rule.examples):
        yield (
            f"{at}: {rule.id} has changed since {version}, and each of its examples was right then; "
            "add one that is answered otherwise now, so that the new is told from the old."
        )


def _is_news(example: Example, before: ReleasedRule) -> bool:
    """Whether the release did not have this example, or had it with another answer."""
    then = before.examples.get(asked(example))
    return then is None or otherwise(example.answers, then)


def new_entries(rule: Rule, before: ReleasedRule) -> Sequence[Change]:
    """What a rule's history tells that it did not tell at the release."""
    return rule.history[before.entries :]


def changed_answers(rule: Rule, before: ReleasedRule) -> list[int]:
    """The lines of the examples that ask what an example of the release asked, and state an answer that this rule tells from the one of then.

    Where the rule lets both pass, or neither, it is another rule's answer that has changed, and shows here as well.
    """
    found = []
    for example in rule.examples:
        then = before.examples.get(asked(example), example.answers)
        if otherwise(example.answers, then) and tells_apart(rule.id, example, then):
            found.append(example.line)
    return found


def otherwise(now: str, before: str) -> bool:
    """Whether an answer differs; one that is not written out is no other."""
    pairs = zip(now.split("\n"), before.split("\n"), strict=True)
    return any(one and other and one != other for one, other in pairs)
