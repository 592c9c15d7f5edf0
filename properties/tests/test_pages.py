"""The pages as read, and the checks over them, fed with pages that are broken on purpose.

Whether the answers on the real pages are right is in `test_examples.py`.
"""

from __future__ import annotations

import pytest

from properties.cases.batch import Plan
from properties.cases.examples import CLOSING_READS, EXAMPLES, scripts_of
from properties.page_checks import page_faults, predicate_faults
from properties.pages import Change, Stated, Step, read_page, spec_pages
from spec.port import Call, Decision

SECTION = """\
# A page

### page/rule

The sentence of
the rule.

Why it is so.

Since 2026-09-25. Changed 2026-09-28: it says more. Before: "Less." Reworded 2026-09-29: shorter. Before: "The "whole" of it."

| value | bool_value_enabled | catches |
|---|---|---|
| `"1"` | `True` | one |
| `None` | `False` | another |

```python
# catches: a third
>>> port.set_decode_ring_slots(4)
4
>>> port.decode_rollback_ring_slots(1, True)
>>> port.published_decode_ring_slots()
None
```
"""


def _faults(text: str, registered: frozenset[str] = frozenset({"page/rule"})) -> tuple[str, ...]:
    pages = [read_page("page.md", text)]
    return (*page_faults(pages, registered), *predicate_faults(pages, registered))


def _only_fault(text: str, registered: frozenset[str] = frozenset({"page/rule"})) -> str:
    (fault,) = _faults(text, registered)
    return fault


def test_a_sound_page_has_no_fault() -> None:
    """The page that the tests below break, each in one place."""
    assert _faults(SECTION) == ()


def test_a_section_is_read_as_the_rule_with_its_sentence_and_history() -> None:
    """The first paragraph is the sentence; the dates stand in a paragraph of their own, and an old sentence may quote."""
    (rule,) = read_page("page.md", SECTION).rules
    assert (rule.id, rule.line, rule.sentence, rule.since) == ("page/rule", 3, "The sentence of the rule.", "2026-09-25")
    assert rule.history == [
        Change("Changed", "2026-09-28", 'it says more. Before: "Less."', "Less."),
        Change("Reworded", "2026-09-29", 'shorter. Before: "The "whole" of it."', 'The "whole" of it.'),
    ]


def test_rows_and_blocks_are_read_as_calls_with_answers_and_lines() -> None:
    """A line without an answer states none, and a None that is written is an answer."""
    first, second, third = read_page("page.md", SECTION).rules[0].examples
    places = [(example.catches, example.line, example.lifetime) for example in (first, second, third)]
    assert places == [("one", 14, 12), ("another", 15, 12), ("a third", 17, 17)]
    assert second.steps == (Step(Call("bool_value_enabled", (None,)), Stated(False), 15),)
    assert [(step.stated, step.line) for step in third.steps] == [(Stated(4), 19), (None, 21), (Stated(None), 22)]


def test_a_table_is_one_script_and_a_block_another_that_ends_with_the_closing_reads() -> None:
    """The rules take from the closing reads what was in force."""
    table, block = scripts_of([read_page("page.md", SECTION)], 64)
    assert table == ("examples/page.md:12", (Call("bool_value_enabled", ("1",)), Call("bool_value_enabled", (None,))))
    assert (block.case, len(block.calls) - len(CLOSING_READS), block.calls[3:]) == ("examples/page.md:17", 3, CLOSING_READS)


def test_a_block_that_touches_no_cell_has_no_closing_reads() -> None:
    """Three needless calls a lifetime would be asked of every port."""
    text = SECTION.replace("port.set_decode_ring_slots(4)\n4", 'port.set_env("A", None)').replace(
        ">>> port.decode_rollback_ring_slots(1, True)\n>>> port.published_decode_ring_slots()\nNone\n", ""
    )
    assert tuple(scripts_of([read_page("page.md", text)], 64))[1].calls == (Call("set_env", ("A", None)),)


def test_a_word_that_the_port_has_not_room_for_is_left_out_with_its_example_alone() -> None:
    """A port of 32 bits is asked the rest, and the verdict says how many were left out."""
    text = SECTION.replace("slots(4)\n4", "slots(2**32)\n2**32")
    assert [sum(1 for _ in scripts_of([read_page("page.md", text)], bits)) for bits in (32, 33)] == [1, 2]
    notice = EXAMPLES.notice
    assert notice is not None
    plans = [Plan("ci", bits, frozenset(), 0.0, 0.0, 0) for bits in (32, 64)]
    assert [notice(plan) is not None for plan in plans] == [True, False]


def test_an_answer_given_in_a_race_is_read_beside_its_calls() -> None:
    """A race is one call."""
    text = SECTION.replace(
        "port.published_decode_ring_slots()\nNone", 'port.race([Call("decode_rollback_ring_slots", (1, True))])\n[Decision(4, None)]'
    )
    step = read_page("page.md", text).rules[0].examples[2].steps[2]
    race = Call("race", ((Call("decode_rollback_ring_slots", (1, True)),),))
    assert step == Step(race, Stated((Decision(4, None),)), 22)


