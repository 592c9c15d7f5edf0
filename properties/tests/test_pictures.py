"""The pages' pictures, held to the reference: as they stand they tell no lie, and with any line left out or the reference changed they tell one.

What a page says in words and examples is held to the reference elsewhere.
"""

from __future__ import annotations

from collections.abc import Callable

import pytest

from properties.contracts.changed import changed
from properties.pages import Page, spec_pages
from properties.pictures.checks import LIES, picture_faults
from reference import admission, environment, ring_decision, ring_fit, ring_parse, ring_publish, serve, shape_log, switches, truth
from spec.port import DECODE_ROLLBACK_RING_SLOTS as SIZE

PICTURES = {page.file.removesuffix(".md"): page.pictures[0][1] for page in spec_pages() if page.rules}
FOR_THE_READER = ("participant", "Note", "flowchart", "stateDiagram", "sequenceDiagram")


def told(name: str, picture: str, line: int = 7) -> list[str]:
    """What is said of a picture on the page of that name."""
    page = next(page for page in spec_pages() if page.file == f"{name}.md")
    return list(picture_faults([Page(page.file, rules=page.rules, pictures=[(line, picture)])]))


def lines_of(name: str) -> list[str]:
    """The lines of a picture that say something of the rules."""
    return [line for line in PICTURES[name].splitlines() if not line.strip().startswith(FOR_THE_READER)]


def test_no_picture_lies() -> None:
    """Each is walked, and not one way in it is left out."""
    assert list(picture_faults(spec_pages())) == []
    assert set(PICTURES) == set(LIES)


@pytest.mark.parametrize(("name", "line"), [(name, line) for name in PICTURES for line in lines_of(name)])
def test_a_picture_without_one_of_its_lines_is_told(name: str, line: str) -> None:
    """Nothing in a picture stands there unread."""
    assert told(name, PICTURES[name].replace(f"{line}\n", "", 1)) != []


CHANGED = [
    ("environment", "utf8 -- no --> absent", "utf8 -- no --> text", "is read: truth' for b'\\xff', and to the reference it is absent"),
    ("environment", 'set{"set?"}', 'set{"empty?"}', "it asks 'empty?', which the check of this picture cannot answer"),
    ("truth", 'one{"1?"}', 'one{"1, or true in any ASCII case?"}', "'on' for Read(raw=b'true', reader='shape log'), and the reference reads off"),
    ("truth", 'trim["trim Unicode White_Space at both ends"] --> switch', "switch", "reader='watchdogs'), and the reference reads on"),
    ("truth", 'full["force the whole ring"]', 'full["force no ring"]', "the reference forces True"),
    ("switches", "Unresolved --> On: setter(true)", "Unresolved --> Off: setter(true)", "leads from Unresolved to Off, and in the"),
    ("switches", "Off --> Off: any setter, any read,", "Off --> Off: any read,", "it does not say what 'setter(true)' does to a switch that is Off"),
    ("switches", "[*] --> Unresolved", "[*] --> Off", "a process is born ['Off'], and in the reference codispatch is Unresolved"),
    ("switches", "any setter, any read, any change", "any wish, any read, any change", "the transition 'any wish' is no event of a switch"),
    ("admission", '"OR: prefill_batched_first', '"AND: prefill_batched_first', "'AND: prefill_batched_first_chunk_enabled' is no lever"),
    ("admission", '(cell)"]) --> zero', '(cell)"]) --> first', "with varlen (cell), and the reference answers False"),
    ("admission", "codispatch (cell)", "codispatch (variable, each time)", "('codispatch', 'cell')"),
    ("ring-parse", f'{{"{SIZE} or less?"}}', f'{{"{SIZE + 1} or less?"}}', f"for '{SIZE + 1}', and the reference answers ParseError("),
    ("ring-parse", "auto -- yes --> none", "auto -- yes --> unknown", "for 'auto', and the reference answers Depth(ok=None)"),
    ("ring-publish", "(anything) gives d", "(anything) gives None", "while the ring is Published, and the reference answers 5"),
    ("ring-publish", "Unpublished --> Published :", "Unpublished --> Unpublished :", "leads from Unpublished to Unpublished, and in the"),
    ("ring-publish", "decides with d", "decides alone", "'decides alone' is nothing that a call of this page can do"),
    ("ring-decision", 'a1["0, no reason', 'a1["1, no reason', "Decision(slots=0, skip_reason=None) by ring-decision/no-layers"),
    ("ring-decision", "ring-decision/default", "ring-decision/override", "skip_reason=None) by ring-decision/default"),
    ("ring-decision", '"speculative?"', '"watchdogs disabled?"', "Decision(slots=0, skip_reason='watchdogs disabled')"),
    ("ring-fit", "rung 4: reserve + 4 × bytes", "rung 4: reserve + 2 × bytes", "and the fit is "),
    ("ring-fit", "d4([4])", "d4([3])", "it leads to '3' for Fit(start=4"),
    ("ring-fit", "0, it fits", "0, though nothing fits", "the reserve alone fits"),
    ("serve", "(fitted), if it is smaller", "(fitted)", "the message 'set_decode_ring_slots(fitted)' stands for no call of a start"),
    (
        "serve",
        "P->>S: published_decode_ring_slots()",
        "P->>P: decide, then fit the depth to free memory",
        "and the reference calls published_decode_ring_slots()",
    ),
    ("serve", "alt a depth is published", "alt a depth is wanted", "the branch 'a depth is wanted' is none that this start knows"),
    ("shape-log", "on -- no --> nothing", "on -- no --> memory", "it leads to "),
    ("shape-log", '"nothing logged, nothing remembered"', '"one record, at the level and in the words of the call"', "the reference logs 0"),
]


