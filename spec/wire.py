"""The wire: JSON-RPC 2.0, one message a line, derived from the annotations of `port.py`.

Requests, responses and the lines of a transcript on disk are written and read here, for the runner and for drivers in Python. What a value looks like
is in `wire_forms.py`. Reading a response is strict, for drivers are not trusted: what is not exactly the protocol is refused, never mended, and never
taken for an answer.
"""

from __future__ import annotations

import inspect
import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any, Final, Literal, NamedTuple, TypeAlias, cast, get_type_hints

import msgspec
from msgspec import UNSET, Raw, UnsetType

from spec.port import Call, DriverCalls, LogRecord, ProcessCalls, PureFunctions, Result, ServeCalls, methods_of
from spec.strict_json import NotTheProtocol, strict_tree
from spec.wire_forms import Form, form_of
from spec.wire_words import plainly

__all__ = [
    "METHODS",
    "Method",
    "NotTheProtocol",
    "Recorded",
    "Request",
    "RequestError",
    "RpcError",
    "Unanswered",
    "error_response",
    "read_record",
    "read_request",
    "read_response",
    "record",
    "request",
    "response",
]

Group: TypeAlias = Literal["pure", "process", "serve", "driver"]

LARGEST_64_BIT_WORD: Final = 2**64 - 1

PARSE_ERROR, INVALID_REQUEST, METHOD_NOT_FOUND, INVALID_PARAMS = -32700, -32600, -32601, -32602


@dataclass(frozen=True, slots=True)
class RpcError:
    """An error that a driver answered instead of a result."""

    code: int
    message: str


@dataclass(frozen=True, slots=True)
class Request:
    """A request as a driver reads it."""

    id: int
    call: Call


class RequestError(Exception):
    """A line that is no request: the JSON-RPC error code, what is wrong, and the id to answer with (None where it could not be read)."""

    def __init__(self, code: int, message: str, request_id: int | None) -> None:
        super().__init__(message)
        self.code = code
        self.id = request_id


@dataclass(frozen=True, slots=True)
class Method:
    """A method of the port and its codecs. `group` tells the pure functions from the calls that need a process, a serve or the driver."""

    name: str
    group: Group
    parameters: tuple[str, ...]
    can_race: bool
    arguments: tuple[Form, ...]
    result: Form
    decode_params: Callable[[bytes | Raw], object]
    decode_response: Callable[[bytes], Any]  # Any: a struct made at run time, with the members jsonrpc, id and result
    colons: int
    """So many colons has a response that can be decoded at once; none has so many for a race, whose answers are coded by what raced."""
    template: bytes
    """What makes the request by the `%` operator, of the id and the arguments; empty where some argument cannot be written so."""


class _Params(msgspec.Struct, forbid_unknown_fields=True):
    method: str
    params: Raw


class _Error(msgspec.Struct, forbid_unknown_fields=True):
    code: int
    message: str
    data: Any = None  # Any: JSON-RPC lets it be anything, and nothing looks at it


class _RequestLine(msgspec.Struct, forbid_unknown_fields=True):
    jsonrpc: Literal["2.0"]
    id: int
    method: str
    params: Raw


def _method(name: str, group: Group, function: Callable[..., object]) -> Method:
    hints = get_type_hints(function, include_extras=True)
    parameters = tuple(inspect.signature(function).parameters)[1:]
    if name == "race":
        arguments: tuple[Form, ...] = (Form(list[_Params], _write_calls, _read_calls),)
        result = Form(list[Any], _unraced, _unraced)
    else:
        arguments = tuple(form_of(hints[parameter]) for parameter in parameters)
        result = form_of(hints["return"])
    params = msgspec.defstruct(
        f"params of {name}", [(parameter, form.schema) for parameter, form in zip(parameters, arguments, strict=True)], forbid_unknown_fields=True
    )
    answer = msgspec.defstruct(
        f"response to {name}", [("jsonrpc", Literal["2.0"]), ("id", int), ("result", result.schema)], forbid_unknown_fields=True, gc=False
    )
    return Method(
        name,
        group,
        parameters,
        group == "process" and LogRecord not in getattr(hints["return"], "__args__", ()),
        arguments,
        result,
        msgspec.json.Decoder(params).decode,
        msgspec.json.Decoder(answer).decode,
        -1 if name == "race" else 3 + result.members,
        _template(name, parameters, arguments),
    )


def _template(name: str, parameters: tuple[str, ...], arguments: tuple[Form, ...]) -> bytes:
    if not all(form.template for form in arguments):
        return b""
    params = b",".join(b'"%b":%b' % (parameter.encode(), form.template) for parameter, form in zip(parameters, arguments, strict=True))
    return b'{"jsonrpc":"2.0","id":%%d,"method":"%b","params":{%b}}\n' % (name.encode(), params)


