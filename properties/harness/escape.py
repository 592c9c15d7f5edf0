"""Makes text that a port wrote fit to be shown: no terminal escape, no control or direction character gets through, and no message is endless.

What is kept or judged is never changed by this; it is for sentences and screens alone. HTML is the HTML report's own business.
"""

from __future__ import annotations

from typing import Final

SHOWN_CHARACTERS: Final = 200
"""Of one text this many characters are shown, its beginning and its end."""

SHOWN_LINES: Final = 20
"""Of standard error this many lines are shown, the last ones."""


def shown(text: str | bytes, at_most: int = SHOWN_CHARACTERS) -> str:
    """The text on one line of printable characters, the others as Python writes them in a literal, the middle left out where it is long."""
    whole = _cut(text if isinstance(text, bytes) else _as_bytes(text), at_most)
    escaped = "".join(map(_printable, whole.decode("utf-8", "backslashreplace")))
    if len(escaped) <= at_most:
        return escaped
    return f"{escaped[: at_most * 2 // 3]}[...]{escaped[-(at_most // 3) :]}"


def shown_lines(text: bytes) -> str:
    """The last lines of the text, each escaped and cut for itself; a tab is told by blanks, as it stands before each line of a Java traceback."""
    return "\n".join(map(shown, text.expandtabs(4).splitlines()[-SHOWN_LINES:]))


def _as_bytes(text: str) -> bytes:
    """The bytes that Python has handed on as surrogates, where that is what they stand for."""
    try:
        return text.encode("utf-8", "surrogateescape")
    except UnicodeEncodeError:
        return text.encode("utf-8", "surrogatepass")


def _cut(text: bytes, at_most: int) -> bytes:
    """Enough of both ends, so that escaping a text of megabytes takes no time. A character takes up to four bytes."""
    enough = at_most * 4
    return text if len(text) <= 2 * enough else text[:enough] + text[-enough:]


def _printable(character: str) -> str:
    if character.isprintable():
        return character
    return character.encode("unicode_escape").decode("ascii")
