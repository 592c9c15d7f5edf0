"""What is said to whoever is in the middle of a change: each step of the guide is left out in turn, of the real checkout, and its message is seen.

A checkout is never changed here: its pages, or what else it holds, are replaced in memory. Pictures and tables are in tests of their own.
"""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from properties import invariants
from properties.changes import __main__ as command
from properties.changes import faults
from properties.changes.__main__ import few, told
from properties.changes.agreement import unanswered
from properties.changes.differences import Difference, Step, differences
from properties.changes.missing import STEPS, Checkout, missing, this_checkout
from properties.changes.proofs import CANARIES, SWEEPS
from properties.changes.released import Released, as_released, read_record, write_record
from properties.changes.version import ROOT, outdated, stepped, texts, unlogged, unstepped
from properties.contracts import evidence
from properties.contracts.canaries import Canary
from properties.contracts.changed import changed
from properties.contracts.law import Law
from properties.faults.fault import Fault
from properties.faults.mutation.mutant import Mutant
from properties.judge import observable
from properties.pages import SPEC, read_page
from properties.rules.admission import chunk_zero_from_parts
from reference import Process
from reference.ring_fit import fit_decode_ring_slots
from reference.switches import OnceCell
from spec.port import DECODE_ROLLBACK_RING_SLOTS
from spec.wire import METHODS

LADDER_SECTION = (SPEC / "ring-fit.md").read_text(encoding="utf-8").partition("### ring-fit/ladder\n\n")[2].partition("\n### ")[0]
"""The rule that is changed below, as it stands: what it says is not repeated here, so that it can change in earnest."""
LADDER = LADDER_SECTION.partition("\n\n")[0]
NEW_LADDER = f"{LADDER} And 0 once more."
HISTORY = next(paragraph for paragraph in LADDER_SECTION.split("\n\n") if paragraph.startswith("Since "))
SINCE = f"{HISTORY}\n\n| decode_ring_fit_ladder"
TOLD = SINCE.replace(HISTORY, f'{HISTORY} Changed 9999-12-31: a rung more. Before: "{LADDER}"')
ROW = next(line for line in LADDER_SECTION.splitlines() if line.startswith("| `("))
RUNGS = ROW.split("`")[1]
NEW_RUNGS = f"{RUNGS[:-1]}, 0)"
NEW_ROW = ROW.replace(RUNGS, NEW_RUNGS)
PUBLISHED = ">>> port.set_decode_ring_slots(100)\n100\n"


@pytest.fixture(scope="module")
def whole() -> Checkout:
    """This checkout, as it is released and proved: both records are made of it, so that a change under way in it is none here."""
    checkout = this_checkout()
    judged = {rule.id for page in checkout.pages for rule in page.rules}
    assurance = evidence.Assurance({}, evidence.hashes(), (evidence.Shown("all", tuple(judged), "proved", ""),), dict.fromkeys(judged, "sampled"))
    return replace(
        checkout,
        released=as_released(checkout.released.version, METHODS, checkout.pages),
        version=checkout.released.version,
        assurance=assurance,
        readme=evidence.with_index(checkout.readme, evidence.index(assurance)),
    )


def edited(checkout: Checkout, file: str, *changes: tuple[str, str]) -> Checkout:
    """The checkout with one page rewritten, in places that stand there once."""
    text = (SPEC / file).read_text(encoding="utf-8")
    for old, new in changes:
        assert text.count(old) == 1, old
        text = text.replace(old, new)
    return replace(checkout, pages=tuple(read_page(file, text) if page.file == file else page for page in checkout.pages))


def with_new_rule(checkout: Checkout, section: str) -> Checkout:
    """The checkout with one rule more, at the end of the page on the fit."""
    text = (SPEC / "ring-fit.md").read_text(encoding="utf-8")
    pages = tuple(read_page(page.file, f"{text}\n{section}") if page.file == "ring-fit.md" else page for page in checkout.pages)
    return replace(checkout, pages=pages)


def lacks(checkout: Checkout, step: str) -> tuple[str, ...]:
    """What one step lacks."""
    return dict(missing(checkout))[step]


def only(checkout: Checkout, step: str) -> str:
    """The one thing that a step lacks."""
    (sentence,) = lacks(checkout, step)
    return sentence


def test_nothing_is_missing_in_this_checkout() -> None:
    """A change is whole before it is merged; the command prints the same sentences."""
    assert [sentence for _, sentences in missing(this_checkout()) for sentence in sentences] == []


