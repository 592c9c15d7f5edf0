"""The judge has a verdict on whatever can be read: a transcript that is put again may hold any text that the wire can carry."""

from __future__ import annotations

import pytest

from properties.judge import Judge
from properties.transcript import Exchange, Transcript
from spec.port import Call, Served, ServeFlags


def blamed(text: str) -> set[str]:
    """The rules of the serve that are broken where a start with this text for the ring's flag comes to depths that no text could explain."""
    start = Call("start_serve", (ServeFlags(None, None, text, False, False), 1, 0, 1, 100))
    violations = Judge().judge(Transcript("test", 64, (Exchange(start, Served(77, 5, 3)),)))
    return {violation.rule for violation in violations if violation.rule.startswith("serve/")}


@pytest.mark.parametrize("text", ["", "nine", "9", "+", "-1", " 5", "1_0", "\u0665", "\u00b2", "9" * 5000, str(2**64), "auto ", "AUTO", "\x00"])
def test_a_start_on_a_text_that_the_command_line_refuses_breaks_no_rule(text: str) -> None:
    """What such a start comes to is left open."""
    assert blamed(text) == set()


@pytest.mark.parametrize("text", ["5", "+05", "0" * 5000 + "5"])
def test_a_start_on_a_number_keeps_its_depth_however_it_is_written(text: str) -> None:
    """All that the command line accepts is judged."""
    assert "serve/explicit-depth-kept" in blamed(text)


def test_monotony_is_judged_where_an_answer_could_break_it() -> None:
    """Nothing on the ladder is less than 0 or more than its first rung; a judgement by these could not fail."""
    judged = {}
    for before, after, free in ((0, 8, 1), (4, 8, 1), (8, 4, -1), (4, 2, -1)):
        judge = Judge(["ring-fit/monotone"])
        asked = [Call("fit_decode_ring_slots", (8, 0, 1, 100)), Call("fit_decode_ring_slots", (8, 0, 1, 100 + free))]
        judge.judge(Transcript("", 64, tuple(map(Exchange, asked, (before, after)))))
        judged[before, after] = judge.verdict.judgements["ring-fit/monotone"]
    assert judged == {(0, 8): 0, (4, 8): 1, (8, 4): 0, (4, 2): 1}
