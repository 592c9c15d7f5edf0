"""What a mutant is: the reference with a few lines of one function changed, named by those lines; and how it is loaded as a port.

A mutant is loaded from its text beside the reference that the rest of the process has, and no file is touched. Which mutants there are is told in
`operators.py`, what comes of one in `judging.py`.
"""

from __future__ import annotations

import ast
import importlib
import sys
import textwrap
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import cache
from importlib.abc import MetaPathFinder
from importlib.machinery import ModuleSpec, SourceFileLoader
from importlib.util import spec_from_file_location
from itertools import takewhile
from pathlib import Path
from types import CodeType, ModuleType
from typing import Final

import reference
from reference import Process

FOLDER: Final = Path(reference.__file__).parent
PACKAGE: Final = reference.__name__

MODULES: Final = (
    "admission",
    "environment",
    "lifetime",
    "ring_decision",
    "ring_fit",
    "ring_parse",
    "ring_publish",
    "serve",
    "shape_log",
    "switches",
    "truth",
)
"""The modules of the reference that do what the rules say. The others serve it on the wire, let calls race, and say what it is called."""


@dataclass(frozen=True, slots=True)
class Mutant:
    """A module of the reference in which the lines `before` of `function` are `after`.

    `function` is a qualified name, empty outside of functions; `nth` tells places of one function with the same lines apart. The lines are without
    the indentation that they share. `change` says what was changed, in words, and tells no mutants apart.
    """

    module: str
    function: str
    before: str
    after: str
    nth: int = 0
    change: str = field(default="", compare=False)


@cache
def text_of(module: str) -> str:
    """The text of a module of the reference."""
    return (FOLDER / f"{module}.py").read_text(encoding="utf-8")


@cache
def bodies(module: str) -> tuple[tuple[str, range], ...]:
    """The functions of a module by qualified name, outer ones first, with the numbers of the lines of their bodies, from 0.

    Comments above its first statement belong to a body.
    """
    lines = text_of(module).splitlines()
    found: list[tuple[str, range]] = []

    def look_into(node: ast.AST, within: str) -> None:
        for child in ast.iter_child_nodes(node):
            if isinstance(child, ast.FunctionDef):
                start = child.body[0].lineno - 1
                start -= sum(1 for _ in takewhile(is_no_code, lines[start - 1 :: -1]))
                found.append((within + child.name, range(start, child.end_lineno or child.lineno)))
                look_into(child, f"{within}{child.name}.<locals>.")
            elif isinstance(child, ast.ClassDef):
                look_into(child, f"{within}{child.name}.")

    look_into(ast.parse(text_of(module)), "")
    return tuple(found)


def is_no_code(line: str) -> bool:
    """Whether a line is a comment or blank."""
    return line.strip() == "" or line.lstrip().startswith("#")


def function_at(module: str, lines: range) -> str:
    """The innermost function whose body holds these lines; empty where none does."""
    around = [name for name, body in bodies(module) if lines.start in body and lines.stop <= body.stop]
    return around[-1] if around else ""


def indentation(lines: Sequence[str]) -> str:
    """The blanks that lines begin with, all of them."""
    return min(("".join(takewhile(str.isspace, line)) for line in lines if line.strip()), key=len, default="")


def places(mutant: Mutant) -> list[range]:
    """The numbers of the lines, from 0, wherever in the mutant's function its lines stand."""
    lines = text_of(mutant.module).splitlines()
    length = len(mutant.before.splitlines())
    starts = (range(at, at + length) for at in range(len(lines) - length + 1))
    return [
        place
        for place in starts
        if textwrap.dedent("\n".join(lines[place.start : place.stop])) == mutant.before and function_at(mutant.module, place) == mutant.function
    ]


def place_of(mutant: Mutant) -> range:
    """The numbers of the mutated lines, from 0.

    Raises:
        LookupError: where the reference has no such lines.
    """
    found = places(mutant) if mutant.module in MODULES else []
    if mutant.nth >= len(found):
        raise LookupError(f"reference/{mutant.module}.py has no such lines in {mutant.function or 'the module itself'}: {mutant.before}")
    return found[mutant.nth]


def mutated_text(mutant: Mutant) -> str:
    """The text of the mutated module. Raises LookupError as `place_of` does."""
    place = place_of(mutant)
    lines = text_of(mutant.module).splitlines()
    indented = textwrap.indent(mutant.after, indentation(lines[place.start : place.stop]))
    return "\n".join((*lines[: place.start], *indented.splitlines(), *lines[place.stop :])) + "\n"


def mutant_between(module: str, after: str, change: str) -> Mutant:
    """The mutant that makes a module's text into another text, by the fewest whole lines."""
    old, new = text_of(module).splitlines(), after.splitlines()
    start = sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], zip(old, new, strict=False)))
    rest = min(len(old), len(new)) - start
    end = sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], zip(old[::-1][:rest], new[::-1][:rest], strict=False)))
    place = range(start, len(old) - end)
    shared = len(indentation((*old[place.start : place.stop], *new[start : len(new) - end])))
    before, became = ("\n".join(line[shared:] for line in lines[start : len(lines) - end]) for lines in (old, new))
    found = Mutant(module, function_at(module, place), before, became, change=change)
    return Mutant(module, found.function, before, became, places(found).index(place), change)


class _Loader(SourceFileLoader):
    """Loads a module from a text, whatever its file says."""

    def __init__(self, name: str, path: str, text: str) -> None:
        super().__init__(name, path)
        self._text = text

    def get_code(self, fullname: str) -> CodeType:
        del fullname  # there is one module
        return compile(self._text, self.path, "exec", dont_inherit=True)


class _Finder(MetaPathFinder):
    """Finds one module of the reference in a text."""

    def __init__(self, module: str, text: str) -> None:
        self._name = f"{PACKAGE}.{module}"
        self._path = str(FOLDER / f"{module}.py")
        self._text = text

    def find_spec(self, fullname: str, path: Sequence[str] | None, target: ModuleType | None = None) -> ModuleSpec | None:
        del path, target  # the name tells it
        if fullname != self._name:
            return None
        return spec_from_file_location(fullname, self._path, loader=_Loader(fullname, self._path, self._text))


def load(mutant: Mutant) -> Callable[[], Process]:
    """What makes ports of a mutant, from modules of their own. Raises whatever the mutated module raises when it is run."""
    finder = _Finder(mutant.module, mutated_text(mutant))
    right = _without_reference()
    sys.meta_path.insert(0, finder)
    try:
        port: Callable[[], Process] = importlib.import_module(PACKAGE).Process
        return port
    finally:
        sys.meta_path.remove(finder)
        _without_reference()
        sys.modules.update(right)


def _without_reference() -> dict[str, ModuleType]:
    """Takes the modules of the reference out of those that are imported, and answers them."""
    names = [name for name in sys.modules if name.partition(".")[0] == PACKAGE]
    return {name: sys.modules.pop(name) for name in names}