def test_the_steps_come_in_the_order_of_the_guide() -> None:
    """The guide numbers them."""
    guide = (SPEC / "README.md").read_text(encoding="utf-8").partition("## Changing a rule")[2]
    places = [guide.find(f"{number}. **{name[0].upper()}{name[1:]}**") for number, (name, _) in enumerate(STEPS, start=1)]
    assert min(places) > 0
    assert places == sorted(places)


class TestThePageIsLeftBehind:
    """A rule is changed and its section does not tell of it."""

    def test_a_changed_sentence_without_its_history_is_told_what_to_write(self, whole: Checkout) -> None:
        """With the old sentence to be quoted."""
        said = only(edited(whole, "ring-fit.md", (LADDER, NEW_LADDER)), "the page")
        assert said.startswith("spec/ring-fit.md:")
        assert "ring-fit/ladder does not say what it said in " in said
        assert said.endswith(f'Before: "{LADDER}"')

    def test_a_changed_answer_without_its_history_is_told_at_its_line(self, whole: Checkout) -> None:
        """The sentence stays, and the example does not."""
        said = only(edited(whole, "ring-fit.md", (ROW, NEW_ROW)), "the page")
        assert "this example of ring-fit/ladder had another answer in " in said

    def test_a_changed_answer_is_not_a_rewording(self, whole: Checkout) -> None:
        """Where another answer is right, the rule has changed."""
        history = TOLD.replace("Changed 9999", "Reworded 9999")
        said = only(edited(whole, "ring-fit.md", (LADDER, NEW_LADDER), (SINCE, history), (ROW, NEW_ROW)), "the page")
        assert "had another answer" in said

    def test_a_history_that_quotes_another_sentence_is_none(self, whole: Checkout) -> None:
        """A reader must find what a port was once held to."""
        history = TOLD.replace(f'"{LADDER}"', '"Something else."')
        assert "does not say what it said in " in only(edited(whole, "ring-fit.md", (LADDER, NEW_LADDER), (SINCE, history)), "the page")

    def test_a_change_that_no_example_shows_is_told(self, whole: Checkout) -> None:
        """Reference and predicate would be held to what stood before, and nothing would be missing."""
        said = only(edited(whole, "ring-fit.md", (LADDER, NEW_LADDER), (SINCE, TOLD)), "the page")
        assert "ring-fit/ladder has changed since " in said
        assert "each of its examples was right then; add one" in said

    def test_a_change_that_is_told_lacks_nothing_on_its_page(self, whole: Checkout) -> None:
        """Sentence, history and example agree."""
        assert lacks(edited(whole, "ring-fit.md", (LADDER, NEW_LADDER), (SINCE, TOLD), (ROW, NEW_ROW)), "the page") == ()

    def test_a_released_rule_whose_section_is_gone_is_missed(self, whole: Checkout) -> None:
        """An id is never forgotten, or it could be used again."""
        gone = replace(whole, pages=tuple(page for page in whole.pages if page.file != "ring-fit.md"))
        said = [one for one in lacks(gone, "the page") if "was released with" in one]
        assert len(said) == sum(id_.startswith("ring-fit/") for id_ in whole.released.rules)
        assert said[0].startswith("spec/ring-fit.md:1: ring-fit/ladder was released with ")

    def test_an_id_that_was_withdrawn_is_not_used_again(self, whole: Checkout) -> None:
        """It would mean two things."""
        before = whole.released.rules["ring-fit/ladder"]
        rules = {**whole.released.rules, "ring-fit/ladder": replace(before, withdrawn=True)}
        said = only(replace(whole, released=replace(whole.released, rules=rules)), "the page")
        assert "ring-fit/ladder was withdrawn with " in said
        assert "choose another id" in said

    def test_a_history_that_has_lost_an_entry_is_told(self, whole: Checkout) -> None:
        """What a port was once held to stays to be read."""
        before = whole.released.rules["ring-fit/ladder"]
        rules = {**whole.released.rules, "ring-fit/ladder": replace(before, entries=before.entries + 1)}
        said = only(replace(whole, released=replace(whole.released, rules=rules)), "the page")
        assert f"ring-fit/ladder had {before.entries + 1} entries of history" in said

    def test_a_rule_without_examples_is_told(self, whole: Checkout) -> None:
        """As is one that says nothing, or not since when: those are tests of the pages."""
        said = only(with_new_rule(whole, "### ring-fit/new\n\nIt says so.\n\nSince 2026-10-01.\n"), "the page")
        assert said.endswith("ring-fit/new has 0 of at least 3 examples; add some, each catching a mistake of its own.")

    def test_a_picture_that_no_longer_agrees_is_told(self, whole: Checkout) -> None:
        """How each lies is in `test_pictures.py`."""
        assert ": the picture is wrong: " in lacks(edited(whole, "ring-fit.md", ("4 × bytes", "6 × bytes")), "the page")[0]


