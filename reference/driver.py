"""Serves a port that is a Python object on the wire: `python -m reference.driver pkg.mod:factory` serves what `factory()` makes, for one lifetime.

The factory takes nothing and answers an object with those methods of `spec.port.Port` that the port offers. Where it lacks them, `hello`, `set_env`
and `race` are added here. What a line looks like is told in `spec/wire.py`. The end of the input ends the process.
"""

from __future__ import annotations

import argparse
import importlib
import os
import sys
import traceback
from collections.abc import Callable, Iterator, Sequence
from contextlib import redirect_stdout
from io import BufferedReader
from typing import BinaryIO, Final, NoReturn

from reference.race import race
from spec.port import SPEC_VERSION, Call, EnvironmentValue, Hello, Result
from spec.wire import METHOD_NOT_FOUND, METHODS, RequestError, error_response, read_request, response

INTERNAL_ERROR: Final = -32603
LONGEST_READING: Final = 1 << 16


class Driver:
    """Answers requests with a port's methods; `name` is what the port is called where it has no `hello` of its own.

    A port that has a `reset` and no `set_env` need not know what was set for it: those variables are put back before it is reset.
    """

    def __init__(self, port: object, name: str) -> None:
        self._name = name
        self._variables = VariablesOfThisProcess()
        self._own = methods_of(port)
        self._methods: dict[str, Callable[..., Result]] = {"hello": self._hello, "set_env": self._variables.set, "race": self._race, **self._own}
        if "reset" in self._own and "set_env" not in self._own:
            self._methods["reset"] = self._reset
        hello = self._methods["hello"]()
        word_bits = hello.word_bits if isinstance(hello, Hello) else 64
        self._largest_word = 2**word_bits - 1

    def answer(self, line: bytes) -> bytes:
        """The line that answers a line."""
        try:
            request = read_request(line, self._largest_word)
        except RequestError as error:
            return error_response(error.id, error.code, str(error))
        method = request.call.method
        if method not in self._methods:
            return error_response(request.id, METHOD_NOT_FOUND, f"this port has no method {method}")
        try:
            return response(request.id, request.call, self._result(request.call))
        except Exception as error:  # noqa: BLE001 - a port may raise anything, and its asker must hear of it
            traceback.print_exc()
            said = str(error).encode("utf-8", "backslashreplace").decode()  # it may quote what cannot be encoded, a surrogate
            return error_response(request.id, INTERNAL_ERROR, f"{method} raised {type(error).__name__}: {said}")

    def _result(self, call: Call) -> Result:
        return self._methods[call.method](*call.args)

    def _hello(self) -> Hello:
        offered = tuple(name for name in METHODS if name in self._methods)
        return Hello(self._name, "unknown", SPEC_VERSION, 64, offered)

    def _race(self, calls: Sequence[Call]) -> tuple[Result, ...]:
        return race(calls, self._result)

    def _reset(self) -> None:
        self._variables.put_back()
        self._own["reset"]()


def methods_of(port: object) -> dict[str, Callable[..., Result]]:
    """The methods that an object offers. One that it only inherits from a Protocol of `spec.port` is a declaration and no offer."""
    found = ((name, getattr(port, name, None)) for name in METHODS)
    return {name: method for name, method in found if callable(method) and getattr(method, "__module__", None) != "spec.port"}


class VariablesOfThisProcess:
    """The environment of this process, as far as it is set for a port."""

    def __init__(self) -> None:
        self._before: dict[bytes, bytes | None] = {}

    def set(self, name: str, value: EnvironmentValue) -> None:
        """Sets a variable, None unsets it."""
        key = os.fsencode(name)
        self._before.setdefault(key, os.environb.get(key))
        self._put(key, value.encode("utf-8") if isinstance(value, str) else value)

    def put_back(self) -> None:
        """Gives every variable that was set the value that it had before, or none."""
        for key, raw in self._before.items():
            self._put(key, raw)

    @staticmethod
    def _put(key: bytes, raw: bytes | None) -> None:
        if raw is None:
            os.environb.pop(key, None)
        else:
            os.environb[key] = raw


def lines_as_they_come(incoming: BufferedReader) -> Iterator[list[bytes]]:
    """The lines of an input, as many at a time as it holds without waiting. What follows the last line end is no line."""
    begun = bytearray()
    while piece := incoming.read1(LONGEST_READING):
        begun += piece
        if b"\n" in piece:
            *lines, begun = begun.split(b"\n")
            yield [bytes(line) for line in lines]


def serve(port: object, name: str, incoming: BufferedReader, outgoing: BinaryIO) -> None:
    """Answers every line of the input, in order, until it ends. Answers are held back only while there are more requests to read without waiting."""
    driver = Driver(port, name)
    for lines in lines_as_they_come(incoming):
        outgoing.write(b"".join([driver.answer(line) for line in lines]))
        outgoing.flush()


def serve_standard_streams(factory: Callable[[], object], name: str) -> None:
    """Serves one lifetime on standard input and output. What the port prints goes to standard error, out of the protocol's way."""
    incoming = os.fdopen(sys.stdin.fileno(), "rb", closefd=False)
    outgoing = os.fdopen(sys.stdout.fileno(), "wb", closefd=False)
    with incoming, outgoing, redirect_stdout(sys.stderr):
        serve(factory(), name, incoming, outgoing)


def factory_named(name: str) -> Callable[[], object]:
    """The factory that `pkg.mod:factory` names.

    Raises:
        LookupError: with a sentence on what is wrong, when there is none by that name.
    """
    module_name, colon, attribute = name.partition(":")
    if not (module_name and colon and attribute):
        raise LookupError(f"{name!r} names no factory: write the module, a colon, and the factory in it, as in pkg.mod:factory.")
    try:
        module = importlib.import_module(module_name)
    except ModuleNotFoundError as error:
        if error.name is None or not f"{module_name}.".startswith(f"{error.name}."):
            raise
        raise LookupError(f"there is no module {error.name!r} to import: it must be installed, or lie below the current directory.") from None
    factory: Callable[[], object] | None = getattr(module, attribute, None)
    if not callable(factory):
        raise LookupError(f"the module {module_name!r} has no {attribute!r} that can be called.")
    return factory


def made(factory: Callable[[], object], name: str) -> object:
    """What the factory makes; where it raises, where it did so and one sentence go to standard error, and the process ends."""
    try:
        return factory()
    except Exception as error:  # noqa: BLE001 - a factory may raise anything
        _end_with(error, f"{name} made no port, for it raised {type(error).__name__}: {error}")


def _end_with(error: Exception, sentence: str) -> NoReturn:
    """Ends the process with a traceback from the call that raised, and a sentence."""
    traceback.print_exception(error.with_traceback(error.__traceback__.tb_next if error.__traceback__ is not None else None))
    sys.exit(sentence)


def main() -> None:
    """Serves the port that the command line names."""
    parser = argparse.ArgumentParser(prog="python -m reference.driver", description="Serves a Python port on the wire, for one process lifetime.")
    parser.add_argument("factory", help="pkg.mod:factory, a callable without parameters that answers the port")
    name: str = parser.parse_args().factory
    try:
        with redirect_stdout(sys.stderr):
            factory = factory_named(name)
    except LookupError as error:
        parser.error(str(error))
    except Exception as error:  # noqa: BLE001 - a module may raise anything when it is imported
        _end_with(error, f"{name} cannot be imported, for its module raised {type(error).__name__}: {error}")
    serve_standard_streams(lambda: made(factory, name), name)


if __name__ == "__main__":
    main()
