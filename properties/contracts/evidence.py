"""What is known of each rule, and how: `spec/assurance.json` as data, the levels that follow from it, and the index that shows them.

The file is written by `assurance.py`, which runs what it records. Here it is read and held against the sources, which takes no prover and no time.
"""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Final, Literal, TypeAlias, TypeVar, get_args

from properties.pages import spec_pages

ROOT: Final = Path(__file__).resolve().parent.parent.parent
FILE: Final = ROOT / "spec" / "assurance.json"
INDEX: Final = ROOT / "spec" / "README.md"
SOURCES: Final = (
    "reference/*.py",
    "properties/rules/*.py",
    "properties/contracts/laws/*.py",
    *(f"properties/contracts/{name}.py" for name in ("canaries", "changed", "check", "exhaustive", "kept", "known_false", "law", "subject")),
    "properties/cases/operations.py",
    "properties/judge.py",
    "properties/transcript.py",
    "spec/port.py",
)
"""What a proof rests on: the laws and what they are put to with, the rules that they are made of, and the reference."""
NOT_PUT_TO_LAWS: Final = ("reference/__main__.py", "reference/driver.py")
"""How the reference is served; no law is about that."""

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
    """The SHA-256 of every source that a proof rests on, as it is now."""
    files = sorted({path for pattern in SOURCES for path in ROOT.glob(pattern)})
    names = ((path.relative_to(ROOT).as_posix(), path) for path in files)
    return {name: hashlib.sha256(path.read_bytes()).hexdigest() for name, path in names if name not in NOT_PUT_TO_LAWS}


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