class TestTheReferenceIsLeftBehind:
    """The page states what the reference does not answer."""

    def test_an_answer_that_the_reference_does_not_give_is_told_with_both(self, whole: Checkout) -> None:
        """And with the module that follows the page."""
        said = only(edited(whole, "ring-fit.md", (ROW, NEW_ROW)), "the reference")
        assert said.startswith("spec/ring-fit.md:")
        assert f"the page states {NEW_RUNGS}, the reference answers {RUNGS}" in said
        assert "let reference/ring_fit.py follow it" in said

    def test_a_call_that_the_reference_cannot_answer_is_told(self, whole: Checkout) -> None:
        """In the middle of a change it may raise; that ends no check."""
        with changed(fit_decode_ring_slots, "return 0", "raise NotImplementedError"):
            said = lacks(whole, "the reference")
        assert said[0].endswith("the reference gives no answer to this call: it raised NotImplementedError; let it answer as the page says.")

    def test_a_method_that_the_reference_lacks_is_told(self) -> None:
        """It is declared before it is written."""
        (said,) = unanswered(("hello", "set_and_forget"))
        assert "the reference has no set_and_forget, which is declared here" in said

    def test_no_predicate_is_blamed_for_what_the_reference_does_not_answer(self, whole: Checkout) -> None:
        """The page states nothing of the sort, and a predicate that followed it would be wrong."""
        with changed(OnceCell.get_or_init, "with self._lock:", "raise NotImplementedError\n    with self._lock:"):
            said = lacks(replace(whole, laws=(), sweeps=(), canaries=()), "the property or law")
        assert not said


