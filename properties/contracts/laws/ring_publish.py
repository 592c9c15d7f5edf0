"""Laws of `spec/ring-publish.md`, over every word: from either state of the cell, one step of any kind keeps each rule.

How sequences follow is told in `steps.py`; a race needs threads, which no prover follows.
"""

from __future__ import annotations

from properties.cases.operations import PUBLISHED, decide, publish
from properties.contracts.kept import kept_through
from properties.contracts.laws.steps import STEPS
from properties.contracts.subject import are_words


def whatever_comes_after_a_depth_leaves_it_published(slots: int, step: int) -> bool:
    """ring-publish/first-write-wins.

    pre: are_words(slots) and 0 <= step < len(STEPS)
    post: _
    """
    return kept_through("ring-publish/first-write-wins", publish(slots), STEPS[step], PUBLISHED)


def of_three_depths_the_first_one_wins(first: int, second: int, third: int) -> bool:
    """ring-publish/first-write-wins.

    pre: are_words(first, second, third)
    post: _
    """
    return kept_through("ring-publish/first-write-wins", publish(first), publish(second), publish(third), PUBLISHED)


def publishing_tells_the_depth_in_force_after_it(first: int | None, second: int) -> bool:
    """ring-publish/setter-returns-value-in-force.

    pre: are_words(first or 0, second)
    post: _
    """
    before = () if first is None else (publish(first),)
    return kept_through("ring-publish/setter-returns-value-in-force", *before, publish(second), PUBLISHED)


def no_read_and_no_decision_publishes_a_depth(layers: int, speculative: bool, deciding: bool, slots: int) -> bool:
    """ring-publish/reading-sets-nothing.

    pre: are_words(layers, slots)
    post: _
    """
    asking = decide(layers, speculative) if deciding else PUBLISHED
    return kept_through("ring-publish/reading-sets-nothing", asking, PUBLISHED, publish(slots), PUBLISHED)


def any_word_is_published_as_it_is(slots: int) -> bool:
    """ring-publish/unchecked.

    pre: are_words(slots)
    post: _
    """
    return kept_through("ring-publish/unchecked", publish(slots), PUBLISHED)
