"""What a run is told to its reader: the status of each rule, the exit status, and calls and answers in words that are safe to show."""

from __future__ import annotations

import pytest

from properties.judge import observable
from properties.report.outcome import Finding, Outcome
from properties.report.report import MOST_CALLS, transcript_text
from properties.report.shorten import Shortened
from properties.report.shown import shown, shown_answer, shown_call
from properties.report.verdict import Exit, Status, Wanted, by_rule, exit_status
from properties.transcript import Answer, Exchange, Failure, NoAnswer, Transcript
from spec.port import PORT_METHODS, Argument, Call, Decision, Depth, LogRecord, ParseError, Result, ServeFlags

RULE = "ring-fit/ladder"
LADDER = Call("decode_ring_fit_ladder")


def outcome(judgements: int = 0, violations: int = 0) -> Outcome:
    """What came of some judgements of one rule."""
    one = Outcome("test")
    one.judgements[RULE] = judgements
    one.violations[RULE, frozenset()] = violations
    return one


def shortened(*, comes_again: bool = True, call: Call = LADDER) -> Shortened:
    """A fault, which came again or did not."""
    transcript = Transcript("test", 64, (Exchange(call, (8,)),))
    return Shortened(Finding(RULE, transcript, 0, "(8, 4, 2, 1, 0)"), 1, None if comes_again else transcript)


RACE = Call("race", ((Call("published_decode_ring_slots"),),))


@pytest.mark.parametrize(
    ("offered", "known", "found", "failure", "status"),
    [
        (PORT_METHODS, False, outcome(3), None, Status.HOLDS),
        (PORT_METHODS, False, outcome(3, 1), shortened(), Status.BROKEN),
        (PORT_METHODS, False, outcome(3, 1), shortened(comes_again=False), Status.NOT_DETERMINISTIC),
        (PORT_METHODS, False, outcome(3, 1), shortened(comes_again=False, call=RACE), Status.BROKEN),
        (PORT_METHODS, True, outcome(3, 1), None, Status.KNOWN),
        (PORT_METHODS, True, outcome(3), None, Status.STALE),
        (PORT_METHODS, True, outcome(), None, Status.NOT_EXERCISED),
        (PORT_METHODS, False, outcome(), None, Status.NOT_EXERCISED),
        (("hello",), False, outcome(), None, Status.NOT_IMPLEMENTED),
        (("hello",), True, outcome(), None, Status.NOT_IMPLEMENTED),
    ],
)
def test_a_rule_has_the_status_that_was_earned(
    offered: tuple[str, ...], known: bool, found: Outcome, failure: Shortened | None, status: Status
) -> None:
    """Nothing that was not judged holds, and nothing that was broken does."""
    wanted = Wanted((RULE,), frozenset({RULE} if known else ()), require_all=False)
    (verdict,) = by_rule(wanted, {RULE: "The ladder."}, offered, found, {} if failure is None else {RULE: failure})
    assert verdict.status is status


def test_what_needs_no_race_is_shown_before_what_is_shorter_with_one() -> None:
    """It comes again each time, and can be cut."""
    found = outcome(3, 2)
    racing = Transcript("racing", 64, (Exchange(RACE, (None,)),))
    calm = Transcript("calm", 64, (Exchange(LADDER, (8, 4, 2, 1, 0)), Exchange(LADDER, (8,))))
    found.findings = [Finding(RULE, racing, 0, ""), Finding(RULE, calm, 1, "")]
    assert [one.transcript.case for one in found.shortest()[RULE]] == ["calm", "racing"]


@pytest.mark.parametrize(
    ("seen", "require_all", "besides", "status"),
    [
        ({Status.HOLDS}, False, {}, Exit.HOLDS),
        ({Status.HOLDS, Status.KNOWN, Status.NOT_EXERCISED, Status.NOT_IMPLEMENTED}, False, {}, Exit.HOLDS),
        ({Status.KNOWN}, False, {}, Exit.HOLDS),
        ({Status.HOLDS, Status.NOT_EXERCISED}, True, {}, Exit.BROKEN),
        ({Status.HOLDS, Status.NOT_IMPLEMENTED}, True, {}, Exit.BROKEN),
        ({Status.HOLDS, Status.BROKEN}, False, {}, Exit.BROKEN),
        ({Status.HOLDS, Status.STALE}, False, {}, Exit.BROKEN),
        ({Status.HOLDS, Status.NOT_DETERMINISTIC}, False, {}, Exit.BROKEN),
        ({Status.HOLDS}, False, {"unruled": True}, Exit.BROKEN),
        ({Status.NOT_EXERCISED, Status.NOT_IMPLEMENTED}, False, {}, Exit.NOTHING_RAN),
        (set(), False, {}, Exit.NOTHING_RAN),
        ({Status.BROKEN}, False, {"cannot_run": True}, Exit.CANNOT_RUN),
        ({Status.HOLDS}, False, {"suite_failed": True}, Exit.CANNOT_RUN),
    ],
)
def test_the_exit_status_is_that_of_the_worst(seen: set[Status], require_all: bool, besides: dict[str, bool], status: Exit) -> None:
    """A fault of the suite or of the run says nothing of the port, so it comes before what is broken."""
    failures = {Status.BROKEN: outcome(3, 1), Status.KNOWN: outcome(3, 1), Status.NOT_DETERMINISTIC: outcome(3, 1)}
    verdicts = [
        verdict
        for one in seen
        for verdict in by_rule(
            Wanted((RULE,), frozenset({RULE} if one in {Status.KNOWN, Status.STALE} else ()), require_all),
            {RULE: ""},
            ("hello",) if one is Status.NOT_IMPLEMENTED else PORT_METHODS,
            failures.get(one, outcome(0 if one in {Status.NOT_EXERCISED, Status.NOT_IMPLEMENTED} else 3)),
            {RULE: shortened(comes_again=False)} if one is Status.NOT_DETERMINISTIC else {},
        )
    ]
    assert {verdict.status for verdict in verdicts} == seen
    flags = {"unruled": False, "cannot_run": False, "suite_failed": False} | besides
    assert exit_status(Wanted((RULE,), frozenset(), require_all), verdicts, **flags) is status