class TestThePropertyIsLeftBehind:
    """No predicate judges by the rule as it is now."""

    def test_a_predicate_that_raises_over_an_example_is_told(self, whole: Checkout) -> None:
        """A parameter has another type now, and the predicate still reads it as it was; that ends no check."""
        with changed(chunk_zero_from_parts, "first_chunk_lever or varlen", "len(first_chunk_lever) > 0"):
            said = lacks(whole, "the property or law")
        assert said[0].startswith("spec/admission.md:")
        assert "(chunk_zero_from_parts) raises TypeError: object of type 'bool' has no len()" in said[0]

    def test_an_id_without_a_predicate_is_told_where_it_belongs(self, whole: Checkout) -> None:
        """A section that nothing judges by."""
        said = lacks(with_new_rule(whole, "### ring-fit/new\n\nSo.\n\nSince 2026-10-01.\n"), "the property or law")[0]
        assert "no predicate is registered under ring-fit/new; register one in properties/rules/ring_fit.py" in said

    def test_a_predicate_that_expects_what_the_page_no_longer_states_is_told(self, whole: Checkout) -> None:
        """With what it expects."""
        said = only(edited(whole, "ring-fit.md", (ROW, NEW_ROW)), "the property or law")
        assert f"ring-fit/ladder expects {RUNGS}, and the page states {NEW_RUNGS}" in said
        assert said.endswith("let the predicate in properties/rules/ring_fit.py follow the page.")

    def test_an_example_that_its_rule_does_not_judge_is_told(self, whole: Checkout) -> None:
        """It stands under the wrong heading, or the predicate does not see it."""
        table = "| value | bool_value_enabled | catches |\n|---|---|---|\n| `None` | `False` | nothing of the ladder |\n\n"
        said = only(edited(whole, "ring-fit.md", (SINCE, f"{HISTORY}\n\n{table}| decode_ring_fit_ladder")), "the property or law")
        assert "ring-fit/ladder does not judge this example" in said

    def test_a_law_about_no_rule_is_told(self, whole: Checkout) -> None:
        """A withdrawn rule leaves such laws behind."""
        law = Law("ring_fit", "all_is_well", ("ring-fit/gone",), lambda: True)
        said = only(replace(whole, laws=(*whole.laws, law), canaries=(*whole.canaries, canary_of(law.id))), "the property or law")
        assert said.startswith("properties/contracts/laws/ring_fit.py: the law all_is_well is about ring-fit/gone, which is no rule")

    def test_a_law_that_asks_what_is_no_longer_declared_is_told(self, whole: Checkout) -> None:
        """It gives a function too few arguments, and no prover need be run to see it."""

        def all_is_well(value: str | None) -> bool:
            return bool(fit_decode_ring_slots(value))  # type: ignore[call-arg, arg-type]  # that is what is wrong with it

        law = Law("ring_fit", "all_is_well", ("ring-fit/ladder",), all_is_well)
        said = only(replace(whole, laws=(*whole.laws, law), canaries=(*whole.canaries, canary_of(law.id))), "the property or law")
        assert said.startswith("properties/contracts/laws/ring_fit.py: the law all_is_well raises TypeError: fit_decode_ring_slots() missing")

    def test_a_sweep_about_no_rule_is_told(self, whole: Checkout) -> None:
        """So does a sweep."""
        ladder = next(sweep for sweep in whole.sweeps if sweep.name == "the ladder")
        sweeps = (*whole.sweeps, replace(ladder, rules=("ring-fit/gone",)))
        said = only(replace(whole, sweeps=sweeps), "the property or law")
        assert said == f"{SWEEPS}: the sweep 'the ladder' names ring-fit/gone, which is no rule that is judged; take it out."

    def test_a_law_and_a_sweep_that_nothing_breaks_are_told(self, whole: Checkout) -> None:
        """They were written, and not seen to fail."""
        law = Law("ring_fit", "all_is_well", ("ring-fit/ladder",), lambda: True)
        sweep = replace(whole.sweeps[0], name="all there is")
        said = lacks(replace(whole, laws=(*whole.laws, law), sweeps=(*whole.sweeps, sweep)), "the property or law")
        assert [one.partition(";")[0] for one in said] == [
            f"{CANARIES}: no canary is refuted by ring_fit.all_is_well",
            f"{CANARIES}: no canary is seen in the sweep 'all there is'",
        ]

    def test_a_canary_for_a_law_or_a_sweep_that_is_gone_is_told(self, whole: Checkout) -> None:
        """A law was renamed or dropped."""
        canary = replace(canary_of("ring_fit.gone"), seen_in=("nowhere",))
        said = lacks(replace(whole, canaries=(*whole.canaries, canary)), "the property or law")
        assert [one.partition(";")[0] for one in said] == [
            f"{CANARIES}: the canary 'a test' names the law ring_fit.gone, and there is none",
            f"{CANARIES}: the canary 'a test' names the sweep 'nowhere', and there is none",
        ]

    def test_a_canary_that_changes_what_the_reference_no_longer_says_is_told(self, whole: Checkout) -> None:
        """The reference was rewritten, and the mistake is made nowhere."""
        canary = replace(canary_of(whole.laws[0].id), old="return 42")
        said = only(replace(whole, canaries=(*whole.canaries, canary)), "the property or law")
        assert f"{CANARIES}: the canary 'a test' cannot be made: 'return 42' stands 0 times in fit_decode_ring_slots" in said


def canary_of(law: str) -> Canary:
    """A canary that a law is said to fall to."""
    return Canary("a test", fit_decode_ring_slots, "return 0", "return 1", (law,))


class TestMoreIsClaimedThanRan:
    """What a proof rested on has changed, or a text says more than was shown."""

    def test_sources_that_have_changed_since_are_told(self, whole: Checkout) -> None:
        """What was proved was another reference."""
        assert whole.assurance is not None
        older = replace(whole.assurance, sources={**whole.assurance.sources, "reference/truth.py": "0" * 64})
        said = only(replace(whole, assurance=older), "the property or law")
        assert said.startswith("spec/assurance.json: reference/truth.py has changed since `python -m properties.contracts.assurance` was run, so")
        assert "run python -m properties.contracts.assurance" in said

    def test_proofs_that_were_never_run_are_told(self, whole: Checkout) -> None:
        """There is nothing to claim."""
        assert only(replace(whole, assurance=None), "the property or law").startswith("spec/assurance.json: there is none; run python -m")

    def test_an_index_that_shows_more_than_ran_is_told(self, whole: Checkout) -> None:
        """It is written by what runs, and by nobody else."""
        assert whole.assurance is not None
        said = only(replace(whole, assurance=replace(whole.assurance, shown=())), "the property or law")
        assert said.startswith("spec/README.md: its index of rules is not what spec/assurance.json shows; run python -m")

    def test_a_page_that_claims_more_than_ran_is_told(self, whole: Checkout) -> None:
        """With what was shown."""
        assert whole.assurance is not None
        (shown,) = whole.assurance.shown
        others = replace(shown, rules=tuple(rule for rule in shown.rules if rule != "ring-fit/ladder"))
        assurance = replace(whole.assurance, shown=(others,))
        readme = evidence.with_index(whole.readme, evidence.index(assurance))
        claims = edited(replace(whole, assurance=assurance, readme=readme), "ring-fit.md", (SINCE, f"That is proved.\n\n{SINCE}"))
        assert only(claims, "the property or law").endswith(
            "ring-fit/ladder is called proved, and what ran showed sampled; say no more, or have it shown."
        )


