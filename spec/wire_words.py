"""What the codec library finds wrong with a value, in this project's words: the reader wrote a driver or a transcript, and knows JSON and wire.md.

An unknown finding is passed on as it is. Nothing here decides whether a value is right.
"""

from __future__ import annotations

import re
from typing import Final

KINDS: Final = {
    "bool": "a boolean",
    "str": "a text",
    "int": "a whole number",
    "decimal": "a number with a point or an exponent",
    "float": "a number with a point or an exponent",
    "null": "null",
    "array": "an array",
    "object": "an object",
}

NUMBERS: Final = ("int", "decimal", "float")

_PLACE: Final = r"(?: - at `\$(?P<place>.*)`)?"
_OTHER_KIND: Final = re.compile(rf"Expected `(?P<due>[a-z |]+)`, got `(?P<given>[a-z]+)`{_PLACE}")
_MISSING: Final = re.compile(rf"Object missing required field `(?P<member>.+?)`{_PLACE}")
_SURPLUS: Final = re.compile(rf"Object contains unknown field `(?P<member>.+?)`{_PLACE}", re.DOTALL)
_OTHER_TEXT: Final = re.compile(rf"Invalid enum value (?P<given>.+?){_PLACE}", re.DOTALL)


def plainly(what: str, finding: str) -> str:
    """A clause that says what is wrong with `what`, given the codec library's sentence on it."""
    if found := _OTHER_KIND.fullmatch(finding):
        due, given = found["due"].split(" | "), found["given"]
        hint = ": words are texts of digits" if "str" in due and given in NUMBERS else ""
        expected = " or ".join(KINDS.get(kind, kind) for kind in due)
        return f"{what}{found['place'] or ''} is {KINDS.get(given, given)} where {expected} was due{hint}"
    if found := _MISSING.fullmatch(finding):
        return f'{what}{found["place"] or ""} lacks the member "{found["member"]}"'
    if found := _SURPLUS.fullmatch(finding):
        return f'{what}{found["place"] or ""} has a member "{found["member"][:40]}", which it must not have'
    if found := _OTHER_TEXT.fullmatch(finding):
        return f"{what}{found['place'] or ''} is {found['given'][:40]}, which is none of the texts that it may be"
    return f"{what} is not of the form that was due: {finding}"