def _unraced(*_: object) -> object:
    raise TypeError("the answers of a race are coded by the methods that raced")


def _write_calls(calls: tuple[Call, ...]) -> object:
    return [_call_tree(call) for call in calls]


def _read_calls(calls: list[_Params], largest_word: int) -> tuple[Call, ...]:
    if not calls:
        raise NotTheProtocol("a race is of one call or more")
    return tuple(_read_racing(one, largest_word) for one in calls)


def _read_racing(one: _Params, largest_word: int) -> Call:
    method = METHODS.get(one.method)
    if method is None or not method.can_race:
        raise NotTheProtocol(f"{one.method} cannot race")
    return _read_call(method, one.params, largest_word)


GROUPS: Final[tuple[tuple[Group, type], ...]] = (("pure", PureFunctions), ("process", ProcessCalls), ("serve", ServeCalls), ("driver", DriverCalls))

METHODS: Final[Mapping[str, Method]] = MappingProxyType(
    {name: _method(name, group, getattr(calls, name)) for group, calls in GROUPS for name in methods_of(calls)}
)
"""Every method of `Port` by name, in the order in which `port.py` declares them."""


def _call_tree(call: Call) -> dict[str, object]:
    method = METHODS[call.method]
    return {
        "method": call.method,
        "params": {name: form.write(value) for name, form, value in zip(method.parameters, method.arguments, call.args, strict=True)},
    }


def _read_call(method: Method, params: bytes | Raw, largest_word: int) -> Call:
    decoded = method.decode_params(params)
    return Call(
        method.name,
        tuple([form.read(getattr(decoded, name), largest_word) for name, form in zip(method.parameters, method.arguments, strict=True)]),
    )


def _result_tree(call: Call, result: Result) -> object:
    if call.method == "race":
        return [_result_tree(one, answer) for one, answer in zip(call.racing, cast("tuple[Result, ...]", result), strict=True)]
    return METHODS[call.method].result.write(result)


def _line(tree: object) -> bytes:
    """One line of JSON in ASCII."""
    line = msgspec.json.encode(tree)
    if not line.isascii():
        line = json.dumps(tree, separators=(",", ":")).encode("ascii")
    return line + b"\n"


# Requests


def request(request_id: int, call: Call) -> bytes:
    """The line that asks a call: ASCII, ending in LF alone."""
    template = METHODS[call.method].template
    if template:
        return template % (request_id, *call.args)
    return _line({"jsonrpc": "2.0", "id": request_id, **_call_tree(call)})


def read_request(line: bytes, largest_word: int = LARGEST_64_BIT_WORD) -> Request:
    """The request that a line holds, for a driver in Python.

    Raises:
        RequestError: with code -32700 for what is not JSON, -32600 for what is no request, -32601 for an unknown method, -32602 for wrong params.
    """
    try:
        asked = _read_request_line(line)
    except msgspec.ValidationError as error:
        raise RequestError(INVALID_REQUEST, str(error), None) from None
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise RequestError(PARSE_ERROR, str(error), None) from None
    method = METHODS.get(asked.method)
    if method is None:
        raise RequestError(METHOD_NOT_FOUND, f"no port has a method {asked.method}", asked.id)
    try:
        return Request(asked.id, _read_call(method, asked.params, largest_word))
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError, NotTheProtocol) as error:
        raise RequestError(INVALID_PARAMS, str(error), asked.id) from None


_read_request_line = msgspec.json.Decoder(_RequestLine).decode


# Responses


def response(request_id: int, call: Call, result: Result) -> bytes:
    """The line that answers a call."""
    return _line({"jsonrpc": "2.0", "id": request_id, "result": _result_tree(call, result)})


def error_response(request_id: int | None, code: int, message: str) -> bytes:
    """The line that answers a request with an error."""
    return _line({"jsonrpc": "2.0", "id": request_id, "error": {"code": code, "message": message}})


def read_response(line: bytes, request_id: int, call: Call, largest_word: int = LARGEST_64_BIT_WORD) -> Result | RpcError:
    """The answer that a line gives to the call that was asked under this id, on a port whose largest word is given.

    Raises:
        NotTheProtocol: when the line is anything but a response to that request, with a result of the method's type.
    """
    method = METHODS[call.method]
    # msgspec passes over a member that is there twice. Each needs a colon of its own, so with no more colons than needed members there is none.
    if line.count(b":") == method.colons:
        try:
            answered = method.decode_response(line)
            if answered.id == request_id:
                result: Result = method.result.read(answered.result, largest_word)
                return result
        except (msgspec.DecodeError, UnicodeDecodeError, RecursionError, NotTheProtocol):
            pass  # read again with care, to say what is wrong
    return _read_with_care(line, request_id, call, largest_word)


