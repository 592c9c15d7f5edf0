"""Reads the literals and calls of the pages' examples, without evaluating anything.

The text is parsed by Python's own parser and walked here: what is not in this module's small language is refused with a sentence. The language is
bounded, so that no example can take a reader's time or memory. Pages and Markdown are no matter of this module.
"""

from __future__ import annotations

import ast
import warnings
from collections.abc import Callable, Sequence
from functools import cache
from types import NoneType, UnionType
from typing import Annotated, Final, Literal, TypeAlias, TypeVar, Union, cast, get_args, get_origin, get_type_hints

from spec.port import (
    DECODE_ROLLBACK_RING_SLOTS,
    PORT_METHODS,
    Argument,
    Call,
    Decision,
    Depth,
    LogRecord,
    ParseError,
    Port,
    Result,
    Served,
    ServeFlags,
)

LONGEST_SOURCE: Final = 2_000
"""Characters of one literal or call as written."""

LONGEST_TEXT: Final = 100_000
"""Characters or bytes of a text after repetition."""

LARGEST_BITS: Final = 256
"""Bits of a whole number: well above a word, for a page may show one that does not fit."""

RESULT_TYPES: Final = (Depth, ParseError, Decision, LogRecord, Served, ServeFlags)
"""The types of the port interface that an example may name."""

Value: TypeAlias = bool | int | str | bytes | Depth | ParseError | Decision | LogRecord | Served | ServeFlags | Call | tuple["Value", ...] | None
"""What a literal can be read as."""

R = TypeVar("R")

LIMITS: Final = {"word": 2**64 - 1, "u32": 2**32 - 1}


class Unreadable(Exception):  # noqa: N818 - it is caught by its meaning: the text is no literal
    """The text is not in the language of examples; the message is a sentence that says what to write instead."""


def read_literal(source: str) -> Value:
    """The value that a literal stands for.

    Raises:
        Unreadable: it is no literal of the language, or it is out of bounds.
    """
    return _bounded(lambda: _value(_parse(source)))


def read_call(source: str) -> Call:
    """The call that `port.method(arguments)` stands for, its arguments held to the method's declaration.

    Raises:
        Unreadable: it is no such call, or an argument is not of the declared type.
    """

    def read() -> Call:
        node = _parse(source)
        if not (
            isinstance(node, ast.Call)
            and isinstance(node.func, ast.Attribute)
            and isinstance(node.func.value, ast.Name)
            and node.func.value.id == "port"
        ):
            raise Unreadable("a line of an example is one call, written port.method(arguments)")
        if node.keywords:
            raise Unreadable("the arguments of a call stand in the declared order, without their names")
        return checked_call(node.func.attr, tuple(map(_value, node.args)))

    return _bounded(read)


def checked_call(method: str, args: Sequence[Value]) -> Call:
    """A call, held to the method's declaration in `spec/port.py`.

    Raises:
        Unreadable: there is no such method, or the arguments are not of its types.
    """
    wanted = parameters(method)
    if len(args) != len(wanted):
        raise Unreadable(f"{method} takes {len(wanted)} arguments ({', '.join(wanted) or 'none'}) and {len(args)} are written")
    hints = _hints(method)
    for name, value in zip(wanted, args, strict=True):
        if not _fits(value, hints[name]):
            raise Unreadable(f"{value!r:.80} is no {name} of {method}; write one as spec/port.py declares it")
    return Call(method, cast("tuple[Argument, ...]", tuple(args)))


def checked_answer(method: str, value: Value) -> Result:
    """An expected answer, held to the method's declaration.

    Raises:
        Unreadable: the method cannot answer that.
    """
    if not _fits(value, _hints(method)["return"]):
        raise Unreadable(f"{value!r:.80} is nothing that {method} can answer; write an answer of the type that spec/port.py declares")
    return cast("Result", value)


def parameters(method: str) -> tuple[str, ...]:
    """The names of a method's parameters in the declared order.

    Raises:
        Unreadable: the port interface declares no such method.
    """
    if method not in PORT_METHODS:
        raise Unreadable(
            f"spec/port.py declares no method {method!r:.80}; declare it there if it is new, or write one of {', '.join(sorted(PORT_METHODS))}"
        )
    return tuple(name for name in _hints(method) if name != "return")


def _bounded(read: Callable[[], R]) -> R:
    try:
        return read()
    except RecursionError:
        raise Unreadable("the literal is nested too deeply; write it flatter") from None


def _parse(source: str) -> ast.expr:
    if len(source) > LONGEST_SOURCE:
        raise Unreadable(f'the literal is longer than {LONGEST_SOURCE} characters; write a repetition such as "0" * 4301')
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("error")
            return ast.parse(source.strip(), mode="eval").body
    except (SyntaxError, ValueError, MemoryError, Warning) as error:
        raise Unreadable(f"{source.strip()!r:.80} is no Python literal ({error.msg if isinstance(error, SyntaxError) else error})") from None


