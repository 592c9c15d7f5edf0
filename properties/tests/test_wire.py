"""The wire says every call and answer of the port interface, and refuses every line that is not exactly an answer to the call that was asked."""

from __future__ import annotations

import json
import time
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass

import pytest
from hypothesis import given
from hypothesis import strategies as st

from spec.port import SWITCHES, Call, Decision, Depth, Hello, LogRecord, ParseError, Port, Result, Served, ServeFlags
from spec.wire import (
    METHODS,
    NotTheProtocol,
    RequestError,
    RpcError,
    Unanswered,
    error_response,
    read_record,
    read_request,
    read_response,
    record,
    request,
    response,
)
from spec.wire_forms import form_of

LARGEST = 2**64 - 1
FIT = Call("fit_decode_ring_slots", (8, 0, 1, LARGEST))
LADDER = Call("decode_ring_fit_ladder")
IS_ON = Call("bool_value_enabled", ("1",))
PUBLISHED = Call("published_decode_ring_slots")
PARSE = Call("parse_decode_ring_slots", ("5",))
DECISION = Call("decode_rollback_ring_slots", (3, False))
LOG = Call("log_gemm_shape", ("backend", "kernel", 1, 2, 2**32 - 1))
RACE = Call("race", ((IS_SET := Call("prefill_varlen_enabled"), Call("set_decode_ring_slots", (4,)), DECISION),))
SERVE = Call("start_serve", (ServeFlags(True, None, "auto", False, False), 1, 2, 3, 4))

EXCHANGES: list[tuple[Call, Result]] = [
    (FIT, 8),
    (FIT, LARGEST),
    (IS_ON, True),
    (Call("bool_value_enabled", (None,)), False),
    (Call("bool_value_enabled", ('\u00e9\u2028\U0001f600\x00\x1b\x7f"\\:{}[]',)), False),
    (LADDER, (8, 4, 2, 1, 0)),
    (LADDER, ()),
    (PARSE, Depth(5)),
    (PARSE, Depth(None)),
    (PARSE, ParseError("unknown ssm-decode-ring-slots ':' (valid: auto, 0..=8)")),
    (PARSE, ParseError("zu viel", "exceeds")),
    (Call("decode_rollback_ring_slots_with", (0, True, None, "1", False)), Decision(8, None)),
    (DECISION, Decision(0, "watchdogs disabled")),
    (PUBLISHED, None),
    (PUBLISHED, 0),
    (LOG, ()),
    (LOG, (LogRecord("warn", "GEMM_SHAPE a: M=1"), LogRecord("debug", "é"))),
    (SERVE, Served(None, 8, 8)),
    (Call("rollback_to_boundary", (1, 0)), "NoSsmSnapshot"),
    (Call("rollback_to_boundary", (1, 1)), None),
    (Call("hello"), Hello("port", "1.2", "0.1", 64, ("hello", "reset"))),
    (Call("set_env", ("METRALE_X", b"1\xff")), None),
    (Call("set_env", ("METRALE_X", b"")), None),
    (Call("set_env", ("METRALE_X", "1")), None),
    (Call("set_env", ("METRALE_X", None)), None),
    (Call("set_debug_logging", (True,)), None),
    (RACE, (True, 4, Decision(0, None))),
    (Call("reset"), None),
]
IDS = [f"{call.method}-{index}" for index, (call, _) in enumerate(EXCHANGES)]


def test_every_method_of_the_port_is_on_the_wire_in_its_order() -> None:
    """The table of methods is the Protocol's, with the parameters by name."""
    declared = [name for part in Port.__bases__ for name in vars(part) if not name.startswith("_")]
    assert list(METHODS) == declared
    assert METHODS["fit_decode_ring_slots"].parameters == ("start_slots", "reserve_without_ring", "bytes_per_ring_slot", "free_mem")