def _read_with_care(line: bytes, request_id: int, call: Call, largest_word: int) -> Result | RpcError:
    message = strict_tree(line)
    if not isinstance(message, dict):
        raise NotTheProtocol("the line is JSON, but no object")
    if message.get("jsonrpc") != "2.0":
        raise NotTheProtocol('the member "jsonrpc" is not "2.0"' if "jsonrpc" in message else 'the member "jsonrpc" is missing')
    if "id" not in message:
        raise NotTheProtocol('the member "id" is missing')
    answered = message["id"]
    if type(answered) is not int or answered != request_id:
        raise NotTheProtocol(f"it answers the id {json.dumps(answered, default=str)[:40]} where {request_id} was due")
    if ("result" in message) == ("error" in message):
        raise NotTheProtocol('it has both a "result" and an "error"' if "result" in message else 'it has neither a "result" nor an "error"')
    surplus = sorted(message.keys() - {"jsonrpc", "id", "result", "error"})
    if surplus:
        raise NotTheProtocol(f"it has a member {surplus[0][:40]!r}, which a response has not")
    if "error" in message:
        error = _converted(message["error"], _Error, "error")
        return RpcError(error.code, error.message)
    return _read_result(message["result"], call, largest_word, "result")


def _read_result(tree: object, call: Call, largest_word: int, where: str) -> Result:
    if call.method == "race":
        calls = call.racing
        if not isinstance(tree, list) or len(tree) != len(calls):
            raise NotTheProtocol(f"the result of a race of {len(calls)} calls is not an array of {len(calls)} answers")
        return tuple(
            _read_result(answer, one, largest_word, f"{where}[{index}]") for index, (one, answer) in enumerate(zip(calls, tree, strict=True))
        )
    form = METHODS[call.method].result
    return cast("Result", form.read(_converted(tree, form.schema, where), largest_word))


def _converted(tree: object, schema: Any, where: str) -> Any:  # Any: a value of the schema's type, made at run time
    try:
        return msgspec.convert(tree, schema, strict=True)
    except msgspec.ValidationError as error:
        raise NotTheProtocol(plainly(where, str(error))) from None


# Transcripts on disk


@dataclass(frozen=True, slots=True)
class Unanswered:
    """A call of a recorded transcript that got no answer: the kind of failure, and a sentence on it."""

    kind: str
    sentence: str


Recorded: TypeAlias = Result | Unanswered


class _RecordLine(msgspec.Struct, forbid_unknown_fields=True):
    method: str
    params: Raw
    result: Raw | UnsetType = UNSET
    unanswered: Unanswered | UnsetType = UNSET


def record(call: Call, answer: Recorded) -> bytes:
    """The line of a transcript for a call and what came of it: the request's method and params, with the response's result beside them."""
    if isinstance(answer, Unanswered):
        return _line({**_call_tree(call), "unanswered": {"kind": answer.kind, "sentence": answer.sentence}})
    return _line({**_call_tree(call), "result": _result_tree(call, answer)})


class RecordedExchange(NamedTuple):
    """A call and what came of it, as a transcript on disk has them."""

    call: Call
    answer: Recorded


def read_record(line: bytes, largest_word: int = LARGEST_64_BIT_WORD) -> RecordedExchange:
    """The call and the answer that a line of a transcript holds.

    Raises:
        NotTheProtocol: when the line is not such a line.
    """
    what = "it"
    try:
        recorded = msgspec.json.decode(line, type=_RecordLine)
        method = METHODS.get(recorded.method)
        if method is None:
            raise NotTheProtocol(f"no port has a method {recorded.method[:40]!r}")
        what = "params"
        call = _read_call(method, recorded.params, largest_word)
    except msgspec.ValidationError as error:
        raise NotTheProtocol(f"it is no line of a transcript: {plainly(what, str(error))}") from None
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        raise NotTheProtocol("it is no line of a transcript: it is not JSON") from None
    if isinstance(recorded.unanswered, Unanswered) and recorded.result is UNSET:
        return RecordedExchange(call, recorded.unanswered)
    if recorded.unanswered is UNSET and isinstance(recorded.result, Raw):
        return RecordedExchange(call, _read_result(strict_tree(bytes(recorded.result)), call, largest_word, "result"))
    raise NotTheProtocol('it is no line of a transcript: it needs either "result" or "unanswered"')
