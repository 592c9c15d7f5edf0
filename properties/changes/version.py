"""Whether changelog and version follow what became of the rules, and which texts still name another version of the spec.

What became of them is found in `differences.py`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Final

from properties.changes.differences import Difference, Step

ROOT: Final = Path(__file__).parents[2]

MEANS: Final = {
    Step.MAJOR: "a port that was right may be wrong now",
    Step.MINOR: "a rule is judged, or no longer judged, that was not so before",
    Step.PATCH: "the same answers are right, told in other words",
}

_VERSION = re.compile(r"(0|[1-9]\d*)\.(0|[1-9]\d*)\.(0|[1-9]\d*)")
_NAMES_SPEC = re.compile(r"spec.{0,24}?[`\"'](\d+\.\d+)[`\"']", re.IGNORECASE)


def unlogged(changelog: str, released: str, found: Sequence[Difference]) -> Iterator[str]:
    """The rules that differ from the release and that the changelog does not name above it."""
    above, heading, _ = changelog.partition(f"\n## [{released}]")
    if not heading:
        yield f"CHANGELOG.md: there is no heading ## [{released}], the version that spec/released.json records; put it back."
        return
    for one in found:
        if f"`{one.rule}`" not in above:
            what = f"`{one.rule}` is {one.what} since {released}, and no line above ## [{released}] names it"
            yield f"CHANGELOG.md: {what}; say there what that means for a port."


def unstepped(version: str, released: str, found: Sequence[Difference]) -> Iterator[str]:
    """A version that does not step as far as the differences call for."""
    if _VERSION.fullmatch(version) is None:
        yield f'spec/port.py: VERSION is {version!r}, which is no version; write three numbers, such as "{released}".'
        return
    if not found:
        return
    step = max(one.step for one in found)
    least = stepped(released, step)
    if numbers(version) < numbers(least):
        first, *others = (f"{one.rule} is {one.what}" for one in found if one.step is step)
        why = f"{first}, and {len(others)} more" if others else first
        yield f'spec/port.py: VERSION is {version}, and {MEANS[step]} ({why}); write at least VERSION = "{least}".'


def stepped(version: str, step: Step) -> str:
    """The version that a step leads to. Before 1.0.0 a step of MAJOR is one of MINOR: nothing is promised yet."""
    major, minor, patch = numbers(version)
    if step is Step.MAJOR and major > 0:
        return f"{major + 1}.0.0"
    return f"{major}.{minor}.{patch + 1}" if step is Step.PATCH else f"{major}.{minor + 1}.0"


def numbers(version: str) -> tuple[int, int, int]:
    """MAJOR, MINOR and PATCH, to be compared."""
    major, minor, patch = map(int, version.split("."))
    return major, minor, patch


def texts() -> dict[str, str]:
    """The texts that name the version of the spec, by their path in the checkout: what a driver's author copies, and the drivers in ports/."""
    paths = [ROOT / "README.md", ROOT / "spec" / "wire.md", *sorted((ROOT / "ports").rglob("*"))]
    return {str(path.relative_to(ROOT)): text for path in paths if path.is_file() and (text := _read(path)) is not None}


def _read(path: Path) -> str | None:
    if {"target", "node_modules", "__pycache__"} & set(path.parts):
        return None
    try:
        return path.read_text(encoding="utf-8")
    except UnicodeDecodeError:
        return None


def outdated(named_in: Mapping[str, str], spec_version: str) -> Iterator[str]:
    """Every line that names another version of the spec than this one."""
    for path, text in named_in.items():
        for number, line in enumerate(text.splitlines(), start=1):
            for named in _NAMES_SPEC.findall(line):
                if named != spec_version:
                    is_port = path.startswith(("ports/", "README.md"))  # the first driver of the README keeps rules too
                    do = "have it keep the rules as they are now, then write" if is_port else "write"
                    yield f"{path}:{number}: this names version {named} of the spec, which is {spec_version} now; {do} {spec_version}."