def test_a_rule_that_a_port_cannot_show_is_observable_on_none() -> None:
    """The reference offers everything, so nothing is unobservable there."""
    assert RULE in observable(PORT_METHODS)
    assert observable(("hello",)) == frozenset()


@pytest.mark.parametrize(
    ("value", "literal"),
    [
        (None, "None"),
        (True, "True"),
        (2**64 - 1, "18446744073709551615"),
        ("", '""'),
        ("it's", '"it\'s"'),
        ('say "8"', "'say \"8\"'"),
        ("\x1b[31m\n\u202e\uff11", '"\\x1b[31m\\n\\u202e\\uff11"'),
        ("0" * 4301, '"0" * 4301'),
        ("ab" * 500, f'"{"ab" * 40}"..."{"ab" * 20}" (1,000 characters)'),
        (b"1\xff", 'b"1\\xff"'),
        (b"\xff" * 1000, 'b"\\xff" * 1000'),
        (10**200, f"1{'0' * 79}...{'0' * 40} (201 characters)"),
        (Depth(5), "Depth(5)"),
        (Depth(None), "Depth(None)"),
        (ParseError("no"), 'ParseError("no")'),
        (ParseError("no", "unknown"), 'ParseError("no", "unknown")'),
        (Decision(0, "watchdogs disabled"), 'Decision(0, "watchdogs disabled")'),
        (ServeFlags(None, True, "auto", False, True), 'ServeFlags(None, True, "auto", False, True)'),
        ((8, 4), "(8, 4)"),
        ((8,), "(8,)"),
        ((), "()"),
        ((LogRecord("warn", "x"),), '(LogRecord("warn", "x"),)'),
        ((Call("prefill_varlen_enabled"),), '(Call("prefill_varlen_enabled"),)'),
        ((Call("set_decode_ring_slots", (5,)),), '(Call("set_decode_ring_slots", (5,)),)'),
        (tuple(range(100)), f"({', '.join(map(str, range(16)))}, ... (100 in all))"),
    ],
)
def test_a_value_is_shown_as_a_page_writes_it_in_ascii_and_cut(value: Argument | Result, literal: str) -> None:
    """What a port sent reaches no terminal as it was sent, and fills no screen."""
    assert shown(value) == literal
    assert literal.isascii()


@pytest.mark.parametrize(
    ("answer", "text"),
    [(False, "False"), (NoAnswer(Failure.CRASHED, "crashed with signal 6 (SIGABRT)"), "<crashed with signal 6 (SIGABRT)>")],
)
def test_what_came_instead_of_an_answer_stands_in_angle_brackets(answer: Answer, text: str) -> None:
    """It cannot be taken for a text that the port answered."""
    assert shown_answer(answer) == text


def test_a_transcript_shows_the_right_answer_beside_the_wrong_one() -> None:
    """Calls behind the fault stand below it."""
    exchanges = (Exchange(Call("published_decode_ring_slots"), None), Exchange(LADDER, (8,)), Exchange(LADDER, (8, 4, 2, 1, 0)))
    assert transcript_text(Finding(RULE, Transcript("test", 64, exchanges), 1, "(8, 4, 2, 1, 0)")) == [
        "published_decode_ring_slots()  -> None",
        "decode_ring_fit_ladder()       -> (8,)    right: (8, 4, 2, 1, 0)",
        "decode_ring_fit_ladder()       -> (8, 4, 2, 1, 0)",
    ]
    assert shown_call(LADDER) == "decode_ring_fit_ladder()"


def test_of_a_race_it_is_shown_how_often_each_call_was_answered_in_which_way() -> None:
    """Who answered otherwise is what tells the fault, and may be the last of many."""
    read, write = Call("prefill_varlen_enabled"), Call("set_prefill_varlen_from_cli", (True,))
    exchange = Exchange(Call("race", ((write, read) * 16,)), (True, True) * 15 + (True, False))
    assert transcript_text(Finding(RULE, Transcript("test", 64, (exchange,)), 0, "one value")) == [
        "race of 32 calls  -> set_prefill_varlen_from_cli(True): 16 x True; prefill_varlen_enabled(): 15 x True, 1 x False    right: one value"
    ]


def test_of_a_long_transcript_the_calls_near_the_fault_are_shown() -> None:
    """How many stand before and behind them is told."""
    transcript = Transcript("test", 64, (Exchange(LADDER, (8,)),) * 1000)
    lines = transcript_text(Finding(RULE, transcript, 899, "(8, 4, 2, 1, 0)"))
    assert lines[0] == f"({900 - MOST_CALLS} calls before these)"
    assert lines[MOST_CALLS].endswith("right: (8, 4, 2, 1, 0)")
    assert lines[-1] == f"({100 - MOST_CALLS} calls after these)"
    assert len(lines) == 2 * MOST_CALLS + 2
