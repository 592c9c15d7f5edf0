"""How one value of `port.py` looks on the wire: a form for each annotation that its methods carry, with a schema for the codec library.

Messages, methods and transcripts are in `wire.py`; this module knows annotations and values alone. A form's schema is what msgspec decodes strictly;
`read` then turns what was decoded into the port's own type and refuses what a schema cannot say: a word with a sign, an error without a kind.
"""

from __future__ import annotations

import dataclasses
import types
from collections.abc import Callable
from typing import TYPE_CHECKING, Annotated, Any, Literal, TypeVar, Union, get_args, get_origin, get_type_hints

import msgspec
from msgspec import UNSET, UnsetType

from spec.port import U32, EnvironmentValue, ParseError, Word
from spec.strict_json import NotTheProtocol

if TYPE_CHECKING:
    from _typeshed import DataclassInstance


@dataclasses.dataclass(frozen=True, slots=True)
class Form:
    """The wire form of one annotation.

    `write` takes a value to a tree of JSON's own types, `read` takes what msgspec decoded by `schema` to the value, given the port's largest word.
    `members` is the number of colons that the shortest such JSON needs, one for each member of its objects. `template` writes the value by the `%`
    operator where that can be done, which is faster.
    """

    schema: Any  # Any: msgspec takes any type expression, for which Python has no type
    write: Callable[[Any], object]  # Any: each form takes its own type of value, told apart by the annotation alone
    read: Callable[[Any, int], Any]
    members: int = 0
    template: bytes = b""


@dataclasses.dataclass(frozen=True, slots=True)
class Hex:
    """Raw bytes of a variable: lower-case hexadecimal digits, two a byte."""

    hex: str


SMALL_WORDS = {str(number): number for number in range(256)}
"""The words that are answered most. Each is within any word, so looking it up is all that there is to check."""


def word_of(text: str, largest_word: int) -> int:
    """The word that a decimal string without sign or leading zeros stands for."""
    small = SMALL_WORDS.get(text)
    if small is not None:
        return small
    if len(text) <= 20:  # the digits of 2**64 - 1; int() would take a while over millions
        try:
            number = int(text)
        except ValueError:
            number = -1
        if 0 <= number <= largest_word and str(number) == text:
            return number
    raise NotTheProtocol(f"{text[:40]!r} is not a word: decimal digits without sign or leading zeros, at most {largest_word}")


def form_of(annotation: object) -> Form:
    """The form of an annotation as `typing.get_type_hints(..., include_extras=True)` gives it."""
    form = _form_of_leaf(annotation)
    if form is not None:
        return form
    origin, inside = get_origin(annotation), get_args(annotation)
    if origin is tuple and inside[1:] == (...,):
        return _form_of_tuple(form_of(inside[0]))
    if origin in (Union, types.UnionType):
        present = tuple(one for one in inside if one is not type(None))
        if len(present) < len(inside):
            return _optional(form_of(Union[present]))  # noqa: UP007 - built from a tuple at run time
        if all(map(dataclasses.is_dataclass, present)):
            return _form_of_dataclasses(present)
    raise TypeError(f"the wire has no form for {annotation}")


def _form_of_leaf(annotation: object) -> Form | None:
    if annotation in (bool, str, int, type(None)) or get_origin(annotation) is Literal:
        return Form(annotation, _same, _as_decoded)
    if annotation == Word:
        return Form(str, str, word_of, template=b'"%d"')
    if annotation == U32:
        return Form(Annotated[int, msgspec.Meta(ge=0, le=2**32 - 1)], _same, _as_decoded, template=b"%d")
    if annotation == EnvironmentValue:
        return Form(Hex | str | None, _write_variable, _read_variable)
    if isinstance(annotation, type) and dataclasses.is_dataclass(annotation):
        return _form_of_dataclasses((annotation,))
    return None


def _same(value: object) -> object:
    return value


T = TypeVar("T")


def _as_decoded(value: T, _largest_word: int) -> T:
    return value