def test_setters_getters_questions_and_decisions_race_and_nothing_else() -> None:
    """No log call, serve, pure function or call of the driver takes part in a race."""
    assert {name for name, method in METHODS.items() if method.can_race} == {
        *(name for switch in SWITCHES for name in (switch.setter, switch.getter)),
        "prefill_batched_first_chunk_enabled",
        "prefill_batched_chunk_zero_admitted",
        "set_decode_ring_slots",
        "published_decode_ring_slots",
        "decode_rollback_ring_slots",
    }


def test_a_request_is_one_ascii_line_of_the_documented_form() -> None:
    """Words are decimal strings, params an object by name, and LF alone ends the line."""
    assert request(7, FIT) == (
        b'{"jsonrpc":"2.0","id":7,"method":"fit_decode_ring_slots","params":{"start_slots":"8","reserve_without_ring":"0",'
        b'"bytes_per_ring_slot":"1","free_mem":"18446744073709551615"}}\n'
    )
    assert request(8, LADDER) == b'{"jsonrpc":"2.0","id":8,"method":"decode_ring_fit_ladder","params":{}}\n'
    assert request(9, Call("set_env", ("V", b"1\xff"))).endswith(b'"params":{"name":"V","value":{"hex":"31ff"}}}\n')
    assert b'"m":1,"n":2,"k":4294967295' in request(10, LOG)
    assert b'{"calls":[{"method":"prefill_varlen_enabled","params":{}},{"method":"set_decode_ring_slots","params":{"slots":"4"}}' in request(11, RACE)


def test_a_member_with_a_default_is_written_all_the_same() -> None:
    """A flag that joins is null where it is not given, as the others are; a driver need not know that a case leaves it out."""

    @dataclass(frozen=True)
    class Flags:
        older: bool | None
        joined: bool | None = None

    assert form_of(Flags).write(Flags(None)) == {"older": None, "joined": None}


@pytest.mark.parametrize(("call", "result"), EXCHANGES, ids=IDS)
def test_what_is_written_is_read_back(call: Call, result: Result) -> None:
    """Requests, responses and lines of transcripts come back as they went."""
    asked = request(3, call)
    assert asked.isascii()
    assert asked.count(b"\n") == 1
    assert read_request(asked).call == call
    assert read_response(response(3, call, result), 3, call) == result
    assert read_record(record(call, result)) == (call, result)
    assert read_record(record(call, Unanswered("crashed", "with \n"))) == (call, Unanswered("crashed", "with \n"))


@pytest.mark.parametrize(("call", "result"), EXCHANGES, ids=IDS)
def test_the_form_of_the_json_does_not_matter(call: Call, result: Result) -> None:
    """Members in another order, blanks, escapes and a carriage return before the end are the same message."""
    tree = json.loads(response(3, call, result))
    turned = json.dumps({"result": tree["result"], "id": 3, "jsonrpc": "2.0"}, indent=1).replace("\n", " ").replace('"result"', r'"\u0072esult"')
    assert read_response(turned.encode() + b"\r\n", 3, call) == result


def line(result: str, before: str = '"jsonrpc":"2.0","id":3,') -> bytes:
    """A response line with this text as its result."""
    return f'{{{before}"result":{result}}}'.encode()


