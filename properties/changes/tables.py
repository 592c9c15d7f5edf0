"""The tables that follow from `spec/port.py`: those of `spec/README.md` are written from it, those of the pages are compared with it.

`python -m properties.changes --write` writes the former. What a table of examples states is held to the reference elsewhere.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import fields
from itertools import groupby
from pathlib import Path
from types import NoneType
from typing import Final, Literal, get_args, get_type_hints

from properties.pages import SPEC, Page
from spec import port
from spec.port import AFRESH, SWITCHES, U32, Decision, Depth, LogRecord, ParseError, Port, Served, ServeFlags, Word
from spec.wire import METHODS

README: Final = SPEC / "README.md"
VALUES: Final = (Depth, ParseError, Decision, LogRecord, ServeFlags, Served)
NOTES: Final = {("ParseError", "kind"): ", only where the text holds neither of these words", ("LogRecord", "level"): ", in lower case"}
"""What the declaration of a member does not say."""

GENERATED: Final = re.compile(r"(<!-- from port\.py: (\w+) -->\n).*?(<!-- /from port\.py -->\n)", re.DOTALL)
_CALL: Final = re.compile(r"(\w+)\(([a-z_]+(?:, [a-z_]+)*)\)")


def written(readme: str, pages: Iterable[Page]) -> str:
    """The README with its tables as `spec/port.py` has them."""
    homes = homes_of(pages)
    tables = {"values": values(), **{group: calls(group, homes) for group in ("pure", "process", "serve")}}
    return GENERATED.sub(lambda found: f"{found[1]}\n{tables[found[2]]}\n{found[3]}", readme)


def table_faults(pages: Sequence[Page], readme: str) -> Iterator[str]:
    """Where a table says otherwise than `spec/port.py`, or a page writes a call with other parameters: a sentence each."""
    if written(readme, pages) != readme:
        yield "spec/README.md: its tables are not what spec/port.py declares; run python -m properties.changes --write."
    for page in pages:
        yield from _levers(page)
        yield from _parameters(page)


def write(path: Path, pages: Sequence[Page]) -> None:
    """Writes the tables of the README anew."""
    path.write_text(written(path.read_text(encoding="utf-8"), pages), encoding="utf-8")


def values() -> str:
    """A row for each type with members."""
    rows = ["| value with members | members, in order |", "|---|---|"]
    for value in VALUES:
        hints = get_type_hints(value, include_extras=True)
        members = (f"`{one.name}`: {phrase(hints[one.name])}{NOTES.get((value.__name__, one.name), '')}" for one in fields(value))
        rows.append(f"| `{value.__name__}` | {'; '.join(members)} |")
    rows.append("| `Call` | `method`: the name of a method; its arguments |")
    rows.append("| `Hello` | `port`, `version`, `spec`: texts; `word_bits`: 64 or 32; `methods`: names of methods |")
    return "\n".join((*rows, ""))


def calls(group: str, homes: dict[str, str]) -> str:
    """A row for each method of a group: arguments and answer, and the page that shows it most."""
    rows = ["| method | arguments | answer | page |", "|---|---|---|---|"]
    for name, method in METHODS.items():
        if method.group == group:
            hints = get_type_hints(getattr(Port, name), include_extras=True)
            home = homes.get(name)
            page = f"[{home}]({home}.md)" if home is not None else ""
            rows.append(f"| `{name}` | {arguments(hints)} | {phrase(hints['return'])} | {page} |")
    return "\n".join((*rows, ""))


def arguments(hints: dict[str, object]) -> str:
    """The parameters with their kinds, those of one kind together."""
    named = [(name, phrase(hint)) for name, hint in hints.items() if name != "return"]
    together = []
    for kind, group in groupby(named, key=lambda one: one[1]):
        names = [name for name, _ in group]
        together.append(f"{', '.join(f'`{name}`' for name in names)}: {kind}{'s' if len(names) > 1 and kind != 'u32' else ''}")
    return "; ".join(together) or "none"


def phrase(hint: object) -> str:
    """A kind of value in words."""
    inside = get_args(hint)
    for kind, words in ((Word, "word"), (U32, "u32"), (bool, "boolean"), (str, "text"), (tuple[Word, ...], "words")):
        if hint == kind:
            return words
    if hint == tuple[LogRecord, ...]:
        return "`LogRecord`s"
    if NoneType in inside:
        rest = [one for one in inside if one is not NoneType]
        return f"optional {phrase(rest[0])}" if getattr(rest[0], "__origin__", None) is not Literal else phrase(rest[0])
    if getattr(hint, "__origin__", None) is Literal:
        return " or ".join(f"`{one}`" for one in inside)
    if inside:
        return " or ".join(map(phrase, inside))
    return f"`{getattr(hint, '__name__', hint)}`"


def homes_of(pages: Iterable[Page]) -> dict[str, str]:
    """For each method the page whose examples ask it most."""
    asked: dict[str, Counter[str]] = {}
    for page in pages:
        for rule in page.rules:
            for step in (step for example in rule.examples for step in example.steps):
                asked.setdefault(step.call.method, Counter())[page.file.removesuffix(".md")] += 1
    switch_calls = {name for switch in SWITCHES for name in (switch.setter, switch.getter)}
    return {method: "switches" if method in switch_calls else max(sorted(counts), key=counts.__getitem__) for method, counts in asked.items()}


def _levers(page: Page) -> Iterator[str]:
    """The table of levers, which has a row for each switch and for each variable that is read afresh."""
    for line, (head, *rows) in page.tables:
        if head[:5] == ["lever", "flag", "variable", "setter", "getter"]:
            declared = [" | ".join((one.name.lower(), one.flag, one.variable, one.setter, one.getter)) for one in SWITCHES]
            declared += [" | ".join((_name_of(variable), "none", variable, "none", "none")) for variable in AFRESH]
            drawn = [" | ".join((row[0].lower(), *row[1:5])) for row in rows]
            for lever in declared:
                if lever not in drawn:
                    yield f"spec/{page.file}:{line}: the table of levers has no row {lever}, which spec/port.py declares; write it."
            for lever in drawn:
                if lever not in declared:
                    yield f"spec/{page.file}:{line}: the table of levers has the row {lever}, and spec/port.py declares no such lever."


def _name_of(variable: str) -> str:
    """What a lever without a switch is called, after its variable's name in `spec/port.py`."""
    return next(name.removesuffix("_VARIABLE").lower() for name, value in vars(port).items() if value == variable and name.endswith("_VARIABLE"))


def _parameters(page: Page) -> Iterator[str]:
    """The calls that a page writes with their parameters' names."""
    for line, span in page.spans:
        found = _CALL.fullmatch(span)
        if found is not None and found[1] in METHODS and tuple(found[2].split(", ")) != METHODS[found[1]].parameters:
            yield f"spec/{page.file}:{line}: {span} is written, and spec/port.py declares {found[1]}({', '.join(METHODS[found[1]].parameters)})."