def _optional(form: Form) -> Form:
    if form.read is _as_decoded:
        return Form(form.schema | None, form.write, _as_decoded, form.members)
    return Form(
        form.schema | None,
        lambda value: None if value is None else form.write(value),
        lambda value, largest_word: None if value is None else form.read(value, largest_word),
    )


def _form_of_tuple(element: Form) -> Form:
    return Form(
        list[element.schema],  # type: ignore[name-defined]  # a type expression made at run time
        lambda values: [element.write(value) for value in values],
        lambda values, largest_word: tuple([element.read(value, largest_word) for value in values]),
    )


def _form_of_dataclasses(classes: tuple[type, ...]) -> Form:
    """The form of a dataclass, or of several that the names of their members tell apart."""
    members: dict[str, Form] = {}
    needed: list[frozenset[str]] = []
    for one in classes:
        hints = get_type_hints(one, include_extras=True)
        fields = dataclasses.fields(one)
        members.update({field.name: form_of(hints[field.name]) for field in fields})
        needed.append(frozenset(field.name for field in fields if field.default is dataclasses.MISSING))
    in_all = frozenset.intersection(*needed)
    schema = msgspec.defstruct(
        " or ".join(one.__name__ for one in classes),
        [(name, form.schema) if name in in_all else (name, form.schema | UnsetType, UNSET) for name, form in members.items()],
        forbid_unknown_fields=True,
        kw_only=True,
    )
    shortest = min(sum(1 + members[name].members for name in names) for names in needed)
    if len(classes) == 1 and needed[0] == members.keys():
        return Form(schema, _writer(members), _reader(classes[0], members), shortest)

    def read(decoded: object, largest_word: int) -> object:
        given = {name: value for name in members if (value := getattr(decoded, name)) is not UNSET}
        for one, names in zip(classes, needed, strict=True):
            if names <= given.keys() <= {field.name for field in dataclasses.fields(one)}:
                return _checked(one(**{name: members[name].read(value, largest_word) for name, value in given.items()}))
        members_given = f"with the members {', '.join(given)}" if given else "without members"
        raise NotTheProtocol(f"an object {members_given} is neither {' nor '.join(f'a {one.__name__}' for one in classes)}")

    # a member may stay away only where its absence tells one class from another: elsewhere absent is null, as the page on the wire says
    return Form(schema, _writer(members, whole=len(classes) == 1), read, shortest)


def _writer(members: dict[str, Form], *, whole: bool = True) -> Callable[[DataclassInstance], object]:
    def write(value: DataclassInstance) -> object:
        tree = {}
        for field in dataclasses.fields(value):
            inside = getattr(value, field.name)
            if whole or inside is not None or field.default is dataclasses.MISSING:
                tree[field.name] = members[field.name].write(inside)
        return tree

    return write


def _reader(one: type, members: dict[str, Form]) -> Callable[[object, int], object]:
    readers = tuple((name, None if form.read is _as_decoded else form.read) for name, form in members.items())

    def read(decoded: object, largest_word: int) -> object:
        return one(*[getattr(decoded, name) if inside is None else inside(getattr(decoded, name), largest_word) for name, inside in readers])

    return read


def _checked(value: object) -> object:
    if isinstance(value, ParseError) and value.told_kind is None:
        raise NotTheProtocol('the error does not tell its kind: neither a member "kind" nor the word "unknown" or "exceeds" in its message')
    return value


def _write_variable(value: str | bytes | None) -> object:
    return {"hex": value.hex()} if isinstance(value, bytes) else value


def _read_variable(value: Hex | str | None, _largest_word: int) -> str | bytes | None:
    if not isinstance(value, Hex):
        decoded: str | bytes | None = value
    else:
        try:
            decoded = bytes.fromhex(value.hex)
        except ValueError:
            decoded = b""
        if decoded.hex() != value.hex:
            raise NotTheProtocol("the bytes of a variable are not pairs of lower-case hexadecimal digits")
    if decoded is not None and (b"\0" in decoded if isinstance(decoded, bytes) else "\0" in decoded):
        raise NotTheProtocol("a variable's value holds NUL, which no environment can")
    return decoded
