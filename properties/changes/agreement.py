"""Whether pages, reference and rules agree on the examples: a page states an answer, the reference gives one, and a rule expects one.

The examples are put to the reference as they are put to a port, a fresh lifetime each. What the suite finds beyond the examples is not here.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from functools import partial
from pathlib import PurePath
from traceback import extract_tb

from properties.cases.examples import CLOSING_READS, with_closing_reads
from properties.changes.attempt import attempt
from properties.harness.in_process import InProcess
from properties.judge import Judge
from properties.literals import checked_answer, read_literal
from properties.pages import Example, Page, Rule, lifetimes
from properties.report.outcome import right_of
from properties.report.shown import shown_answer
from properties.transcript import Exchange, NoAnswer, Script, Transcript
from reference import Process


def unanswered(methods: Iterable[str], reference: type = Process) -> Iterator[str]:
    """The methods of the port interface that the reference lacks. Every example that a cell takes part in ends with some of them."""
    for method in methods:
        if not hasattr(reference, method):
            yield f"spec/port.py:1: the reference has no {method}, which is declared here; write it in the module of its page in reference/."


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
                    f"{at}: the page states {shown_answer(step.stated.answer)}, the reference answers {shown_answer(exchange.answer)}; "
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
        if any(isinstance(one.answer, NoAnswer) for one in answered.exchanges):
            continue  # what the reference does not answer is told of the reference
        found = attempt(partial(judge.judge, Transcript(answered.case, answered.word_bits, (*stated, *answered.exchanges[len(stated) :]))))
        if isinstance(found, Exception):
            yield f"spec/{page.file}:{steps[0].line}: {_raised(found)} over this example or one beside it; let the predicate take what the page asks."
            continue
        lines = [step.line for step in steps] + [steps[-1].line] * len(CLOSING_READS)
        for one in found:
            module = one.rule.partition("/")[0].replace("-", "_")
            yield (
                f"spec/{page.file}:{lines[one.index]}: {one.rule} expects {right_of(one.expected)}, and the page states {shown_answer(one.answer)}; "
                f"let the predicate in properties/rules/{module}.py follow the page."
            )


def unsettled(page: Page) -> bool:
    """Whether page, reference and rules disagree, so that nothing can be said of what the rules find."""
    return any(True for told in (unlike_the_reference(page), unlike_the_rules(page)) for _ in told)


def _raised(error: Exception) -> str:
    """What was raised and by which predicate: the outermost place in the rules."""
    places = [frame for frame in extract_tb(error.__traceback__) if PurePath(frame.filename).parent.name == "rules"]
    where = f"properties/rules/{PurePath(places[0].filename).name}:{places[0].lineno} ({places[0].name})" if places else "a predicate"
    return f"{where} raises {type(error).__name__}: {error}"


def tells_apart(rule: str, example: Example, then: str) -> bool:
    """Whether one rule lets only one of these pass: an example's answers as they are written, and other ones to the same calls, a line each.

    Where that cannot be told, because the other answers are none any more or the rule raises over them, they are told apart.
    """
    return attempt(lambda: _keeps(rule, example, then) is not _keeps(rule, example, example.answers)) is not False


def _keeps(rule: str, example: Example, answers: str) -> bool:
    """Whether an example's calls with these answers keep a rule. An answer that is not written is the reference's."""
    asked = InProcess(Process).ask_alone(Script(rule, with_closing_reads([example]))).exchanges
    told = [
        one if not answer else Exchange(step.call, checked_answer(step.call.method, read_literal(answer)))
        for step, answer, one in zip(example.steps, answers.split("\n"), asked, strict=False)
    ]
    return not Judge([rule]).judge(Transcript(rule, 64, (*told, *asked[len(told) :])))


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
        answered = asker.ask_alone(Script(rule.id, with_closing_reads([example])))
        if any(isinstance(one.answer, NoAnswer) for one in answered.exchanges):
            continue  # as above
        judged = attempt(partial(judge.judge, answered))  # what it raises is told by `unlike_the_rules`, where every rule judges every example
        if not isinstance(judged, Exception) and judge.verdict.judgements[rule.id] == 0:
            found.append(example)
    return found
