"""Puts one law to a Python port's pure functions: `python -m properties.contracts.prove pkg.mod:factory LAW SECONDS`.

It runs in a process of its own, and prints one line of JSON: the verdict, the prover's message, and where the law is false the calls that show it,
each as a line of the wire. The suite starts it once for each law, so that a port that ends the process or never comes back costs one law. It needs
the extra `proofs`.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from contextlib import redirect_stdout, suppress
from dataclasses import replace
from typing import cast

from properties.contracts.check import Outcome, check
from properties.contracts.law import Law, all_laws
from properties.contracts.subject import Subject, put_to
from reference.driver import factory_named
from spec import wire
from spec.port import Argument, Call, Hello, Port, PureFunctions


class Recorder:
    """A port that remembers what it was asked."""

    def __init__(self, port: object) -> None:
        self._port = port
        self.calls: list[Call] = []

    def __getattr__(self, method: str) -> Callable[..., object]:
        """The port's method, each call of which is remembered."""

        def remembered(*args: Argument) -> object:
            self.calls.append(Call(method, args))
            return cast("object", getattr(self._port, method)(*args))

        return remembered


def subject_of(factory: Callable[[], object], port: object) -> Subject:
    """A Python port as the laws see it."""
    hello = port.hello() if hasattr(port, "hello") else None
    word_bits = hello.word_bits if isinstance(hello, Hello) else 64
    return Subject(cast("PureFunctions", port), cast("Callable[[], Port]", factory), word_bits)


def prove(law: Law, factory: Callable[[], object], seconds: float) -> tuple[Outcome, list[Call]]:
    """What the prover says of a law over what the factory makes, and the calls that show it to be false."""
    port = factory()
    subject = subject_of(factory, port)
    with put_to(subject):
        outcome = check(law.claim, seconds)
    if outcome.arguments is None:
        return outcome, []
    recorder = Recorder(port)
    # a port may raise anything, and then it is the call that shows it
    with put_to(replace(subject, pure=cast("PureFunctions", recorder))), suppress(Exception):
        law.claim(*outcome.arguments)
    return outcome, recorder.calls


def main() -> None:
    """Proves, and prints what came of it."""
    module, name, seconds = sys.argv[1:]
    (law,) = (one for one in all_laws() if one.id == name)
    with redirect_stdout(sys.stderr):
        outcome, calls = prove(law, factory_named(module), float(seconds))
    lines = [wire.request(place, call).decode() for place, call in enumerate(calls)]
    sys.stdout.write(json.dumps({"verdict": outcome.verdict, "message": outcome.message, "calls": lines}) + "\n")


if __name__ == "__main__":
    main()
