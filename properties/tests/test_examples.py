"""The examples of the real pages, held to the reference and to the rules.

How pages are read, and what they must keep among themselves, is in `test_pages.py`.
"""

from __future__ import annotations

import pytest

from properties.cases.examples import CLOSING_READS, with_closing_reads
from properties.harness.in_process import InProcess
from properties.judge import Judge, observable
from properties.page_checks import page_faults
from properties.pages import Example, Page, Rule, lifetimes, spec_pages
from properties.transcript import Exchange, NoAnswer, Script, Transcript
from reference import Process
from spec.wire import METHODS

PAGES = spec_pages()
REGISTERED = observable(METHODS)


def _unjudged(rule: Rule) -> list[Example]:
    """The examples whose answers, as the reference gives them, a rule says nothing about."""
    asker = InProcess(Process)
    unjudged = []
    for example in rule.examples:
        judge = Judge([rule.id])
        judge.judge(asker.ask_alone(Script(rule.id, with_closing_reads([example]))))
        if judge.verdict.judgements[rule.id] == 0:
            unjudged.append(example)
    return unjudged


def test_the_pages_keep_their_conventions_and_have_a_section_for_every_rule() -> None:
    """Known ids, sentences and dates, enough examples, no two that catch the same, and links that lead somewhere."""
    assert page_faults(PAGES, REGISTERED) == ()


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


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.file)
def test_no_rule_is_broken_by_what_the_pages_show(page: Page) -> None:
    """The answers of the reference, with those that a page states in their place."""
    asker = InProcess(Process)
    judge = Judge()
    broken = list[str]()
    for together in lifetimes(page.rules):
        answered = asker.ask_alone(Script(f"{page.file}:{together[0].line}", with_closing_reads(together)))
        steps = [step for example in together for step in example.steps]
        stated = [
            Exchange(step.call, one.answer if step.stated is None else step.stated.answer)
            for step, one in zip(steps, answered.exchanges, strict=False)
        ]
        found = judge.judge(Transcript(answered.case, answered.word_bits, (*stated, *answered.exchanges[len(stated) :])))
        lines = [step.line for step in steps] + [steps[-1].line] * len(CLOSING_READS)
        broken.extend(f"spec/{page.file}:{lines[one.index]}: {one.rule} expects {one.right} and {one.answer!r} is stated." for one in found)
    assert broken == []


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.file)
def test_every_example_is_judged_by_the_rule_that_it_stands_under(page: Page) -> None:
    """An example that its rule says nothing about stands under the wrong heading."""
    misplaced = [f"spec/{page.file}:{one.line}: {rule.id} does not judge this example." for rule in page.rules for one in _unjudged(rule)]
    assert misplaced == []