@pytest.mark.parametrize(
    ("old", "new", "begins", "says"),
    [
        ("### page/rule", "### other/rule", "spec/page.md:3: the heading 'other/rule' is no id of this page", "write ### page/name"),
        ("The sentence of\nthe rule.\n\nWhy it is so.\n\n", "", "spec/page.md:3: page/rule does not say since when", 'write a line such as "Since'),
        ("Since 2026-09-25. ", "", "spec/page.md:3: page/rule does not say since when", 'write a line such as "Since'),
        ('| `"1"` | `True` | one |\n', "", "spec/page.md:3: page/rule has 2 of at least 3 examples", "add some"),
        ("| another |", "| One |", 'spec/page.md:15: this example of page/rule catches "One", as line 14 does', "or drop it"),
        ("# catches: a third", "# catches: one", 'spec/page.md:17: this example of page/rule catches "one", as line 14 does', "or drop it"),
        ("| another |", "| |", "spec/page.md:15: this example of page/rule names no mistake", "say which"),
    ],
)
def test_a_page_that_breaks_a_convention_fails_with_a_sentence(old: str, new: str, begins: str, says: str) -> None:
    """Each names file and line, and what to do."""
    assert old in SECTION
    fault = _faults(SECTION.replace(old, new))[0]
    assert fault.startswith(begins)
    assert says in fault


@pytest.mark.parametrize(
    ("old", "new", "begins"),
    [
        ("| `None` |", "| None |", "spec/page.md:15: the cell 'None' must be one literal in backquotes."),
        ("| `None` |", "| `nil` |", "spec/page.md:15: nil is no literal"),
        ("| `None` |", "| `2` |", "spec/page.md:15: 2 is no value of bool_value_enabled"),
        ("| `False` |", "| `0` |", "spec/page.md:15: 0 is nothing that bool_value_enabled can answer"),
        ("| value |", "| text |", "spec/page.md:12: the columns of bool_value_enabled must be value | bool_value_enabled | catches"),
        ("| bool_value_enabled |", "| answer |", "spec/page.md:12: the column before catches must be headed by the method's name"),
        ("# catches: a third\n", "", "spec/page.md:18: the first line of an example says which mistake it catches"),
        ("# catches: a third\n", "# catches:\n", "spec/page.md:18: the first line of an example says which mistake it catches"),
        (
            ">>> port.decode_rollback_ring_slots(1, True)",
            ">>> port.decode_rollback_ring_slots(1)",
            "spec/page.md:21: decode_rollback_ring_slots takes",
        ),
        (">>> port.published", ">>>port.published", "spec/page.md:17: the example below is no doctest"),
        ("\nNone\n", "\nsome\n", "spec/page.md:22: some is no literal"),
        (">>> port.set_decode", "hello\n>>> port.set_decode", "spec/page.md:19: 'hello' is neither a call nor an answer"),
    ],
)
def test_a_broken_example_fails_with_a_sentence_and_not_with_a_traceback(old: str, new: str, begins: str) -> None:
    """File and line are those of the row or of the call."""
    assert old in SECTION
    assert _faults(SECTION.replace(old, new, 1))[0].startswith(begins)


def test_a_block_that_is_read_in_part_is_no_example() -> None:
    """Its other calls would be put in a state that the page does not mean."""
    (rule,) = read_page("page.md", SECTION.replace("\n4\n", "\nfour\n")).rules
    assert [example.catches for example in rule.examples] == ["one", "another"]


@pytest.mark.parametrize("heading", ["## page/rule", "# page/rule"])
def test_examples_that_stand_under_no_rule_are_not_passed_over(heading: str) -> None:
    """They would be neither documentation of a rule nor put to a port."""
    faults = _faults(SECTION.replace("### page/rule", heading), frozenset())
    assert [fault[:48] for fault in faults] == [
        "spec/page.md:12: the examples of this table stan",
        "spec/page.md:17: this example stands under no ru",
    ]


def test_an_id_without_a_predicate_is_unknown() -> None:
    """A section that nothing checks."""
    assert _only_fault(SECTION, frozenset()).startswith(
        "spec/page.md:3: no predicate is registered under page/rule; register one in properties/rules/page.py"
    )


def test_a_predicate_without_a_section_is_missing_its_page() -> None:
    """A rule that nobody can read."""
    assert _only_fault(SECTION, frozenset({"page/rule", "page/other"})) == (
        "spec/page.md:1: the rule page/other has a predicate and no section; write one below the heading ### page/other."
    )


def test_a_rule_with_two_sections_is_told_both_lines() -> None:
    """An id has one place."""
    assert "spec/page.md:28: the rule page/rule has a section at spec/page.md:3 already; merge the two." in _faults(SECTION + "\n" + SECTION)


def test_a_table_without_the_column_catches_is_left_to_the_reader() -> None:
    """Pages explain with tables, too."""
    assert _faults(SECTION + "\n| lever | flag |\n|---|---|\n| varlen | none |\n") == ()


@pytest.mark.parametrize("target", ["#pagerul", "page.md#rule"])
def test_a_link_to_a_heading_that_is_not_there_is_dead(target: str) -> None:
    """An id that was renamed leaves such links behind."""
    assert _only_fault(SECTION.replace("Why it", f"Why [it]({target})")).startswith(f"spec/page.md:8: the link {target} leads to no heading")


@pytest.mark.parametrize("target", ["#pagerule", "page.md#a-page", "page.md", "port.py", "https://example.org/#there"])
def test_a_link_to_a_heading_that_is_there_or_out_of_the_pages_is_no_fault(target: str) -> None:
    """Only what the pages themselves say can be known here."""
    assert _faults(SECTION.replace("Why it", f"Why [it]({target})")) == ()


def test_every_page_of_the_spec_is_read_and_has_rules() -> None:
    """The pages are found where they are, one a subject."""
    assert {"environment.md", "truth.md", "switches.md", "admission.md"} <= {page.file for page in spec_pages() if page.rules}
