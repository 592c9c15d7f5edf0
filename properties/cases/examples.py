"""The examples of the pages as scripts: the calls that documentation shows, put to a port like any others.

The rows of one table share a lifetime, for a pure function remembers nothing and a new process costs time; a `>>>` block has one of its own. The
answers that a page states are not used here: on a port the rules judge, and the project's own tests hold the pages to the rules.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final

from properties.cases.batch import Batch, Plan
from properties.pages import Example, Page, lifetimes, spec_pages
from properties.transcript import Script
from spec.port import PROCESS_METHODS, SWITCHES, Argument, Call

CLOSING_READS: Final = (Call("published_decode_ring_slots"), *(Call(switch.getter) for switch in SWITCHES))
"""What ends a lifetime that touched a cell: the rules learn from it what was in force."""

TOUCH_CELLS: Final = frozenset(name for name in PROCESS_METHODS if not name.startswith("log_")) | {"start_serve", "race"}
"""Methods that read or write a process-wide cell, or resolve one."""


def _scripts(plan: Plan) -> Iterator[Script]:
    return iter(sorted(scripts_of(spec_pages(), plan.word_bits), key=lambda script: len(script.calls)))


def _notice(plan: Plan) -> str | None:
    examples = [example for page in spec_pages() for rule in page.rules for example in rule.examples]
    too_large = sum(not _put_to(example, plan.word_bits) for example in examples)
    return f"{too_large} of {len(examples)} examples hold a word of more than {plan.word_bits} bits and are left out" if too_large else None


def scripts_of(pages: Iterable[Page], word_bits: int) -> Iterator[Script]:
    """The examples of these pages; a table's row or a block that holds a larger word is left out."""
    for page in pages:
        for together in lifetimes(page.rules):
            kept = [example for example in together if _put_to(example, word_bits)]
            if kept:
                yield Script(f"examples/{page.file}:{together[0].lifetime}", with_closing_reads(kept))


def with_closing_reads(examples: Iterable[Example]) -> tuple[Call, ...]:
    """The calls of examples that share a lifetime, and behind them the closing reads where a cell was touched."""
    calls = tuple(step.call for example in examples for step in example.steps)
    touched = any(call.method in TOUCH_CELLS for call in calls)
    return calls + CLOSING_READS if touched else calls


def _put_to(example: Example, word_bits: int) -> bool:
    return all(_within(step.call.args, word_bits) for step in example.steps)


def _within(args: Iterable[Argument], word_bits: int) -> bool:
    for arg in args:
        if type(arg) is int and arg.bit_length() > word_bits:
            return False
        if isinstance(arg, tuple) and not all(_within(call.args, word_bits) for call in arg):
            return False
    return True


EXAMPLES: Final = Batch("examples", _scripts, _notice)
"""Every example of the spec that a port with words of its size can be asked, a script a lifetime."""