class Older(Process):
    """A port as it was before a parameter joined."""

    def bool_value_enabled(self) -> bool:  # type: ignore[override]  # noqa: D102 - that is what is wrong with it
        return False


class Former(Process):
    """A port that is wrong in a method which was renamed since."""

    def switch_enabled(self, value: str | None) -> bool:  # noqa: D102 - what it did is of no matter
        return value is not None


class NoLadder(Process):
    """A port without a rung."""

    def decode_ring_fit_ladder(self) -> tuple[int, ...]:  # noqa: D102 - it is what the class is for
        return ()


class TestTheFaultIsLeftBehind:
    """No port that is wrong on purpose shows that the predicate finds one."""

    def test_a_fault_with_other_parameters_is_told(self, whole: Checkout) -> None:
        """It would be found because it crashes."""
        fault = Fault("older", frozenset({"truth/switch"}), "a test", Older, from_the_pages=False)
        said = only(replace(whole, faults=(*whole.faults, fault)), "the fault")
        assert "declares bool_value_enabled(value), and Older.bool_value_enabled of the fault 'older' does not take these" in said

    def test_a_rule_that_no_fault_breaks_is_told(self, whole: Checkout) -> None:
        """A predicate that finds nothing would look like one that finds no fault."""
        faults = tuple(fault for fault in whole.faults if "ring-fit/none-fits" not in fault.breaks)
        assert only(replace(whole, faults=faults), "the fault").startswith(
            "properties/faults: no fault breaks ring-fit/none-fits; write a port that does"
        )

    def test_a_fault_that_breaks_no_rule_is_told(self, whole: Checkout) -> None:
        """A withdrawn rule leaves such faults behind."""
        fault = Fault("never right", frozenset({"ring-fit/gone"}), "a test", Process, from_the_pages=False)
        said = only(replace(whole, faults=(*whole.faults, fault)), "the fault")
        assert said.startswith("properties/faults: the fault 'never right' breaks ring-fit/gone, which is no rule")

    def test_a_fault_that_is_gone_and_listed_is_told(self) -> None:
        """It would excuse one of the same name."""
        (said,) = faults.not_there(("right ahead",), ())
        assert said == "properties/faults/thin.py: there is no fault 'right ahead'; take it out, or name the one that it has become."

    def test_a_listed_mutant_of_a_reference_before_is_told(self) -> None:
        """What it was equivalent to has been rewritten."""
        (said,) = faults.unmade((Mutant("environment", "text_of", "return nothing", "pass"),))
        assert said.startswith("properties/faults/mutation/equivalent.py: reference/environment.py has no such lines in text_of: return nothing; let")

    def test_a_fault_whose_method_is_gone_is_told(self, whole: Checkout) -> None:
        """It stands for nothing any more, and would pass for the reference."""
        fault = Fault("of a method before", frozenset({"truth/switch"}), "a test", Former, from_the_pages=False)
        said = only(replace(whole, faults=(*whole.faults, fault)), "the fault")
        assert said.startswith("properties/faults: Former.switch_enabled of the fault 'of a method before' is called by nothing")

    def test_a_changed_rule_that_no_fault_keeps_as_it_was_is_told(self, whole: Checkout) -> None:
        """A port that nobody has touched is the likeliest to break it."""
        changed_rule = edited(whole, "ring-fit.md", (LADDER, NEW_LADDER), (SINCE, TOLD), (ROW, NEW_ROW))
        others = [fault for fault in whole.faults if "ring-fit/ladder" not in fault.breaks]
        wrong, as_before = (
            Fault(port.__name__, frozenset({"ring-fit/ladder"}), "a test", port, from_the_pages=False) for port in (NoLadder, Process)
        )
        asks = f"no fault that breaks ring-fit/ladder answers its new examples as {whole.version} had it"
        assert asks in " ".join(lacks(replace(changed_rule, faults=(*others, wrong)), "the fault"))
        assert asks not in " ".join(lacks(replace(changed_rule, faults=(*others, wrong, as_before)), "the fault"))

    def test_a_rule_that_changed_with_the_size_of_the_ring_needs_a_fault_of_the_old_size(self, whole: Checkout) -> None:
        """No word of it is another, and a port that keeps the old size breaks it."""
        larger = replace(whole, released=replace(whole.released, ring_slots=DECODE_ROLLBACK_RING_SLOTS - 1))
        said = [one for one in lacks(larger, "the fault") if "answers its new examples" in one]
        assert [one.split()[5] for one in said] == ["ring-decision/override", "ring-decision/default"]

    def test_a_fault_that_is_found_for_something_else_than_it_names_is_told(self, whole: Checkout) -> None:
        """What was wrong is right by the rule of now, or wrong about more."""
        right = Fault("right now", frozenset({"ring-fit/ladder"}), "a test", Process, from_the_pages=False)
        under_way = replace(whole, faults=(*whole.faults, right))
        assert lacks(under_way, "the fault") == ()
        changed_rule = edited(under_way, "ring-fit.md", (SINCE, TOLD))
        said = [one for one in lacks(changed_rule, "the fault") if "names" in one]
        assert [one.partition(",")[0] for one in said] == ["properties/faults: the fault 'right now' names ring-fit/ladder"]

    def test_a_case_that_asks_what_no_predicate_takes_is_told(self, whole: Checkout, monkeypatch: pytest.MonkeyPatch) -> None:
        """The examples follow the interface, and a case gives one argument too few."""

        class Raises:
            def put(self, fault: Fault) -> None:
                raise TypeError(f"{fault.name} asks for too little")

        monkeypatch.setattr(faults, "_trial", Raises)
        said = lacks(edited(whole, "ring-fit.md", (LADDER, NEW_LADDER), (SINCE, TOLD)), "the fault")
        assert [one.partition(" over ")[0].partition(":")[0] for one in said] == ["properties/cases"]
        assert "asks for too little over what the cases ask of the fault" in said[0]


