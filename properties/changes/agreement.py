"""Whether pages, reference and rules agree on the examples: a page states an answer, the reference gives one, and a rule expects one.

The examples are put to the reference as they are put to a port, a fresh lifetime each. What the suite finds beyond the examples is not here.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence

from properties.cases.examples import CLOSING_READS, with_closing_reads
from properties.harness.in_process import InProcess
from properties.judge import Judge
from properties.pages import Example, Page, Rule, lifetimes
from properties.transcript import Exchange, NoAnswer, Script, Transcript
from reference import Process


def unlike_the_reference(page: Page) -> Iterator[str]:
    """Every answer that the page states and the reference does not give; type and value count."""
    asker = InProcess(Process)
    for together in lifetimes(page.rules):
        exchanges = asker.ask_alone(Script(page.file, with_closing_reads(together))).exchanges
        steps = [step for example in together for step in example.steps]
        for step, exchange in zip(steps, exchanges, strict=False):
            at = f"spec/{page.file}:{step.line}"
            if isinstance(exchange.answer, NoAnswer):
                yield f"{at}: the reference gives no answer to this call: it {exchange.answer.sentence}; let it answer as the page says."
            elif step.stated is not None and (type(step.stated.answer), step.stated.answer) != (type(exchange.answer), exchange.answer):
                module = page.file.removesuffix(".md").replace("-", "_")
                yield (
                    f"{at}: the page states {step.stated.answer!r}, the reference answers {exchange.answer!r}; "
                    f"the page is right unless it is mistaken, so let reference/{module}.py follow it."
                )


def unlike_the_rules(page: Page) -> Iterator[str]:
    """Every answer that the page states, or that the reference gives where it states none, and that a rule does not let pass."""
    asker = InProcess(Process)
    judge = Judge()
    for together in lifetimes(page.rules):
        answered = asker.ask_alone(Script(f"{page.file}:{together[0].line}", with_closing_reads(together)))
        steps = [step for example in together for step in example.steps]
        stated = [
            Exchange(step.call, one.answer if step.stated is None else step.stated.answer)
            for step, one in zip(steps, answered.exchanges, strict=False)
        ]
        found = judge.judge(Transcript(answered.case, answered.word_bits, (*stated, *answered.exchanges[len(stated) :])))
        lines = [step.line for step in steps] + [steps[-1].line] * len(CLOSING_READS)
        for one in found:
            module = one.rule.partition("/")[0].replace("-", "_")
            yield (
                f"spec/{page.file}:{lines[one.index]}: {one.rule} expects {one.right}, and the page states {one.answer!r}; "
                f"let the predicate in properties/rules/{module}.py follow the page."
            )


def unjudged(page: Page, registered: Collection[str]) -> Iterator[str]:
    """Every example that the rule it stands under says nothing about, though a predicate is registered under its id."""
    for rule in page.rules:
        for example in _unjudged_of(rule) if rule.id in registered else ():
            at = f"spec/{page.file}:{example.line}"
            yield f"{at}: {rule.id} does not judge this example; move it below the rule that does, or let the predicate see it."


def _unjudged_of(rule: Rule) -> Sequence[Example]:
    asker = InProcess(Process)
    found = []
    for example in rule.examples:
        judge = Judge([rule.id])
        judge.judge(asker.ask_alone(Script(rule.id, with_closing_reads([example]))))
        if judge.verdict.judgements[rule.id] == 0:
            found.append(example)
    return found