def _value(node: ast.expr) -> Value:
    match node:
        case ast.Constant(value=bool() | bytes() | None as constant):
            return constant
        case ast.Constant(value=int() as number):
            return _whole(number)
        case ast.Name(id="DECODE_ROLLBACK_RING_SLOTS"):
            return DECODE_ROLLBACK_RING_SLOTS
        case ast.Constant(value=str() as text):
            return _text(text)
        case ast.Tuple(elts=elements) | ast.List(elts=elements):
            return tuple(map(_value, elements))
        case ast.UnaryOp(op=ast.USub(), operand=operand):
            return -_number(operand)
        case ast.BinOp(left=left, op=ast.Mult(), right=right):
            return _repeated(_value(left), _number(right))
        case ast.BinOp(left=left, op=ast.Add(), right=right):
            return _sum(_value(left), _value(right))
        case ast.BinOp(left=left, op=ast.Sub(), right=right):
            return _whole(_number(left) - _number(right))
        case ast.BinOp(left=left, op=ast.Pow(), right=right):
            return _power(_number(left), _number(right))
        case ast.Call(func=ast.Name(id=name), args=args, keywords=keywords):
            return _named(name, args, keywords)
        case _:
            raise Unreadable(f"{ast.unparse(node):.80} is no literal; an example is never evaluated, so write the value itself")


def _number(node: ast.expr) -> int:
    value = _value(node)
    if type(value) is not int:
        raise Unreadable(f"{ast.unparse(node):.80} is no whole number; arithmetic is between whole numbers")
    return value


def _whole(number: int) -> int:
    if number.bit_length() > LARGEST_BITS:
        raise Unreadable(f"a whole number has more than {LARGEST_BITS} bits; no example needs one so large")
    return number


def _text(text: str) -> str:
    if len(text) > LONGEST_TEXT:
        raise Unreadable(f"a text is longer than {LONGEST_TEXT} characters; no example needs one so long")
    if any("\ud800" <= character <= "\udfff" for character in text):
        raise Unreadable("a text holds a surrogate, which is no Unicode scalar value; write such a variable's value as bytes")
    return text


def _repeated(value: Value, times: int) -> Value:
    if type(value) is int:
        return _whole(value * times)
    if not isinstance(value, str | bytes):
        raise Unreadable("only a text, bytes or a whole number can stand before *")
    if len(value) * times > LONGEST_TEXT:
        raise Unreadable(f"a text is longer than {LONGEST_TEXT} characters; no example needs one so long")
    return value * times


def _sum(left: Value, right: Value) -> Value:
    if type(left) is int and type(right) is int:
        return _whole(left + right)
    if isinstance(left, str) and isinstance(right, str):
        return _text(left + right)
    raise Unreadable("only two whole numbers or two texts can stand around +")


def _power(base: int, exponent: int) -> int:
    if exponent < 0 or base.bit_length() * exponent > 2 * LARGEST_BITS:
        raise Unreadable(f"a power has more than {LARGEST_BITS} bits or a negative exponent; no example needs one")
    return _whole(int(base**exponent))


def _named(name: str, args: list[ast.expr], keywords: list[ast.keyword]) -> Value:
    if name == "Call":
        method, given = [*map(_value, args), (), ()][:2]
        if keywords or len(args) > 2 or not isinstance(method, str) or not isinstance(given, tuple):
            raise Unreadable('a call within a race is written Call("method", (argument, ...))')
        return checked_call(method, given)
    kind = next((one for one in RESULT_TYPES if one.__name__ == name), None)
    if kind is None:
        raise Unreadable(f"{name!r:.80} names no type of spec/port.py; write one of Call, {', '.join(one.__name__ for one in RESULT_TYPES)}")
    values = list(map(_value, args))
    named = {keyword.arg: _value(keyword.value) for keyword in keywords if keyword.arg is not None}
    hints = get_type_hints(kind, include_extras=True)
    fields = dict(zip(hints, values, strict=False)) | named
    if len(values) > len(hints) or not fields.keys() <= hints.keys():
        raise Unreadable(f"{name} has the fields {', '.join(hints)} and no others")
    for field, value in fields.items():
        if not _fits(value, hints[field]):
            raise Unreadable(f"{value!r:.80} is no {field} of {name}; write one as spec/port.py declares it")
    try:
        return cast("Callable[..., Value]", kind)(*values, **named)
    except TypeError:
        raise Unreadable(f"{name} wants the fields {', '.join(hints)}, each once") from None


@cache
def _hints(method: str) -> dict[str, object]:
    return get_type_hints(getattr(Port, method), include_extras=True)


def _fits(value: Value, hint: object) -> bool:
    """Whether a value is of a type that `spec/port.py` declares."""
    origin, args = get_origin(hint), get_args(hint)
    if origin is Annotated:
        return type(value) is int and 0 <= value <= LIMITS[args[1]]
    if origin is Literal:
        return value in args
    if origin in (Union, UnionType):
        return any(_fits(value, one) for one in args)
    if origin is tuple or hint is tuple or (isinstance(origin, type) and issubclass(origin, Sequence)):
        return isinstance(value, tuple) and not isinstance(value, Call) and all(_fits(one, args[0]) for one in value)
    if isinstance(hint, type):
        return type(value) is hint or (hint is NoneType and value is None)
    return False
