"""The examples of the real pages, held to the reference: every answer that a page states is the reference's.

How pages are read, and what they must keep among themselves, is in `test_pages.py`.
"""

from __future__ import annotations

import pytest

from properties.cases.examples import with_closing_reads
from properties.harness.in_process import InProcess
from properties.pages import Page, lifetimes, spec_pages
from properties.transcript import NoAnswer, Script
from reference import Process

PAGES = spec_pages()


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.file)
def test_every_answer_that_a_page_states_is_the_answer_of_the_reference(page: Page) -> None:
    """Type and value; the calls are put as they are to a port, so every lifetime ends without a failure."""
    asker = InProcess(Process)
    wrong = []
    for together in lifetimes(page.rules):
        script = Script(page.file, with_closing_reads(together))
        exchanges = asker.ask_alone(script).exchanges
        assert [exchange.call for exchange in exchanges] == list(script.calls)
        assert not any(isinstance(exchange.answer, NoAnswer) for exchange in exchanges)
        steps = [step for example in together for step in example.steps]
        for step, exchange in zip(steps, exchanges, strict=False):
            if step.stated is not None and (type(step.stated.answer), step.stated.answer) != (type(exchange.answer), exchange.answer):
                wrong.append(f"spec/{page.file}:{step.line}: the page states {step.stated.answer!r}, the reference answers {exchange.answer!r}.")
    assert wrong == []
