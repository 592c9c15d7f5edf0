"""The environment of a process, as the rules of `spec/environment.md` read it: variables of raw bytes, read as text.

What a text means is not told here; see `truth.py`. Nothing in the reference reads the environment of the process that runs it.
"""

from __future__ import annotations

from collections.abc import Mapping

from spec.port import EnvironmentValue


def text_of(raw: bytes | None) -> str | None:
    """The text of a variable, None where it is absent or where its bytes are not valid UTF-8 (environment/undecodable). Empty is a text."""
    if raw is None:
        return None
    try:
        return raw.decode("utf-8")
    except UnicodeDecodeError:
        return None


class Environment:
    """Variables by name, each of raw bytes. They can change while the process lives, so every reading is a new one."""

    def __init__(self, variables: Mapping[str, bytes]) -> None:
        self._variables = dict(variables)

    def set(self, name: str, value: EnvironmentValue) -> None:
        """Gives a variable a value, text being encoded as UTF-8; None unsets it."""
        if value is None:
            self._variables.pop(name, None)
        else:
            self._variables[name] = value.encode("utf-8") if isinstance(value, str) else value

    def text(self, name: str) -> str | None:
        """What a variable says now, None where it is absent or is no text."""
        return text_of(self._variables.get(name))

    def is_present(self, name: str) -> bool:
        """Whether a variable is set now, be it empty or no text."""
        return name in self._variables
