"""What the pages must keep among themselves and with the register of rules, as functions from parsed pages to sentences for whoever writes a page.

Each sentence begins with file and line and says what to do; no sentence means that all is well. How a page is read is in `pages`; whether an
example's answers are right is for the reference and the rules to say.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Sequence
from datetime import date
from pathlib import PurePath
from typing import Final

from properties.pages import CHANGED, REWORDED, WITHDRAWN, Page, Rule

FEWEST_EXAMPLES: Final = 3


def page_faults(pages: Sequence[Page], registered: Collection[str]) -> tuple[str, ...]:
    """Everything that these pages get wrong by themselves; `registered` are the ids under which predicates are registered."""
    return (
        *unreadable(pages),
        *misplaced_ids(pages),
        *missing_sections(pages, registered),
        *incomplete_sections(pages),
        *unreadable_histories(pages),
        *examples_of_withdrawn(pages),
        *too_few_examples(pages),
        *examples_that_catch_the_same(pages),
        *dead_links(pages),
    )


def predicate_faults(pages: Sequence[Page], registered: Collection[str]) -> tuple[str, ...]:
    """Where the predicates do not fit the sections: one is missing, or there is one too many."""
    return (*unknown_ids(pages, registered), *predicates_of_withdrawn(pages, registered))


def unreadable(pages: Sequence[Page]) -> Iterator[str]:
    """What could not be read: literals, calls, tables and blocks."""
    for page in pages:
        yield from page.faults


def misplaced_ids(pages: Sequence[Page]) -> Iterator[str]:
    """A level-3 heading that is no id of its page, or an id that has two sections."""
    seen: dict[str, str] = {}
    for page, rule in _sections(pages):
        stem = PurePath(page.file).stem
        if not rule.id.startswith(f"{stem}/"):
            heading = f"the heading {rule.id!r:.80} is no id of this page"
            yield f"{_at(page, rule)}: {heading}; write ### {stem}/name, or take another level for a heading that is no rule."
        elif rule.id in seen:
            yield f"{_at(page, rule)}: the rule {rule.id} has a section at {seen[rule.id]} already; merge the two."
        seen.setdefault(rule.id, _at(page, rule))


def unknown_ids(pages: Sequence[Page], registered: Collection[str]) -> Iterator[str]:
    """A section whose id no predicate is registered under."""
    for page, rule in _sections(pages):
        if rule.id not in registered and not rule.withdrawn:
            module = PurePath(page.file).stem.replace("-", "_")
            yield f"{_at(page, rule)}: no predicate is registered under {rule.id}; register one in properties/rules/{module}.py, or correct the id."


def missing_sections(pages: Sequence[Page], registered: Collection[str]) -> Iterator[str]:
    """A registered id that no page has a section for."""
    for rule in sorted(set(registered) - {rule.id for _, rule in _sections(pages)}):
        yield f"spec/{rule.partition('/')[0]}.md:1: the rule {rule} has a predicate and no section; write one below the heading ### {rule}."


def incomplete_sections(pages: Sequence[Page]) -> Iterator[str]:
    """A section without its sentence or without the date from which it holds."""
    for page, rule in _sections(pages):
        if not rule.sentence:
            yield f"{_at(page, rule)}: {rule.id} says nothing; write its sentence as the first paragraph below the heading."
        if rule.since is None:
            yield f'{_at(page, rule)}: {rule.id} does not say since when it holds; write a line such as "Since 2026-09-25." below its sentence.'


def unreadable_histories(pages: Sequence[Page]) -> Iterator[str]:
    """A date that is none or that goes back, a change without the sentence that it replaced, and anything that comes after the end."""
    for page, rule in _sections(pages):
        earlier = rule.since or ""
        for index, change in enumerate(rule.history):
            told = f"{_at(page, rule)}: {rule.id} says {change.kind} {change.date}"
            if not _is_date(change.date) or change.date < earlier:
                yield f"{told}, which is no date or lies before the one that it follows; write the day of the change, oldest first."
            if change.kind in (CHANGED, REWORDED) and change.before is None:
                yield f'{told} without the sentence that stood before; quote it behind the change: Before: "...".'
            if change.kind == WITHDRAWN and not change.says:
                yield f"{told} without a reason; say in a word why nothing is judged by it any more, and which rule holds now."
            if change.kind == WITHDRAWN and index + 1 < len(rule.history):
                yield f"{told} and goes on; a withdrawn rule stays withdrawn, so give what holds now another id."
            earlier = max(earlier, change.date)
        if rule.since is not None and not _is_date(rule.since):
            yield f"{_at(page, rule)}: {rule.id} says Since {rule.since}, which is no date; write the day from which it holds."


def predicates_of_withdrawn(pages: Sequence[Page], registered: Collection[str]) -> Iterator[str]:
    """A withdrawn rule by which a port would still be judged."""
    for page, rule in _sections(pages):
        if rule.withdrawn and rule.id in registered:
            module = PurePath(page.file).stem.replace("-", "_")
            yield f"{_at(page, rule)}: {rule.id} is withdrawn, and a predicate judges by it; take it out of properties/rules/{module}.py."


def examples_of_withdrawn(pages: Sequence[Page]) -> Iterator[str]:
    """A withdrawn rule that shows what nothing judges."""
    for page, rule in _sections(pages):
        if rule.withdrawn and rule.examples:
            yield f"{_at(page, rule)}: {rule.id} is withdrawn and shows examples; move those that still hold below the rule that they are of."


def too_few_examples(pages: Sequence[Page]) -> Iterator[str]:
    """A rule with fewer examples than it takes to tell it from its neighbours."""
    for page, rule in _sections(pages):
        if len(rule.examples) < FEWEST_EXAMPLES and not rule.withdrawn:
            count = f"{rule.id} has {len(rule.examples)} of at least {FEWEST_EXAMPLES} examples"
            yield f"{_at(page, rule)}: {count}; add some, each catching a mistake of its own."


def examples_that_catch_the_same(pages: Sequence[Page]) -> Iterator[str]:
    """Two examples of a rule that name the same mistake, or one that names none."""
    for page, rule in _sections(pages):
        seen: dict[str, int] = {}
        for example in rule.examples:
            catches = example.catches.casefold()
            at = f"spec/{page.file}:{example.line}"
            if not catches:
                yield f"{at}: this example of {rule.id} names no mistake that it catches; say which."
            elif catches in seen:
                same = f'catches "{example.catches}", as line {seen[catches]} does'
                yield f"{at}: this example of {rule.id} {same}; say what it alone catches, or drop it."
            seen.setdefault(catches, example.line)


def dead_links(pages: Sequence[Page]) -> Iterator[str]:
    """A link to a heading of a page, this one or another, that is not there; links out of the spec's pages are not followed."""
    anchors = {page.file: {_anchor(heading) for heading in page.headings} for page in pages}
    for page in pages:
        for line, target in page.links:
            file, _, anchor = target.partition("#")
            there = anchors.get(file or page.file)
            if there is not None and anchor and anchor not in there:
                yield f"spec/{page.file}:{line}: the link {target} leads to no heading; write the anchor of the heading that it means."


def _anchor(heading: str) -> str:
    """The anchor under which Markdown readers show a heading: lower case, blanks as hyphens, no other punctuation."""
    return re.sub(r"[^\w -]", "", heading.lower()).replace(" ", "-")


def _is_date(text: str) -> bool:
    try:
        date.fromisoformat(text)
    except ValueError:
        return False
    return True


def _sections(pages: Sequence[Page]) -> Iterator[tuple[Page, Rule]]:
    for page in pages:
        for rule in page.rules:
            yield page, rule


def _at(page: Page, rule: Rule) -> str:
    return f"spec/{page.file}:{rule.line}"