CHANGED = (Difference("ring-fit/ladder", "changed", Step.MAJOR),)
REWORDED = (Difference("ring-fit/ladder", "reworded", Step.PATCH),)
WITHDRAWN = (Difference("ring-fit/ladder", "withdrawn", Step.MINOR),)


class TestChangelogAndVersionAreLeftBehind:
    """The rules changed, and whoever reads the changelog or asks for the version does not learn it."""

    def test_a_changed_rule_that_the_changelog_does_not_name_is_told(self) -> None:
        """Named below the release is named for another change."""
        log = "# Changelog\n\n## [Unreleased]\n\n- nothing\n\n## [0.1.0]\n\n- `ring-fit/ladder`\n"
        (said,) = unlogged(log, "0.1.0", CHANGED)
        assert said.startswith("CHANGELOG.md: `ring-fit/ladder` is changed since 0.1.0, and no line above ## [0.1.0] names it")
        assert list(unlogged(log.replace("nothing", "`ring-fit/ladder` has a rung more"), "0.1.0", CHANGED)) == []

    def test_a_changelog_without_the_release_is_told(self) -> None:
        """Nothing would be above it."""
        (said,) = unlogged("# Changelog\n", "0.1.0", ())
        assert said == "CHANGELOG.md: there is no heading ## [0.1.0], the version that spec/released.json records; put it back."

    @pytest.mark.parametrize(
        ("version", "found", "least", "means"),
        [
            ("0.1.0", CHANGED, "0.2.0", "a port that was right may be wrong now (ring-fit/ladder is changed)"),
            ("0.1.1", CHANGED, "0.2.0", "a port that was right may be wrong now"),
            ("0.1.0", WITHDRAWN, "0.2.0", "a rule is judged, or no longer judged"),
            ("0.1.0", REWORDED, "0.1.1", "the same answers are right"),
            ("0.1.0", REWORDED + CHANGED, "0.2.0", "a port that was right may be wrong now"),
        ],
    )
    def test_a_version_that_does_not_step_far_enough_is_told_the_least(
        self, version: str, found: tuple[Difference, ...], least: str, means: str
    ) -> None:
        """And why; a larger step is nobody's business."""
        (said,) = unstepped(version, "0.1.0", found)
        assert said.startswith(f"spec/port.py: VERSION is {version}, and {means}")
        assert said.endswith(f'write at least VERSION = "{least}".')
        assert [list(unstepped(enough, "0.1.0", found)) for enough in (least, "0.3.0", "1.0.0")] == [[], [], []]

    def test_without_a_difference_no_step_is_asked_for(self) -> None:
        """A case or a page's picture may come with any version."""
        assert list(unstepped("0.1.0", "0.1.0", ())) == []

    def test_a_version_that_is_none_is_told(self) -> None:
        """Before it is compared."""
        (said,) = unstepped("0.2", "0.1.0", CHANGED)
        assert said == "spec/port.py: VERSION is '0.2', which is no version; write three numbers, such as \"0.1.0\"."

    def test_from_1_0_0_on_a_change_is_a_step_of_major(self) -> None:
        """Before, MINOR stands for it."""
        steps = [[stepped(version, step) for step in Step] for version in ("0.1.4", "1.2.3")]
        assert steps == [["0.1.5", "0.2.0", "0.2.0"], ["1.2.4", "1.3.0", "2.0.0"]]

    def test_the_texts_that_name_another_version_of_the_spec_are_told(self) -> None:
        """A driver's author copies them; a port first has to keep the rules that it names."""
        named_in = {
            "README.md": 'x\n"version": "0.3", "spec": "0.1"',
            "ports/c/main.c": '#define SPEC_VERSION "0.1"',
            "spec/wire.md": 'its spec is `0.2`,\n"spec": "0.1"',
        }
        assert list(outdated(named_in, "0.2")) == [
            "README.md:2: this names version 0.1 of the spec, which is 0.2 now; have it keep the rules as they are now, then write 0.2.",
            "ports/c/main.c:1: this names version 0.1 of the spec, which is 0.2 now; have it keep the rules as they are now, then write 0.2.",
            "spec/wire.md:2: this names version 0.1 of the spec, which is 0.2 now; write 0.2.",
        ]

    def test_every_text_that_names_the_version_is_looked_at(self) -> None:
        """The README's driver, the page on the wire, and each port."""
        named = {said.partition(":")[0] for said in outdated(texts(), "99.9")}
        assert {"README.md", "spec/wire.md", "ports/python/driver.py", "ports/rust/src/calls.rs"} <= named


