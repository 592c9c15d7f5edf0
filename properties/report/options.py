"""The options of the door: their declaration for pytest, and what they come to once checked.

pytest learns an option from a `conftest.py` only after it has looked for one, and it looks beside whatever on the command line is a path: for
`--port-cmd ./driver` beside the driver. So this module is an entry point of the installed package as well (see `pyproject.toml`).
"""

from __future__ import annotations

import fnmatch
import math
import os
import random
import re
import shlex
import sys
from argparse import Namespace
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path
from typing import Any, Final, get_args

import pytest

from properties.cases.batch import Profile
from properties.harness.escape import shown
from properties.harness.limits import REQUEST_TIMEOUT_S
from properties.report.interrupt import leave_interrupts_to_pytest, mind_interrupts

ROOT: Final = Path(__file__).resolve().parent.parent.parent
"""The checkout."""

_SERVE: Final = "import runpy, sys; sys.path.insert(0, sys.argv.pop(1)); runpy.run_module('reference.driver', run_name='__main__', alter_sys=True)"
"""`python -m reference.driver` from wherever the user stands: the checkout is found first, then the user's modules."""

PROFILES: Final[tuple[Profile, ...]] = get_args(Profile)


def pytest_addoption(parser: pytest.Parser) -> None:
    """Declares the options of the door. It is the first thing of this project that pytest comes to."""
    mind_interrupts()
    group = parser.getgroup("metrale-conformance", "judging a port")
    for name, declared in OPTIONS.items():
        group.addoption(name, **declared)


@pytest.hookimpl(tryfirst=True)
def pytest_load_initial_conftests(early_config: pytest.Config, args: list[str]) -> None:
    """Has a run that names a port and nothing to collect collect the rules, wherever the user stands.

    Raises:
        pytest.UsageError: when the package was installed without its checkout, where the door is.
    """
    given = early_config.known_args_namespace
    if given.file_or_dir or (given.port_cmd is None and given.port_module is None):
        return
    if not (ROOT / "conftest.py").is_file():
        raise pytest.UsageError("The suite is run from its checkout; install it by pip install -e path/to/checkout.")
    args.append(str(ROOT))
    given.file_or_dir.append(args[-1])


def pytest_configure() -> None:
    """From here on pytest minds interrupts."""
    leave_interrupts_to_pytest()


OPTIONS: Final[Mapping[str, dict[str, Any]]] = {  # Any: what argparse takes
    "--port-cmd": {"metavar": "CMD", "help": "Judge the port that this command serves on its standard input and output."},
    "--port-module": {"metavar": "PKG.MOD:FACTORY", "help": "Judge the Python port that this factory makes, called once a lifetime."},
    "--prove": {"action": "store_true", "help": "Put the laws to the pure functions of --port-module as well (needs the extra proofs)."},
    "--profile": {"metavar": "|".join(PROFILES), "default": "ci", "help": "How much is asked (default: ci)."},
    "--rule": {"metavar": "GLOB", "action": "append", "default": [], "help": "Judge only by rules with such an id. May be given again."},
    "--require-all": {"action": "store_true", "help": "Fail if a rule is not implemented or not exercised."},
    "--known": {"metavar": "FILE", "help": "Rules known to be broken, an id a line: one that breaks is no failure, one that holds is."},
    "--request-timeout": {
        "metavar": "S",
        "default": f"{REQUEST_TIMEOUT_S:g}",
        "help": f"Seconds that a call is waited for (default: {REQUEST_TIMEOUT_S:g}).",
    },
    "--replay": {"metavar": "FILE", "help": "Put only the calls of this transcript to the port."},
    "--seed": {"metavar": "N", "help": "The seed of the deep profile, to repeat a run."},
    "--report-json": {"metavar": "F", "help": "Write the verdict to this file as JSON."},
    "--report-html": {"metavar": "F", "help": "Write the verdict to this file as a page of HTML."},
}


@dataclass(frozen=True, slots=True)
class Settings:
    """What the command line asked for. Paths are absolute; `command` is None where the reference is judged."""

    command: tuple[str, ...] | None
    port: str
    stands_in: str
    profile: Profile
    rules: tuple[str, ...]
    some_rules_only: bool
    known: tuple[str, ...]
    require_all: bool
    request_timeout: float
    prove: str | None
    """The factory whose pure functions the laws are put to, None where that was not asked for."""
    replay: str | None
    seed: int
    report_json: str | None
    report_html: str | None
    repeat: tuple[str, ...]
    """The command line that judges the same port again, without the rule and the transcript."""


