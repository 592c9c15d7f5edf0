"""A mutant of the reference is loaded apart from the reference, judged by the rules, and named by lines that exist.

What comes of all mutants is told by `python -m properties.faults.mutation`, which needs an extra; nothing here does but the last tests.
"""

from __future__ import annotations

import subprocess
import sys
from collections import Counter
from pathlib import Path

import pytest

from properties.faults.mutation.__main__ import wrong_in_the_list
from properties.faults.mutation.equivalent import ALIKE, EQUIVALENT
from properties.faults.mutation.judging import Outcome, judge_here
from properties.faults.mutation.mutant import MODULES, Mutant, load, mutant_between, mutated_text, text_of
from reference import Process

ROOT = Path(__file__).parents[2]

LADDER = "DECODE_RING_FIT_LADDER: Final = (8, 4, 2, 1, 0)"
FIRST_WRITE = Mutant("switches", "OnceCell.get_or_init", "if not self._written:", "if True:")

KNOWN = (
    (Mutant("ring_fit", "", LADDER, LADDER.replace("4", "5")), "ring-fit/ladder"),
    (FIRST_WRITE, "switches/first-write-wins"),
    (Mutant("shape_log", "ShapeLogCalls._is_first", "self._seen.add(shape)", "pass"), "shape-log/once"),
    (Mutant("truth", "shape_log_enabled", 'return value == "1"', "return bool(value)"), "truth/shape-log"),
    (
        Mutant("admission", "batched_chunk_zero_admitted", "return first_chunk_lever or varlen", "return first_chunk_lever and varlen"),
        "admission/chunk-zero",
    ),
)
"""Mutants made by hand, each with the rule that its mistake is about."""

OTHER_FIRST = Mutant("environment", "text_of", "return None", "return ''")
"""A mutant of the first of two lines that are the same, `return None` where a variable is absent."""


@pytest.mark.parametrize(("mutant", "rule"), KNOWN, ids=[rule for _, rule in KNOWN])
def test_a_mutant_is_caught_by_the_rule_that_its_mistake_is_about(mutant: Mutant, rule: str) -> None:
    """It is the first that is broken, in the cases of smoke."""
    assert judge_here(mutant, "smoke") == Outcome("smoke", rule)


def test_a_mutant_that_is_no_module_makes_no_port() -> None:
    """What a module raises when it is imported finds its mutant out."""
    outcome = judge_here(Mutant("ring_fit", "", LADDER, "DECODE_RING_FIT_LADDER: Final = nothing"), "smoke")
    assert outcome.found == "no port"
    assert "NameError" in outcome.by


def test_a_mutant_that_answers_a_number_for_a_boolean_is_caught() -> None:
    """On the wire 1 is not true, whatever Python thinks."""
    mutant = Mutant(
        "admission", "AdmissionCalls.prefill_codispatch_enabled", "return self._codispatch.enabled()", "return int(self._codispatch.enabled())"
    )
    assert judge_here(mutant, "smoke").found == "smoke"


def test_a_mutant_that_hangs_is_ended() -> None:
    """It is put in a process of its own, and a short silence is enough here."""
    code = (
        "from properties.faults.mutation.judging import judge_apart\n"
        "from properties.faults.mutation.mutant import Mutant\n"
        "hangs = Mutant('truth', 'shape_log_enabled', 'return value == \"1\"', 'while True:\\n    pass')\n"
        "print(judge_apart(hangs, silence=1.0).found)\n"
    )
    ended = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True, timeout=60)
    assert ended.stdout == "silent\n"


def test_loading_a_mutant_leaves_the_reference_as_it_is() -> None:
    """The mutant's modules are its own, and those that were imported are there again."""
    before = {name: module for name, module in sys.modules.items() if name.startswith("reference")}
    port = load(FIRST_WRITE)()
    assert port.set_decode_ring_slots(1) == 1
    assert port.set_decode_ring_slots(2) == 2
    assert type(port) is not Process
    right = Process()
    assert right.set_decode_ring_slots(1) == 1
    assert right.set_decode_ring_slots(2) == 1
    assert {name: module for name, module in sys.modules.items() if name.startswith("reference")} == before


def test_a_mutant_is_told_by_the_lines_that_differ() -> None:
    """Of two lines that are the same the right one is changed."""
    first = mutated_text(OTHER_FIRST)
    second = mutated_text(Mutant(OTHER_FIRST.module, OTHER_FIRST.function, OTHER_FIRST.before, OTHER_FIRST.after, nth=1))
    assert first != second
    assert first.index("return ''") < second.index("return ''")
    assert mutant_between("environment", first, "") == OTHER_FIRST
    assert mutant_between("environment", second, "").nth == 1


def test_lines_that_are_not_there_make_no_mutant() -> None:
    """A list that names them is out of date."""
    with pytest.raises(LookupError, match=r"reference/environment\.py has no such lines in text_of: return nothing"):
        mutated_text(Mutant("environment", "text_of", "return nothing", "pass"))


@pytest.mark.parametrize("mutant", EQUIVALENT, ids=lambda one: f"{one.module}-{one.after}")
def test_a_mutant_that_is_listed_as_equivalent_is_one(mutant: Mutant) -> None:
    """Its lines are there, it is another text, and the cases of smoke let it through."""
    assert mutated_text(mutant) != text_of(mutant.module)
    assert judge_here(mutant, "smoke").found == "nothing"


def test_each_mutant_is_listed_once_and_has_a_reason() -> None:
    """A reason is a sentence."""
    assert max(Counter(mutant for mutants in ALIKE.values() for mutant in mutants).values()) == 1
    assert all(mutants and reason.endswith(".") for reason, mutants in ALIKE.items())


def test_a_list_that_is_out_of_date_is_told() -> None:
    """The job fails on a listed mutant that a rule found, and on one that no operator makes."""
    listed = next(iter(EQUIVALENT))
    others = [mutant for mutant in EQUIVALENT if mutant != listed]
    caught = {mutant: Outcome("nothing", "") for mutant in others} | {listed: Outcome("ci", "a/rule")}
    (found,) = wrong_in_the_list(list(EQUIVALENT), caught, MODULES)
    assert "a/rule" in found
    (gone,) = wrong_in_the_list(others, {}, MODULES)
    assert "no operator makes it" in gone
    assert not list(wrong_in_the_list(list(EQUIVALENT), {}, MODULES))


def test_the_operators_make_every_mutant_of_the_list() -> None:
    """With the extra that has the operators; each mutant is what its text says."""
    pytest.importorskip("mutmut", reason="the extra `mutation` is not installed")
    from properties.faults.mutation.operators import mutants_of  # noqa: PLC0415 - without the extra it cannot be imported

    made = {mutant for module in MODULES for mutant in mutants_of(module)}
    assert made >= set(EQUIVALENT)
    assert len({(mutant.module, mutated_text(mutant)) for mutant in made}) == len(made)