REFUSED: list[tuple[str, Call, bytes]] = [
    ("number for a word", FIT, line("8")),
    ("fraction for a word", FIT, line("8.0")),
    ("leading zero", FIT, line('"08"')),
    ("sign", FIT, line('"+8"')),
    ("negative", FIT, line('"-8"')),
    ("negative zero", FIT, line('"-0"')),
    ("blank", FIT, line('" 8"')),
    ("line feed in a word", FIT, line(r'"8\n"')),
    ("separator", FIT, line('"1_0"')),
    ("other digits", FIT, line('"٨"')),
    ("empty word", FIT, line('""')),
    ("words are no hexadecimal", FIT, line('"0x8"')),
    ("above the largest word", FIT, line(f'"{2**64}"')),
    ("endless digits", FIT, line('"' + "9" * 100_000 + '"')),
    ("null for a word", FIT, line("null")),
    ("boolean for a word", FIT, line("true")),
    ("array for a word", FIT, line('["8"]')),
    ("number in an array of words", LADDER, line('["8",4]')),
    ("bad word in an array", LADDER, line('["8","04"]')),
    ("null for an array", LADDER, line("null")),
    ("one for true", IS_ON, line("1")),
    ("zero for false", IS_ON, line("0")),
    ("null for false", IS_ON, line("null")),
    ("text for true", IS_ON, line('"true"')),
    ("false for absent", PUBLISHED, line("false")),
    ("null of set_env is null", Call("set_env", ("V", None)), line("true")),
    ("empty depth", PARSE, line("{}")),
    ("depth and error", PARSE, line('{"ok":"5","err":"unknown"}')),
    ("depth with a kind", PARSE, line('{"ok":"5","kind":"unknown"}')),
    ("error without a kind", PARSE, line('{"err":"nope"}')),
    ("error of no kind", PARSE, line('{"err":"unknown","kind":"odd"}')),
    ("kind alone", PARSE, line('{"kind":"unknown"}')),
    ("depth as a number", PARSE, line('{"ok":5}')),
    ("bare depth", PARSE, line('"5"')),
    ("decision without reason", DECISION, line('{"slots":"0"}')),
    ("decision with more", DECISION, line('{"slots":"0","skip_reason":null,"why":"x"}')),
    ("slots twice", DECISION, line('{"slots":"8","slots":"0","skip_reason":null}')),
    ("a reason that hides a second one", DECISION, line('{"slots":"0","skip_reason":"::","skip_reason":null}')),
    ("record without message", LOG, line('[{"level":"warn"}]')),
    ("message twice", LOG, line('[{"level":"warn","message":"a","message":"b"}]')),
    ("race of too few", RACE, line('[true,"4"]')),
    ("race of too many", RACE, line('[true,"4",{"slots":"0","skip_reason":null},null]')),
    ("wrong answer type in a race", RACE, line('[true,4,{"slots":"0","skip_reason":null}]')),
    ("member twice in a race", RACE, line('[true,"4",{"slots":"0","slots":"0","skip_reason":null}]')),
    ("no version", IS_ON, line("true", '"id":3,')),
    ("other version", IS_ON, line("true", '"jsonrpc":"2.1","id":3,')),
    ("version as a number", IS_ON, line("true", '"jsonrpc":2.0,"id":3,')),
    ("no id", IS_ON, line("true", '"jsonrpc":"2.0",')),
    ("null id", IS_ON, line("true", '"jsonrpc":"2.0","id":null,')),
    ("text id", IS_ON, line("true", '"jsonrpc":"2.0","id":"3",')),
    ("fraction id", IS_ON, line("true", '"jsonrpc":"2.0","id":3.0,')),
    ("exponent id", IS_ON, line("true", '"jsonrpc":"2.0","id":3e0,')),
    ("other id", IS_ON, line("true", '"jsonrpc":"2.0","id":4,')),
    ("id of many digits", IS_ON, line("true", '"jsonrpc":"2.0","id":' + "3" * 5000 + ",")),
    ("true id", IS_ON, line("true", '"jsonrpc":"2.0","id":true,')),
    ("surplus member", IS_ON, line("true", '"jsonrpc":"2.0","id":3,"took":1,')),
    ("method beside it", IS_ON, line("true", '"jsonrpc":"2.0","id":3,"method":"x",')),
    ("result twice", IS_ON, line("true", '"jsonrpc":"2.0","id":3,"result":false,')),
    ("result twice by an escape", IS_ON, line("true", r'"jsonrpc":"2.0","id":3,"\u0072esult":false,')),
    ("id twice", IS_ON, line("true", '"jsonrpc":"2.0","id":4,"id":3,')),
    ("version twice", IS_ON, line("true", '"jsonrpc":"1.0","jsonrpc":"2.0","id":3,')),
    ("result and null error", IS_ON, line("true", '"jsonrpc":"2.0","id":3,"error":null,')),
    ("neither result nor error", IS_ON, b'{"jsonrpc":"2.0","id":3}'),
    ("error that is a text", IS_ON, b'{"jsonrpc":"2.0","id":3,"error":"boom"}'),
    ("error without code", IS_ON, b'{"jsonrpc":"2.0","id":3,"error":{"message":"boom"}}'),
    ("error code as a text", IS_ON, b'{"jsonrpc":"2.0","id":3,"error":{"code":"-32601","message":"boom"}}'),
    ("error code twice", IS_ON, b'{"jsonrpc":"2.0","id":3,"error":{"code":-32601,"code":-32603,"message":"boom"}}'),
    ("NaN", FIT, line("NaN")),
    ("Infinity", FIT, line("-Infinity")),
    ("NaN in an error's data", IS_ON, b'{"jsonrpc":"2.0","id":3,"error":{"code":-1,"message":"boom","data":NaN}}'),
    ("comment", IS_ON, line("true/**/")),
    ("trailing comma", IS_ON, line("true,")),
    ("cut off", IS_ON, line("true")[:-1]),
    ("two messages", IS_ON, line("true") * 2),
    ("array", IS_ON, b"[" + line("true") + b"]"),
    ("number", IS_ON, b"3"),
    ("empty", IS_ON, b""),
    ("byte order mark", IS_ON, b"\xef\xbb\xbf" + line("true")),
    ("not UTF-8 in a text", Call("rollback_to_boundary", (1, 0)), line('"@"').replace(b"@", b"\xff")),
    ("not UTF-8 in a name", IS_ON, line("true").replace(b"result", b"r\xffsult")),
    ("surrogate bytes", Call("rollback_to_boundary", (1, 0)), line('"@"').replace(b"@", b"\xed\xa0\x80")),
    ("half of a surrogate pair", Call("rollback_to_boundary", (1, 0)), line(r'"\ud800"')),
    ("half of a pair in a record", LOG, line(r'[{"level":"warn","message":"\udc00"}]')),
    ("raw control character in a text", Call("rollback_to_boundary", (1, 0)), line('"\x01"')),
    ("200,000 brackets", IS_ON, line("[" * 200_000)),
    ("200,000 objects", IS_ON, line('{"a":' * 200_000)),
    ("200,000 closed brackets", IS_ON, line("[" * 200_000 + "]" * 200_000)),
    ("brackets in an id", IS_ON, b'{"jsonrpc":"2.0","id":' + b"[" * 200_000),
    (
        "brackets in an error's data",
        IS_ON,
        b'{"jsonrpc":"2.0","id":3,"error":{"code":-1,"message":"","data":' + b"[" * 200_000 + b"]" * 200_000 + b"}}",
    ),
]