def settings_of(given: Namespace, stands_in: Path, rules: Sequence[str]) -> Settings:
    """What the command line asks for, checked, for who stands in that folder.

    Raises:
        pytest.UsageError: with one sentence that says what to write instead.
    """
    command, port, named_port = _port(given.port_cmd, given.port_module)
    profile = next((one for one in PROFILES if one == given.profile), None)
    if profile is None:
        raise pytest.UsageError(f"--profile {given.profile} is none of {', '.join(PROFILES)}.")
    globs: list[str] = given.rule
    chosen = tuple(rule for rule in rules if not globs or any(fnmatch.fnmatchcase(rule, glob) for glob in globs))
    for glob in globs:
        if not fnmatch.filter(rules, glob):
            raise pytest.UsageError(f"--rule {glob} matches no rule; spec/README.md lists them.")
    replay = _path(stands_in, given.replay)
    if replay is not None and not Path(replay).is_file():
        raise pytest.UsageError(f"--replay {replay} is no file.")
    timeout = _timeout(given.request_timeout)
    place = [] if stands_in == ROOT else [os.path.relpath(ROOT, stands_in) if ROOT.is_relative_to(stands_in) else str(ROOT)]
    options = named_port + ([f"--request-timeout={given.request_timeout}"] if timeout != REQUEST_TIMEOUT_S else [])
    return Settings(
        command,
        port,
        str(stands_in),
        profile,
        chosen,
        bool(globs),
        _known(_path(stands_in, given.known), rules),
        given.require_all,
        timeout,
        _proved(given.prove, given.port_module),
        replay,
        _seed(given.seed, profile),
        _writable("--report-json", _path(stands_in, given.report_json)),
        _writable("--report-html", _path(stands_in, given.report_html)),
        (*_as_called(), *place, *options),
    )


def _as_called() -> tuple[str, ...]:
    """How pytest was started: a bare `pytest` may be another Python's."""
    called = Path(sys.argv[0])
    return (sys.argv[0],) if called.name in ("pytest", "py.test") else (sys.executable, "-m", "pytest")


def _port(command: str | None, module: str | None) -> tuple[tuple[str, ...] | None, str, list[str]]:
    """The command that serves the port, how the port is named to the reader, and how it is named on the command line."""
    if command is not None and module is not None:
        raise pytest.UsageError("--port-cmd and --port-module name two ports; give one of them.")
    if command is not None:
        try:
            words = tuple(shlex.split(command))
        except ValueError as error:
            raise pytest.UsageError(f"--port-cmd {command!r} cannot be split into words as a shell would: {error}.") from None
        if not words:
            raise pytest.UsageError("--port-cmd is empty; give the command that starts the driver.")
        return words, command, ["--port-cmd", command]
    if module is not None:
        name, colon, factory = module.partition(":")
        if not colon or not all(part.isidentifier() for part in (*name.split("."), *factory.split("."))):
            raise pytest.UsageError(f"--port-module {module} is not of the form pkg.mod:factory.")
        return (sys.executable, "-c", _SERVE, str(ROOT), module), module, ["--port-module", module]
    return None, "the reference", []


def _proved(prove: bool, module: str | None) -> str | None:
    if not prove:
        return None
    if module is None:
        raise pytest.UsageError(
            "--prove needs --port-module: laws are put to functions in Python (to the reference: see properties/contracts/README.md)."
        )
    if find_spec("crosshair") is None:
        raise pytest.UsageError(f"--prove needs the prover, which is not installed: pip install -e '{ROOT}[proofs]'.")
    return module


def _timeout(text: str) -> float:
    try:
        seconds = float(text)
    except ValueError:
        seconds = math.nan
    if not 0 < seconds < math.inf:
        raise pytest.UsageError(f"--request-timeout {text} is no number of seconds above 0.")
    return seconds


def _seed(text: str | None, profile: Profile) -> int:
    if text is None:
        return random.SystemRandom().randrange(1, 2**32) if profile == "deep" else 0
    if profile != "deep":
        raise pytest.UsageError("--seed is for --profile deep; the other profiles draw nothing that it could change.")
    if re.fullmatch("[0-9]{1,20}", text) is None:
        raise pytest.UsageError(f"--seed {shown(text)} is no whole number of up to 20 digits.")
    return int(text)


def _path(stands_in: Path, given: str | None) -> str | None:
    return None if given is None else str(stands_in / given)


def _writable(option: str, path: str | None) -> str | None:
    """The path, once it was seen that a file can be written there, which is then as it was: after a long run it would be told too late."""
    if path is not None:
        file = Path(path)
        new = not file.exists()
        try:
            file.open("a", encoding="utf-8").close()
            if new:
                file.unlink()
        except OSError as error:
            raise pytest.UsageError(f"{option} {path} cannot be written: {error.strerror}.") from None
    return path


def _known(path: str | None, rules: Iterable[str]) -> tuple[str, ...]:
    """The ids that a file lists, one a line, a comment behind #."""
    if path is None:
        return ()
    try:
        lines = Path(path).read_text(encoding="utf-8").splitlines()
    except OSError as error:
        raise pytest.UsageError(f"--known {path} cannot be read: {error.strerror}.") from None
    except UnicodeDecodeError:
        raise pytest.UsageError(f"--known {path} is no text in UTF-8.") from None
    listed = tuple(word for line in lines if (word := line.partition("#")[0].strip()))
    for word in listed:
        if word not in rules:
            raise pytest.UsageError(f"--known {path} lists {word!r}, which is no rule; spec/README.md lists them.")
    return listed