@pytest.mark.parametrize(("name", "old", "new", "says"), CHANGED)
def test_a_picture_that_is_changed_is_told_what_the_reference_does(name: str, old: str, new: str, says: str) -> None:
    """With the case that shows it."""
    assert old in PICTURES[name]
    faults = told(name, PICTURES[name].replace(old, new, 1))
    assert faults[0].startswith(f"spec/{name}.md:7: the picture is wrong: ")
    assert any(says in fault for fault in faults)


Function = Callable[..., object]


@pytest.mark.parametrize(
    ("name", "function", "old", "new"),
    [
        ("environment", environment.text_of, "return None\n    try", 'return ""\n    try'),
        ("truth", truth.watchdogs_disabled_from_value, "value.strip(WHITE_SPACE)", "value"),
        ("truth", truth.shape_log_enabled, 'value == "1"', 'value in ("1", "true")'),
        ("truth", truth.ring_forced_by, 'value == "0"', "value is not None"),
        ("switches", switches.ProcessSwitch.set_from_cli, "self._cell.set(enabled)", "enabled"),
        ("admission", admission.batched_chunk_zero_admitted, "or varlen", "and varlen"),
        ("ring-parse", ring_parse.parse_decode_ring_slots, "number > DECODE", "number >= DECODE"),
        ("ring-publish", ring_publish.RingPublishCalls.set_decode_ring_slots, "self._published.set(slots)", "slots"),
        ("ring-decision", ring_decision.decode_rollback_ring_slots_with, "if published is not None:", "if published:"),
        ("ring-fit", ring_fit.fit_decode_ring_slots, "rung <= start_slots", "rung < start_slots"),
        ("serve", serve.ServeCalls.start_serve, "if fitted < start_slots:", "if True:"),
        ("shape-log", shape_log.ShapeLogCalls.log_gemm_shape, "self._is_first(backend, name, m, n, k)", "True"),
    ],
)
def test_a_picture_that_the_reference_no_longer_keeps_is_told(name: str, function: Function, old: str, new: str) -> None:
    """The reference is changed in one place, for a while."""
    with changed(function, old, new):
        assert told(name, PICTURES[name]) != []


def test_a_reference_that_raises_ends_no_check() -> None:
    """In the middle of a change it may."""
    with changed(ring_fit.fit_decode_ring_slots, "return 0", "raise NotImplementedError"):
        (fault,) = told("ring-fit", PICTURES["ring-fit"])
    assert (
        fault == "spec/ring-fit.md:7: the picture is wrong: the reference raised NotImplementedError where it was held to the picture; let it answer."
    )


def test_the_ladder_is_drawn_rung_by_rung(monkeypatch: pytest.MonkeyPatch) -> None:
    """A ring that grows leaves the picture behind."""
    monkeypatch.setattr(ring_fit, "DECODE_RING_FIT_LADDER", (2 * SIZE, *ring_fit.DECODE_RING_FIT_LADDER))
    assert f"and the fit is {2 * SIZE}" in told("ring-fit", PICTURES["ring-fit"])[0]


def test_a_page_without_a_picture_and_one_that_nothing_checks_are_told() -> None:
    """A picture that nothing holds to the reference may lie."""
    rules = spec_pages()[0].rules
    (without,) = picture_faults([Page("truth.md", rules=rules)])
    assert without == "spec/truth.md:1: the page has 0 pictures; draw the one that shows its rules at a glance, in Mermaid."
    (unchecked,) = picture_faults([Page("new-page.md", rules=rules, pictures=[(3, "flowchart TD")])])
    assert unchecked.startswith("spec/new-page.md:1: nothing holds the picture of this page to the reference; write properties/pictures/new_page.py")


@pytest.mark.parametrize(
    ("picture", "says"),
    [
        ("stateDiagram-v2\n  a --> b", "the picture begins with 'stateDiagram-v2', where a flowchart is wanted"),
        ("flowchart TD\n  variable --> b ==> c", "'variable --> b ==> c' is no node, or no arrow between two"),
        ("flowchart TD\n  other --> b", "the picture has no node 'variable', where the way begins"),
        ("flowchart TD\n  variable --> b --> variable", "goes round in a circle"),
    ],
)
def test_a_picture_that_cannot_be_read_is_told_why(picture: str, says: str) -> None:
    """It ends no check."""
    assert says in told("environment", picture)[0]