@pytest.mark.parametrize(
    ("change", "what", "step"),
    [
        (lambda whole: edited(whole, "ring-fit.md", (LADDER, NEW_LADDER), (SINCE, TOLD)), "changed", Step.MAJOR),
        (lambda whole: edited(whole, "ring-fit.md", (ROW, NEW_ROW)), "changed", Step.MAJOR),
        (lambda whole: edited(whole, "ring-fit.md", (LADDER, NEW_LADDER)), "reworded", Step.PATCH),
        (
            lambda whole: edited(whole, "ring-fit.md", (SINCE, SINCE.replace(HISTORY, f"{HISTORY} Withdrawn 9999-12-31: no."))),
            "withdrawn",
            Step.MINOR,
        ),
    ],
)
def test_what_became_of_a_rule_is_found_by_comparing(whole: Checkout, change: Callable[[Checkout], Checkout], what: str, step: Step) -> None:
    """Whatever its page tells of it."""
    assert change(whole).differences == (Difference("ring-fit/ladder", what, step),)


def test_an_answer_that_is_written_out_now_is_no_other_answer(whole: Checkout) -> None:
    """Nor is one that no longer is: a page need not write None."""
    written = edited(whole, "ring-publish.md", (PUBLISHED, PUBLISHED.removesuffix("100\n")))
    assert written.differences == ()
    assert replace(whole, released=as_released("0.1.0", METHODS, written.pages)).differences == ()


def test_an_answer_that_only_another_rule_tells_apart_is_no_change_of_this_one(whole: Checkout) -> None:
    """The words of a refusal are judged by a rule of their own."""
    row = f"""| `"AUTO"` | `ParseError("unknown ssm-decode-ring-slots 'AUTO' (valid: auto, 0..={DECODE_ROLLBACK_RING_SLOTS})")` |"""
    other = edited(whole, "ring-parse.md", (row, row.replace("valid", "right")))
    assert other.differences == ()
    assert lacks(other, "the page") == ()
    taken = edited(whole, "ring-parse.md", (row, '| `"AUTO"` | `Depth(None)` |'))
    assert [one.rule for one in taken.differences] == ["ring-parse/auto"]


def test_a_rule_that_names_the_size_of_the_ring_changes_with_it(whole: Checkout) -> None:
    """A port that was right is wrong, though no word of the rule is another."""
    larger = replace(whole, released=replace(whole.released, ring_slots=DECODE_ROLLBACK_RING_SLOTS - 1))
    changed_so = "changed with the size of the ring"
    assert [(one.rule, one.what, one.step) for one in larger.differences] == [
        ("ring-decision/override", changed_so, Step.MAJOR),
        ("ring-decision/default", changed_so, Step.MAJOR),
    ]


