"""What a change leaves behind among the faults: a rule that none breaks, one that is not found for what it names, one that none keeps as it was.

The faults of a page that changed are put to the cases of the smoke profile. What of them the ci profile finds is printed by
`python -m properties.faults.table`.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from functools import cache, partial
from types import CodeType, FunctionType
from typing import Final

from properties.cases.examples import with_closing_reads
from properties.changes.agreement import tells_apart
from properties.changes.attempt import attempt
from properties.changes.differences import Difference, otherwise
from properties.changes.released import SIZE, Released, asked
from properties.faults.fault import Fault
from properties.faults.mutation.mutant import Mutant, mutated_text
from properties.faults.thin import NEED_MORE_THAN_SMOKE
from properties.faults.trial import Outcome, Trial, races
from properties.harness.in_process import InProcess
from properties.literals import Unreadable, checked_answer, read_literal
from properties.pages import Example, Page, Rule
from properties.transcript import Script
from reference import Process
from spec.port import DECODE_ROLLBACK_RING_SLOTS
from spec.wire import METHODS

FOLDER: Final = "properties/faults"


def without_fault(faults: Sequence[Fault], judged: Collection[str]) -> Iterator[str]:
    """The rules that no fault breaks, and the faults that break what is no rule."""
    broken = {rule for fault in faults for rule in fault.breaks}
    for rule in sorted(set(judged) - broken):
        yield f"{FOLDER}: no fault breaks {rule}; write a port that does, a few lines over the reference, so that one is seen to be found."
    for fault in faults:
        for rule in sorted(fault.breaks - set(judged)):
            yield f"{FOLDER}: the fault {fault.name!r} breaks {rule}, which is no rule that is judged; name what it breaks, or drop it."


def not_there(names: Collection[str], faults: Sequence[Fault]) -> Iterator[str]:
    """The faults that are told to need more than the smoke profile, and are gone."""
    for name in sorted(set(names) - {fault.name for fault in faults}):
        yield f"{FOLDER}/thin.py: there is no fault {name!r}; take it out, or name the one that it has become."


def unmade(mutants: Iterable[Mutant]) -> Iterator[str]:
    """The mutants that are listed as equivalent, and change what the reference no longer says."""
    for mutant in mutants:
        try:
            mutated_text(mutant)
        except LookupError as problem:
            yield f"{FOLDER}/mutation/equivalent.py: {problem}; let the listed mutant follow the reference, or take it out."


def uncallable(fault: Fault) -> Iterator[str]:
    """The methods of a fault that do not take what is declared: it would be found because it crashes, whatever it is wrong about."""
    for name, method in METHODS.items():
        own: Callable[..., object] | None = getattr(fault.port, name, None)
        if own is None or own is getattr(Process, name, None):
            continue
        try:
            inspect.signature(own).bind(fault, *method.parameters)
        except TypeError:
            declared = f"spec/port.py declares {name}({', '.join(method.parameters)})"
            yield f"{FOLDER}: {declared}, and {own.__qualname__} of the fault {fault.name!r} does not take these; let it follow."


def unasked(fault: Fault) -> Iterator[str]:
    """The methods of a fault that stand for none of the reference's any more, and that it does not call itself: nobody does."""
    if not isinstance(fault.port, type):
        return
    own = [one for one in fault.port.__mro__ if one not in Process.__mro__]
    functions = {name: member for one in own for name, member in vars(one).items() if isinstance(member, FunctionType)}
    named = {name for function in functions.values() for name in _names(function.__code__)}
    for name in sorted(functions.keys() - named - set(dir(Process))):
        if not name.startswith("__"):
            yield f"{FOLDER}: {functions[name].__qualname__} of the fault {fault.name!r} is called by nothing; let it stand for a method that is."


def _names(code: CodeType) -> Iterator[str]:
    """The names that a function asks for, those in functions within it among them."""
    yield from code.co_names
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            yield from _names(constant)


def no_longer_as_it_was(faults: Sequence[Fault], released: Released, pages: Sequence[Page], found: Collection[Difference]) -> Iterator[str]:
    """The changed rules that no fault keeps as they were: a port that nobody has touched would be the first to break them."""
    changed = {one.rule for one in found if one.what.startswith("changed")}
    for page in pages:
        for rule in page.rules:
            news = list(_news(rule, released)) if rule.id in changed else []
            of_rule = [fault for fault in faults if rule.id in fault.breaks]
            if news and not any(_answers(fault, example, then) for fault in of_rule for example, then in news):
                yield (
                    f"{FOLDER}: no fault that breaks {rule.id} answers its new examples as {released.version} had it, such as that at "
                    f"spec/{page.file}:{news[0][0].line}; write the port that still keeps the old rule, so that it is seen to be found."
                )


def _news(rule: Rule, released: Released) -> Iterator[tuple[Example, str]]:
    """The examples of a rule that had another answer at the release, under whichever rule, with that answer."""
    then_of = {asks: released.at_its_size(answers) for one in released.rules.values() for asks, answers in one.examples.items()}
    for example in rule.examples:
        then = then_of.get(asked(example))
        now = example.answers.replace(SIZE, str(DECODE_ROLLBACK_RING_SLOTS))
        if then is not None and otherwise(now, then) and tells_apart(rule.id, example, then):
            yield example, then


def _answers(fault: Fault, example: Example, then: str) -> bool:
    """Whether a fault answers an example so, as far as that is written."""
    given = InProcess(fault.port).ask_alone(Script(fault.name, with_closing_reads([example]))).exchanges
    try:
        told = [(one.answer, checked_answer(one.call.method, read_literal(line))) for one, line in zip(given, then.split("\n"), strict=False) if line]
    except Unreadable:
        return False  # what was answered is no answer any more
    return len(given) >= len(example.steps) and all((type(answer), answer) == (type(right), right) for answer, right in told)


def not_as_named(faults: Sequence[Fault], found: Collection[Difference], released: Released) -> Iterator[str]:
    """The faults which are found for something else than they name, by rules and cases as they are now.

    They are those of the pages that changed, or all where methods or the size of the ring did: every case is made of these.
    """
    pages = {one.rule.partition("/")[0] for one in found}
    all_of_them = set(METHODS) != set(released.methods) or released.ring_slots != DECODE_ROLLBACK_RING_SLOTS
    for fault in faults:
        is_of_these = all_of_them or pages & {rule.partition("/")[0] for rule in fault.breaks}
        if races(fault) or fault.name in NEED_MORE_THAN_SMOKE or not is_of_these:
            continue
        outcome = attempt(partial(_put, fault))
        if isinstance(outcome, Exception):
            yield (
                f"properties/cases: a predicate raises {type(outcome).__name__}: {outcome} over what the cases ask of the fault {fault.name!r}; "
                "let cases and predicates follow what spec/port.py declares."
            )
            return
        broken = outcome.broken
        if broken != fault.breaks:
            yield (
                f"{FOLDER}: the fault {fault.name!r} names {_listed(fault.breaks)}, and the smoke profile finds that it breaks {_listed(broken)}, "
                f"the rules being other ones than in {released.version}; let it be wrong about them as they are now, name what it breaks or drop it; "
                f"where python -m properties.faults.table shows that ci finds just what it names, list it in {FOLDER}/thin.py."
            )


@cache
def _trial() -> Trial:
    return Trial("smoke")


def _put(fault: Fault) -> Outcome:
    return _trial().put(fault)


def _listed(rules: Collection[str]) -> str:
    return ", ".join(sorted(rules)) or "nothing"
