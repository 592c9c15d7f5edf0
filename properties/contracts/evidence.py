"""What is known of each rule, and how: `spec/assurance.json` as data, the levels that follow from it, and the index that shows them.

The file is written by `assurance.py`, which runs what it records. Here it is read and held against the sources, which takes no prover and no time.
"""

from __future__ import annotations

import ast
import hashlib
import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Final, Literal, TypeAlias, TypeVar, get_args

from properties.pages import spec_pages

ROOT: Final = Path(__file__).resolve().parent.parent.parent
FILE: Final = ROOT / "spec" / "assurance.json"
INDEX: Final = ROOT / "spec" / "README.md"
SHOWN_BY: Final = ("laws/*", "canaries", "changed", "check", "exhaustive", "known_false", "law")
"""Modules of this folder: what shows the laws and the sweeps. What is shown rests on them and on all that they import, down to the reference."""

OnReference: TypeAlias = Literal["sampled", "bounded", "exhaustive", "proved"]
OnPort: TypeAlias = Literal["sampled", "lattice", "bounded", "exhaustive"]
"""Levels of assurance, the weakest first."""

Level = TypeVar("Level", OnReference, OnPort)


@dataclass(frozen=True, slots=True)
class Shown:
    """What one law or one sweep showed: of these rules, at this level, as far as `reach` says; `how` is the law's id or the sweep's name."""

    how: str
    rules: tuple[str, ...]
    level: OnReference
    reach: str


@dataclass(frozen=True, slots=True)
class Assurance:
    """What the job showed: with what, of which sources, and for each rule how a port is held to it."""

    versions: Mapping[str, str]
    sources: Mapping[str, str]
    shown: tuple[Shown, ...]
    ports: Mapping[str, OnPort]

    def of_reference(self, rule: str) -> tuple[OnReference, str]:
        """How sure it is that the reference keeps a rule, and how far that reaches: the best that was shown, by one law or sweep or by several."""
        found = [one for one in self.shown if rule in one.rules]
        level: OnReference = max((one.level for one in found), key=get_args(OnReference).index, default="sampled")
        return level, "; ".join(dict.fromkeys(one.reach for one in found if one.level == level and one.reach))


def write(assurance: Assurance) -> None:
    """Writes the file, and the index into the README."""
    FILE.write_text(json.dumps(asdict(assurance), indent=1, sort_keys=True, ensure_ascii=False) + "\n", encoding="utf-8")
    INDEX.write_text(with_index(INDEX.read_text(encoding="utf-8"), index(assurance)), encoding="utf-8")


def read() -> Assurance:
    """Reads the file.

    Raises:
        FileNotFoundError: when the job has never been run.
    """
    data = json.loads(FILE.read_text(encoding="utf-8"))
    shown = tuple(Shown(one["how"], tuple(one["rules"]), one["level"], one["reach"]) for one in data["shown"])
    return Assurance(data["versions"], data["sources"], shown, data["ports"])


def hashes() -> dict[str, str]:
    """The SHA-256 of every source that what is shown rests on, as it is now."""
    found: dict[str, str] = {}
    waiting = [path for name in SHOWN_BY for path in (ROOT / "properties" / "contracts").glob(f"{name}.py")]
    while waiting:
        path = waiting.pop()
        name = path.relative_to(ROOT).as_posix()
        if name not in found:
            source = path.read_bytes()
            found[name] = hashlib.sha256(source).hexdigest()
            waiting.extend(_imported(source))
    return found


def _imported(source: bytes) -> Iterator[Path]:
    """The project's modules that a source imports, wherever in it."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.ImportFrom) and node.module is not None:
            names = [node.module, *(f"{node.module}.{one.name}" for one in node.names)]
        elif isinstance(node, ast.Import):
            names = [one.name for one in node.names]
        else:
            continue
        for name in names:
            place = ROOT.joinpath(*name.split("."))
            yield from (path for path in (place.with_suffix(".py"), place / "__init__.py") if path.is_file())


def stale(assurance: Assurance) -> list[str]:
    """Sentences on what has changed since the job was run; none where its word still stands."""
    now = hashes()
    changed = sorted(name for name in {*now, *assurance.sources} if now.get(name) != assurance.sources.get(name))
    return [f"{name} has changed since `python -m properties.contracts.assurance` was run." for name in changed]


def index(assurance: Assurance) -> str:
    """The table of all rules by page, as it stands in the README of the spec."""
    lines = ["| rule | on the reference | on a port |", "|---|---|---|"]
    for page in spec_pages():
        for rule in (one for one in page.rules if not one.withdrawn):
            level, reach = assurance.of_reference(rule.id)
            anchor = re.sub(r"[^a-z0-9-]", "", rule.id)
            shown = f"{level}: {reach}" if reach else level
            lines.append(f"| [{rule.id}]({page.file}#{anchor}) | {shown} | {assurance.ports[rule.id]} |")
    return "\n".join(lines)


BEGIN: Final = "<!-- index: generated -->"
END: Final = "<!-- /index -->"


def with_index(readme: str, table: str) -> str:
    """The README with this table between its markers."""
    before, begin, rest = readme.partition(BEGIN)
    _, end, after = rest.partition(END)
    if not (begin and end):
        raise LookupError(f"spec/README.md has no {BEGIN} followed by {END}")
    return f"{before}{begin}\n{table}\n{end}{after}"
