"""A port that gets the text of its variables in a way of its own, for the faults that get it wrong. No fault is here."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from reference import Process
from reference.environment import Environment, text_of
from reference.switches import ProcessSwitch


class _Read(Environment):
    """Variables whose text is told by a function of the name and of all the variables."""

    def __init__(self, variables: Mapping[str, bytes], read: Callable[[str, Mapping[str, bytes]], str | None]) -> None:
        super().__init__(variables)
        self._read = read

    def text(self, name: str) -> str | None:
        return self._read(name, self._variables)


class Reader(Process):
    """Keeps every rule, until a method below is overridden."""

    def reset(self) -> None:
        super().reset()
        self.environment = _Read(self._environment_at_birth, self.read)
        for name, switch in list(vars(self).items()):
            if isinstance(switch, ProcessSwitch):
                setattr(self, name, ProcessSwitch(switch._variable, self.environment, self.bool_value_enabled))

    def read(self, name: str, variables: Mapping[str, bytes]) -> str | None:
        """The text of a variable, None for absent."""
        raw = variables.get(name)
        return None if raw is None else self.decoded(raw)

    def decoded(self, raw: bytes) -> str | None:
        """The text that these bytes are, None for none."""
        return text_of(raw)