def test_a_new_rule_steps_by_whether_a_port_of_before_could_break_it(whole: Checkout) -> None:
    """One that only new methods show is not implemented there."""
    before = replace(whole.released, rules={id_: rule for id_, rule in whole.released.rules.items() if id_ != "ring-fit/ladder"})
    without = replace(before, methods=tuple(name for name in METHODS if "fit" not in name))
    for released, step in ((before, Step.MAJOR), (without, Step.MINOR)):
        assert differences(released, whole.pages, observable) == (Difference("ring-fit/ladder", "new", step),)


def test_the_command_prints_what_the_checks_say_and_what_comes_next(whole: Checkout) -> None:
    """Step by step; the first that lacks something is named at the end."""
    changed = edited(whole, "ring-fit.md", (LADDER, NEW_LADDER), (SINCE, TOLD), (ROW, NEW_ROW))
    lines = told(changed, missing(changed)).splitlines()
    assert lines[0].endswith("ring-fit/ladder is changed.")
    assert [line for line in lines if line[:1].isdigit()] == [f"{number}. {name[0].upper()}{name[1:]}" for number, (name, _) in enumerate(STEPS, 1)]
    assert "   Nothing is missing." in lines
    assert lines[-1] == "Next: the reference."
    assert told(whole, missing(whole)).splitlines()[-1] == "The change is whole; pytest judges the reference by it."


def test_of_one_file_only_the_first_sentences_are_printed() -> None:
    """One thing that is done mostly settles several."""
    assert few(["a:1: x", *(f"b:{line}: y" for line in range(7)), "a:2: x"]) == [
        *("a:1: x", "a:2: x"),
        *("b:0: y", "b:1: y", "b:2: y", "b:3: y", "b:4: y"),
        "b: and 2 more.",
    ]


def test_the_command_ends_with_status_0_where_nothing_is_missing() -> None:
    """It is run as a maintainer runs it."""
    ended = subprocess.run([sys.executable, "-m", "properties.changes"], capture_output=True, text=True, check=False, cwd=ROOT, timeout=120)
    assert (ended.returncode, ended.stderr) == (0, "")
    assert "1. The page\n   Nothing is missing." in ended.stdout


def test_in_the_middle_of_a_change_the_tables_are_written_as_far_as_they_can_be(
    whole: Checkout, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Those of the interface are needed first, when no predicate takes what it declares."""
    written: list[Path] = []
    monkeypatch.setattr(command, "write", lambda path, _: written.append(path))
    monkeypatch.setattr(sys, "argv", ["changes", "--write"])
    monkeypatch.setattr(command, "this_checkout", lambda: whole)
    with changed(invariants.main, "README.write_text", "chunk_zero_from_parts(1, 2, 3)\n    README.write_text"):
        assert command.main() == 0
    said = capsys.readouterr().out.splitlines()
    assert said[0].startswith("README.md: its table of rules is left as it was (NameError: ")
    assert said[0].endswith("; write it once nothing is missing.")
    assert written == [SPEC / "README.md"]


def test_a_release_is_recorded_when_nothing_is_missing_and_the_changelog_heads_it(
    whole: Checkout, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """The record is what later changes are compared with."""
    written: list[Released] = []
    monkeypatch.setattr(command, "write_record", written.append)
    monkeypatch.setattr(sys, "argv", ["changes", "--release"])
    headed = replace(whole, version="9.8.7", changelog=f"# Changelog\n\n## [9.8.7]\n{whole.changelog}")
    for checkout, says in (
        (edited(whole, "ring-fit.md", (LADDER, NEW_LADDER)), "Next: the page."),
        (replace(whole, version="9.8.7"), "CHANGELOG.md: there is no heading ## [9.8.7]; put it above what this version brings, then release."),
    ):
        monkeypatch.setattr(command, "this_checkout", lambda checkout=checkout: checkout)
        assert command.main() == 1
        assert capsys.readouterr().out.splitlines()[-1] == says
    monkeypatch.setattr(command, "this_checkout", lambda: headed)
    assert command.main() == 0
    assert capsys.readouterr().out.splitlines()[-1] == "spec/released.json records the rules of 9.8.7."
    assert written == [replace(whole.released, version="9.8.7")]


def test_what_is_recorded_is_read_back(whole: Checkout, tmp_path: Path) -> None:
    """And a page that has not changed differs in nothing from its record."""
    path = tmp_path / "released.json"
    write_record(whole.released, path)
    assert read_record(path) == whole.released
    assert whole.differences == ()
