"""JSON read as strictly as an untrusted line must be: what common decoders pass over in silence is refused here, with a clause saying what it is.

This is the slow way, for lines that the typed decoders of `wire.py` do not vouch for. It knows nothing of methods or messages.
"""

from __future__ import annotations

import json
import re
from decimal import Decimal
from typing import Final

DEEPEST: Final = 100
"""No message of the protocol nests deeper than ten levels; deeper than this is refused unread."""


MOST_DIGITS: Final = 400
"""A number with more digits is refused unread: Python itself refuses to read ten times as many."""


class NotTheProtocol(Exception):  # noqa: N818 - it says what the line is, and is caught by that name everywhere
    """A line that breaks the wire's rules. Its text is one clause saying how; it may quote the line, so escape and cut it before showing it."""


_TEXT = re.compile(rb'"(?:[^"\\]|\\.)*"?', re.DOTALL)
"""A text, or the rest of the line where it is not closed: were that no match, each of its quotes would be tried, for hours in a line of megabytes."""


def strict_tree(line: bytes) -> object:
    """The JSON of a line, with no member given twice, no NaN, no half of a surrogate pair, and fractions told from integers."""
    if line.count(b"[") + line.count(b"{") > DEEPEST and _is_too_deep(line):
        raise NotTheProtocol(f"it nests deeper than {DEEPEST} levels")
    try:
        text = line.decode("utf-8")
    except UnicodeDecodeError as error:
        raise NotTheProtocol(f"its byte {error.start} is not UTF-8") from None
    if text.startswith("\ufeff"):
        raise NotTheProtocol("it begins with a byte order mark, which is no part of JSON: write UTF-8 without one")
    try:
        tree: object = json.loads(text, object_pairs_hook=_members_once, parse_constant=_no_constant, parse_float=_fraction, parse_int=_whole)
    except (ValueError, RecursionError) as error:
        raise NotTheProtocol(f"it is not JSON: {error}") from None
    if r"\u" in text:
        _only_scalar_values(tree)
    return tree


def _is_too_deep(line: bytes) -> bool:
    depth = 0
    for bracket in _TEXT.sub(b"", line):
        if bracket in b"[{":
            depth += 1
            if depth > DEEPEST:
                return True
        elif bracket in b"]}":
            depth -= 1
    return False


def _members_once(pairs: list[tuple[str, object]]) -> dict[str, object]:
    members = dict(pairs)
    if len(members) < len(pairs):
        seen: set[str] = set()
        twice = next(name for name, _ in pairs if name in seen or seen.add(name))  # type: ignore[func-returns-value]  # add gives None, which is false
        raise NotTheProtocol(f"an object has the member {twice[:40]!r} twice")
    return members


def _whole(digits: str) -> int:
    if len(digits) > MOST_DIGITS:
        raise NotTheProtocol(f"it holds a number of {len(digits)} digits, which is more than any here has")
    return int(digits)


def _fraction(text: str) -> Decimal:
    try:
        return Decimal(text)
    except ArithmeticError:  # its exponent is beyond what can be computed with
        raise NotTheProtocol(f"it holds the number {text[:40]}, which is beyond all bounds") from None


def _no_constant(name: str) -> object:
    raise NotTheProtocol(f"{name} is not JSON")


def _only_scalar_values(tree: object) -> None:
    if isinstance(tree, str):
        try:
            tree.encode("utf-8")
        except UnicodeEncodeError:
            raise NotTheProtocol("a text holds half of a surrogate pair") from None
    elif isinstance(tree, list):
        for inside in tree:
            _only_scalar_values(inside)
    elif isinstance(tree, dict):
        for name, inside in tree.items():
            _only_scalar_values(name)
            _only_scalar_values(inside)
