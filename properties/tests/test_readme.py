"""The README's promises that can be tried here: its driver passes as it stands, fails when it is broken as it says, and its options are the door's.

That its commands work in a fresh checkout is shown by `.ci/run`, which runs one of them word for word.
"""

from __future__ import annotations

import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

from properties.report.options import OPTIONS
from properties.report.verdict import Exit, Status
from properties.tests.test_door import command, environment

ROOT = Path(__file__).parents[2]
README = (ROOT / "README.md").read_text(encoding="utf-8")


def blocks(language: str) -> list[str]:
    """The fenced blocks in a language."""
    return re.findall(rf"^```{language}\n(.*?)^```$", README, re.MULTILINE | re.DOTALL)


def judged(folder: Path, driver: str) -> subprocess.CompletedProcess[str]:
    """A run of the smoke profile on a driver, saved as the README says."""
    (folder / "my_driver.py").write_text(driver)
    port = shlex.join([sys.executable, "my_driver.py"])
    words = command("--port-cmd", port, "--profile", "smoke", "-k", "lattice or truth-switch")
    return subprocess.run(words, capture_output=True, text=True, timeout=60, check=False, cwd=folder, env=environment())


def test_the_driver_passes_as_it_stands(tmp_path: Path) -> None:
    """Nothing that it offers is broken, and the functions' rules hold."""
    (driver,) = blocks("python")
    ended = judged(tmp_path, driver)
    assert ended.returncode == 0
    assert " 0 broken" in ended.stdout
    for rule in ("ladder", "largest-fitting", "saturating", "none-fits", "monotone"):
        assert re.search(rf"^ .*\b{rule} \d", ended.stdout, re.MULTILINE), rule


def test_the_driver_fails_when_it_is_broken_as_the_readme_says(tmp_path: Path) -> None:
    """With `<` for the last `<=` the rules of the fit are named."""
    (driver,) = blocks("python")
    before, _, behind = driver.rpartition("<=")
    ended = judged(tmp_path, f"{before}<{behind}")
    assert ended.returncode == 1
    assert re.findall(r"^(\S+) +broken, ", ended.stdout, re.MULTILINE) == ["ring-fit/largest-fitting"]
    assert "right: " in ended.stdout


def test_the_first_three_sentences_say_what_it_is() -> None:
    """Then come the two commands, a line each."""
    introduction = README.split("\n\n")[1]
    assert len(re.findall(r"[.](?:\s|$)", introduction)) == 3
    first, second, *_ = blocks("sh")
    assert first.count("\n") == second.count("\n") == 1
    assert "--port-cmd 'python3 ports/python/driver.py'" in first
    assert second.rstrip().endswith(".venv/bin/pytest -n 2")


@pytest.mark.parametrize("option", OPTIONS)
def test_every_option_is_in_the_table(option: str) -> None:
    """With what it does."""
    assert re.search(rf"^\| .*`{option}\b", README, re.MULTILINE)


def test_every_exit_status_and_every_status_of_a_rule_is_told() -> None:
    """So that a program may rely on them."""
    assert re.findall(r"^\| (\d) \|", README, re.MULTILINE) == [str(int(one)) for one in Exit]
    assert [one for one in Status if f"`{one.value}`" not in README] == []