@pytest.mark.parametrize(("call", "told"), [(call, told) for _, call, told in REFUSED], ids=[name for name, _, _ in REFUSED])
def test_a_line_that_is_not_the_answer_is_refused(call: Call, told: bytes) -> None:
    """It is never taken for an answer, nor for an error of the driver."""
    with pytest.raises(NotTheProtocol):
        read_response(told, 3, call)


def test_a_word_of_32_bits_has_its_own_largest_one() -> None:
    """What is above the port's word is no word of it, in a response as in a request."""
    assert read_response(line(f'"{2**32 - 1}"'), 3, FIT, 2**32 - 1) == 2**32 - 1
    with pytest.raises(NotTheProtocol):
        read_response(line(f'"{2**32}"'), 3, FIT, 2**32 - 1)
    with pytest.raises(RequestError) as refusal:
        read_request(request(1, FIT), 2**32 - 1)
    assert refusal.value.code == -32602


def test_brackets_inside_a_text_are_no_nesting() -> None:
    """A message may hold any number of brackets and quotes."""
    text = '[{"' * 100_000
    assert read_response(response(3, Call("rollback_to_boundary", (1, 0)), text), 3, Call("rollback_to_boundary", (1, 0))) == text


@pytest.mark.parametrize("text", [b"[", b"[]", b'\\"[', b'"\\\\', b"{}", b"[1,", b'"', b"\\"])
@pytest.mark.parametrize("start", [b'{"jsonrpc":"2.0","id":3,"result":', b'{"jsonrpc":"2.0","id":3,"result":"'])
def test_a_line_of_megabytes_is_refused_soon(start: bytes, text: bytes) -> None:
    """Whatever is in it, time grows no faster than its length."""
    began = time.monotonic()
    with pytest.raises(NotTheProtocol):
        read_response(start + text * (2_000_000 // len(text)), 3, IS_ON)
    assert time.monotonic() - began < 5.0


def test_an_error_of_the_driver_is_told_apart_from_an_answer() -> None:
    """Its code and message are read, its data passed over."""
    assert read_response(error_response(3, -32601, "no such method"), 3, FIT) == RpcError(-32601, "no such method")
    told = b'{"jsonrpc":"2.0","id":3,"error":{"code":-1,"message":"boom","data":{"at":[1.5,"x"]}}}'
    assert read_response(told, 3, FIT) == RpcError(-1, "boom")


@pytest.mark.parametrize(
    ("error", "kind"),
    [
        (ParseError("unknown ssm-decode-ring-slots 'exceeds' (valid: auto, 0..=8)"), "unknown"),
        (ParseError("ssm-decode-ring-slots 9 exceeds the 8 the ring is sized for"), "exceeds"),
        (ParseError("ssm-decode-ring-slots 9 exceeds the unknown", "exceeds"), "exceeds"),
        (ParseError("Unknown"), None),
    ],
)
def test_the_kind_of_an_error_is_the_given_one_or_told_by_its_message(error: ParseError, kind: str | None) -> None:
    """`unknown` before `exceeds`, for an unknown text is quoted; a kind that is given wins."""
    assert error.told_kind == kind


BAD_REQUESTS: list[tuple[int, bytes]] = [
    (-32700, b"hello"),
    (-32700, b'{"jsonrpc":"2.0","id":1,"method":"hello","params":{}'),
    (-32700, b'{"jsonrpc":"2.0","id":1,"method":"\xff","params":{}}'),
    (-32600, b"[]"),
    (-32600, b'{"jsonrpc":"2.0","id":1,"params":{}}'),
    (-32600, b'{"jsonrpc":"1.0","id":1,"method":"hello","params":{}}'),
    (-32600, b'{"jsonrpc":"2.0","id":"1","method":"hello","params":{}}'),
    (-32600, b'{"jsonrpc":"2.0","id":1,"method":"hello"}'),
    (-32601, b'{"jsonrpc":"2.0","id":1,"method":"goodbye","params":{}}'),
    (-32602, b'{"jsonrpc":"2.0","id":1,"method":"hello","params":[]}'),
    (-32602, b'{"jsonrpc":"2.0","id":1,"method":"hello","params":{"x":1}}'),
    (-32602, b'{"jsonrpc":"2.0","id":1,"method":"set_decode_ring_slots","params":{"slots":8}}'),
    (-32602, b'{"jsonrpc":"2.0","id":1,"method":"set_decode_ring_slots","params":{"slots":"08"}}'),
    (-32602, b'{"jsonrpc":"2.0","id":1,"method":"set_decode_ring_slots","params":{}}'),
    (-32602, b'{"jsonrpc":"2.0","id":1,"method":"set_env","params":{"name":"V","value":{"hex":"3"}}}'),
    (-32602, b'{"jsonrpc":"2.0","id":1,"method":"set_env","params":{"name":"V","value":{"hex":"00"}}}'),
    (-32602, b'{"jsonrpc":"2.0","id":1,"method":"set_env","params":{"name":"V","value":"a\\u0000"}}'),
    (-32602, b'{"jsonrpc":"2.0","id":1,"method":"log_gemm_shape","params":{"backend":"b","name":"n","m":1,"n":2,"k":4294967296}}'),
    (-32602, b'{"jsonrpc":"2.0","id":1,"method":"race","params":{"calls":[{"method":"reset","params":{}}]}}'),
    (-32602, b'{"jsonrpc":"2.0","id":1,"method":"race","params":{"calls":[{"method":"set_decode_ring_slots","params":{"slots":1}}]}}'),
]


@pytest.mark.parametrize(("code", "asked"), BAD_REQUESTS)
def test_a_line_that_is_no_request_has_its_error_code(code: int, asked: bytes) -> None:
    """JSON-RPC's own codes, and the id wherever it could be read."""
    with pytest.raises(RequestError) as refusal:
        read_request(asked)
    assert refusal.value.code == code
    assert refusal.value.id == (1 if code in (-32601, -32602) else None)


@pytest.mark.parametrize("kept", [b"", b"{}", b'{"method":"reset","params":{}}', b'{"method":"bye","params":{},"result":null}', b"[" * 100_000])
def test_a_line_that_is_of_no_transcript_is_refused(kept: bytes) -> None:
    """A transcript on disk is read as strictly as the wire."""
    with pytest.raises(NotTheProtocol):
        read_record(kept)


def damaged(told: bytes) -> Iterator[bytes]:
    """The line with each of its bytes left out, doubled, or changed into one that matters in JSON."""
    for index in range(len(told)):
        before, byte, after = told[:index], told[index : index + 1], told[index + 1 :]
        yield before + after
        yield before + byte + byte + after
        for other in b'"\\:,{}[]0-. ':
            yield before + bytes([other]) + after


def members_once(pairs: list[tuple[str, object]]) -> dict[str, object]:
    """A plain reader's way of minding every member."""
    assert len(dict(pairs)) == len(pairs)
    return dict(pairs)


@pytest.mark.parametrize(("call", "result"), EXCHANGES, ids=IDS)
def test_a_damaged_line_is_never_another_answer_in_disguise(call: Call, result: Result) -> None:
    """Whatever the fast decoder takes, a reader of plain JSON that minds every member takes for the same: nothing hides behind its speed."""
    for told in damaged(response(3, call, result)):
        try:
            answered = read_response(told, 3, call)
        except NotTheProtocol:
            continue
        tree = json.loads(told, object_pairs_hook=members_once)
        assert tree["jsonrpc"] == "2.0"
        assert type(tree["id"]) is int
        assert tree["id"] == 3
        assert not isinstance(answered, RpcError)
        assert tree["result"] == json.loads(response(3, call, answered))["result"]


@given(st.binary())
def test_no_line_makes_reading_fail_otherwise(told: bytes) -> None:
    """Any bytes are an answer or a breach."""
    for reading in (told, b'{"jsonrpc":"2.0","id":3,"result":' + told + b"}"):
        with suppress(NotTheProtocol):
            assert type(read_response(reading, 3, IS_ON)) is bool


@pytest.mark.parametrize(
    ("call", "result", "says"),
    [
        (DECISION, "3", "result is a whole number where an object was due"),
        (DECISION, '{"slots":8,"skip_reason":null}', "result.slots is a whole number where a text was due: words are texts of digits"),
        (DECISION, '{"slots":"8"}', 'result lacks the member "skip_reason"'),
        (DECISION, '{"slots":"8","skip_reason":null,"why":1}', 'result has a member "why", which it must not have'),
        (DECISION, '{"slots":"8","skip_reason":false}', "result.skip_reason is a boolean where a text or null was due"),
        (LADDER, '["8",4]', "result[1] is a whole number where a text was due: words are texts of digits"),
        (LADDER, '{"0":"8"}', "result is an object where an array was due"),
        (LOG, "[null]", "result[0] is null where an object was due"),
        (Call("set_env", ("V", "1")), "1.5", "result is a number with a point or an exponent where null was due"),
        (PARSE, '{"err":"no","kind":"bad"}', "result.kind is 'bad', which is none of the texts that it may be"),
        (PARSE, "{}", "an object without members is neither a Depth nor a ParseError"),
    ],
)
def test_what_is_wrong_with_an_answer_is_said_in_words_of_the_wire(call: Call, result: str, says: str) -> None:
    """Whoever wrote the driver knows JSON and the page, and no codec library."""
    with pytest.raises(NotTheProtocol) as raised:
        read_response(line(result), 3, call)
    assert str(raised.value) == says
