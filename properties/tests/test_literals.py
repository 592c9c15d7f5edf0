"""The language of the examples: what it reads, and what it refuses with a sentence. Pages are no matter of these tests."""

from __future__ import annotations

import time

import pytest

from properties.literals import Unreadable, checked_answer, read_call, read_literal
from spec.port import DECODE_ROLLBACK_RING_SLOTS, Call, Decision, Depth, LogRecord, ParseError, Served, ServeFlags


@pytest.mark.parametrize(
    ("source", "value"),
    [
        ("True", True),
        ("None", None),
        ("2**64 - 1", 18446744073709551615),
        ("8 * 3 + 1", 25),
        ("10 * DECODE_ROLLBACK_RING_SLOTS", 10 * DECODE_ROLLBACK_RING_SLOTS),
        ("-1", -1),
        ('"0" * 4301', "0" * 4301),
        ('"0" * 3 + "8"', "0008"),
        ('"\\u00a01"', "\u00a01"),
        ('b"1\\xff"', b"1\xff"),
        ("[8, 4, 2, 1, 0]", (8, 4, 2, 1, 0)),
        ("()", ()),
        ("Depth(None)", Depth(None)),
        ('ParseError("no", kind="unknown")', ParseError("no", "unknown")),
        ('Decision(0, "watchdogs disabled")', Decision(0, "watchdogs disabled")),
        ('[LogRecord("warn", "text")]', (LogRecord("warn", "text"),)),
        ("Served(None, 8, 8)", Served(None, 8, 8)),
        ('ServeFlags(True, None, "auto", False, False)', ServeFlags(True, None, "auto", False, False)),
        ('Call("set_decode_ring_slots", (4,))', Call("set_decode_ring_slots", (4,))),
    ],
)
def test_a_literal_is_read_as_the_value_that_it_stands_for(source: str, value: object) -> None:
    """Value and type, for True is 1 to a comparison."""
    assert (type(read_literal(source)), read_literal(source)) == (type(value), value)


@pytest.mark.parametrize(
    ("source", "says"),
    [
        ("10**10**10", "bits"),
        ("2**256", "bits"),
        ("9" * 4000, "longer than"),
        ('"a" * 10**9', "longer than"),
        ('"a" * 99999 + "aa"', "longer than"),
        ('"0".join(["a"])', "never evaluated"),
        ('__import__("os")', "names no type"),
        ("port", "never evaluated"),
        ("1.5", "never evaluated"),
        ("{1}", "never evaluated"),
        ('f"{1}"', "never evaluated"),
        ("True + 1", "around +"),
        ("-True", "no whole number"),
        ('"\\ud800"', "surrogate"),
        ('"\\d"', "no Python literal"),
        ('"unclosed', "no Python literal"),
        ("", "no Python literal"),
        ("\0", "no Python literal"),
        ("(" * 500 + ")" * 500, "no Python literal"),
        ("-" * 1900 + "1", "nested too deeply"),
        ("Depth()", "wants the fields ok"),
        ("Depth(-1)", "no ok of Depth"),
        ("Depth(True)", "no ok of Depth"),
        ("Depth(1, 2)", "and no others"),
        ("Depth(**{})", "wants the fields ok"),
        ('ParseError("no", "other")', "no kind of ParseError"),
        ("Decision(2**64, None)", "no slots of Decision"),
        ("Call()", "is written Call"),
        ('Call("hello", 1)', "is written Call"),
    ],
)
def test_what_is_no_literal_is_refused_with_a_sentence_and_in_no_time(source: str, says: str) -> None:
    """Neither evaluated nor expanded first: a second is far more than any of these takes."""
    begin = time.monotonic()
    with pytest.raises(Unreadable, match=says.replace("+", r"\+")):
        read_literal(source)
    assert time.monotonic() - begin < 1


@pytest.mark.parametrize(
    ("source", "says"),
    [
        ("port.hello", "is one call"),
        ("other.hello()", "is one call"),
        ("hello()", "is one call"),
        ("port.hello() + 1", "is one call"),
        ("port.set_env(name='A', value='1')", "without their names"),
        ("port.forget()", "declares no method 'forget'"),
        ("port.__init__()", "declares no method '__init__'"),
        ("port.set_env('A')", "takes 2 arguments"),
        ("port.set_env('A', 1)", "no value of set_env"),
        ("port.set_decode_ring_slots(True)", "no slots of set_decode_ring_slots"),
        ("port.set_decode_ring_slots(2**64)", "no slots of set_decode_ring_slots"),
        ("port.log_gemm_shape('gpu', 'k', 1, 1, 2**32)", "no k of log_gemm_shape"),
        ("port.race(['prefill_varlen_enabled'])", "no calls of race"),
        ("port.race([Call('forget')])", "declares no method 'forget'"),
    ],
)
def test_a_line_that_is_no_declared_call_is_refused_with_a_sentence(source: str, says: str) -> None:
    """The arguments are held to the declaration in the port interface."""
    with pytest.raises(Unreadable, match=says):
        read_call(source)


def test_a_call_is_read_with_its_arguments_in_the_declared_order() -> None:
    """Raw bytes stay bytes."""
    assert read_call('port.set_env("A", b"\\xff")') == Call("set_env", ("A", b"\xff"))


@pytest.mark.parametrize(("method", "answer"), [("hello", 1), ("bool_value_enabled", 1), ("published_decode_ring_slots", True), ("set_env", True)])
def test_an_answer_that_a_method_cannot_give_is_refused(method: str, answer: int) -> None:
    """So that a page cannot state True where a word is meant."""
    with pytest.raises(Unreadable, match=f"nothing that {method} can answer"):
        checked_answer(method, answer)
