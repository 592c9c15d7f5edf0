"""The door as its users meet it: pytest in a process of its own, its exit status, what it prints, and what it writes."""

from __future__ import annotations

import json
import os
import re
import shlex
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from importlib.metadata import entry_points
from pathlib import Path
from typing import Any, TypeAlias

import psutil
import pytest

from properties.harness.guardian import VARIABLE

ROOT = Path(__file__).parents[2]
PATIENCE_S = 60
DRIVER = Path(__file__).parent / "wrong_driver.py"
MISBEHAVING = Path(__file__).parent / "misbehaving" / "driver.py"
FIT = ("--profile", "smoke", "-k", "ring-fit-chains")
"""A run of one small batch, which bears on the five rules of the fit."""


RAISING_RULE = """
def pytest_collection_finish():
    from properties.rules.rule import call_rule

    @call_rule("ring-fit/ladder", "decode_ring_fit_ladder")
    def raises():
        raise RuntimeError("this predicate raises")
"""


GONE_S = 30.0

INTERRUPTS = """
import os, signal

def pytest_plugin_registered(plugin):
    if str(getattr(plugin, "__file__", "")).endswith("conftest.py"):
        os.kill(os.getpid(), signal.SIGINT)
"""


def command(*args: str) -> list[str]:
    """The command line of a run from elsewhere."""
    return [sys.executable, "-m", "pytest", "-p", "no:cacheprovider", str(ROOT), *args]


def driver(mode: str) -> tuple[str, str]:
    """The options that judge the wrong driver in this mode; `right` is none of its modes."""
    return "--port-cmd", shlex.join([sys.executable, "-I", "-S", str(DRIVER), mode])


def environment() -> dict[str, str]:
    """The environment of this process without what pytest and pytest-xdist leave in it."""
    return {name: value for name, value in os.environ.items() if not name.startswith("PYTEST_")}


Door: TypeAlias = Callable[..., "subprocess.CompletedProcess[str]"]


@pytest.fixture
def door(tmp_path: Path) -> Door:
    """Runs pytest on the checkout, from an empty folder."""
    return lambda *args: run(tmp_path, command(*args))


def run(folder: Path, words: list[str], **variables: str) -> subprocess.CompletedProcess[str]:
    """Runs a command in a folder to its end, with these variables beside those of this process."""
    return subprocess.run(words, capture_output=True, text=True, timeout=PATIENCE_S, check=False, cwd=folder, env={**environment(), **variables})


def as_installed() -> list[str]:
    """The words that make pytest load what the installed package's entry point does, none where it is installed."""
    installed = any(point.name == "metrale-conformance" for point in entry_points(group="pytest11"))
    return [] if installed else ["-p", "properties.report.options"]


def json_report(door: Door, tmp_path: Path, *args: str) -> tuple[int, dict[str, Any]]:  # Any: the report is the subject here, as JSON
    """The exit status of a run, and its report."""
    status = door(*args, "--report-json", "report.json").returncode
    return status, json.loads((tmp_path / "report.json").read_text())


def statuses(report: dict[str, Any]) -> dict[str, str]:
    """The status of each rule in a report."""
    return {rule["id"]: rule["status"] for rule in report["rules"]}


# Statuses and verdict


def test_a_port_that_keeps_its_rules_exits_with_0(door: Door) -> None:
    """Those that were not exercised are said to be so, and the project's own tests are left out."""
    ended = door(*driver("right"), *FIT)
    assert ended.returncode == 0
    assert " rules: 5 hold, 0 broken" in ended.stdout
    assert re.search(r"^truth/switch +not exercised$", ended.stdout, re.MULTILINE)
    assert "test_door" not in ended.stdout
    assert ended.stderr == ""


def test_a_broken_rule_exits_with_1_and_names_exactly_what_is_broken(door: Door) -> None:
    """The transcript is short, shows both answers, and is repeated by the command that is printed."""
    ended = door(*driver("strict"), *FIT)
    assert ended.returncode == 1
    broken = re.findall(r"^(\S+) +broken, \d", ended.stdout, re.MULTILINE)
    assert broken == ["ring-fit/largest-fitting"]
    assert re.search(r"^ring-fit/saturating +in doubt until the broken rules hold", ended.stdout, re.MULTILINE)
    assert re.search(r"^    fit_decode_ring_slots\(1, 0, 0, 0\)  -> 0    right: 1$", ended.stdout, re.MULTILINE)
    assert "wrong answer, 1 call to a new process" in ended.stdout
    assert not re.search("Traceback|FAILURES|FAILED", ended.stdout)  # the batches are no tests that pytest tells of
    assert re.search(r"^  lattice\[ring-fit-chains\] +1 lifetimes .* BROKEN: ring-fit/largest-fitting$", ended.stdout, re.MULTILINE)

    again = re.findall(r"^  See it again: .*pytest (.*)$", ended.stdout, re.MULTILINE)
    assert len(again) == 1
    arguments = shlex.split(again[0])
    assert arguments[0] == str(ROOT)
    repeated = door(*arguments[1:])
    assert repeated.returncode == 1
    assert "1 rule: 0 hold, 1 broken" in repeated.stdout
    assert "on 1 call in 1 lifetime." in repeated.stdout

    file = arguments[arguments.index("--replay") + 1]
    by_all_rules = door(*driver("strict"), "--replay", file)
    assert by_all_rules.returncode == 1
    assert not re.search(r"^\S+ +not exercised", by_all_rules.stdout, re.MULTILINE)  # of all but a few that goes without saying
    assert re.search(r"1 broken, .*\d not exercised", by_all_rules.stdout)


def test_a_crash_is_told_with_its_signal_and_hides_no_other_verdict(door: Door, tmp_path: Path) -> None:
    """The calls behind it in the same lifetime are put again."""
    status, report = json_report(door, tmp_path, *driver("crash"), "--profile", "smoke", "-k", "lattice and ring-fit")
    fit = next(rule for rule in report["rules"] if rule["id"] == "ring-fit/largest-fitting")
    assert status == 1
    assert fit["failure"]["kind"] == "crashed"
    assert "signal 6 (SIGABRT)" in fit["failure"]["what_happened"]
    assert [line["params"]["start_slots"] for line in fit["failure"]["transcript"]] == ["3"]
    assert fit["judgements"] > 100
    assert statuses(report)["ring-fit/monotone"] == "holds"


def test_a_driver_that_dies_where_no_rule_judges_does_not_pass(door: Door) -> None:
    """No rule would have said so."""
    ended = door("--port-module", "properties.tests.wrong_ports:DiesOnDebugLogging", "--profile", "smoke", "-k", "shapes and routes")
    assert ended.returncode == 1
    assert "A call that no rule judges failed" in ended.stdout
    assert "set_debug_logging(" in ended.stdout
    assert "exited with status 7" in ended.stdout


def test_a_driver_that_fails_when_requests_are_written_ahead_is_judged_by_the_run_one_by_one(door: Door, tmp_path: Path) -> None:
    """Which is right, so no rule is broken; a note says what the driver did."""
    ended = door(
        "--port-cmd", shlex.join([sys.executable, "-I", "-S", str(MISBEHAVING), "dies-ahead"]), "-k", "truth-switch", "--report-json", "report.json"
    )
    report = json.loads((tmp_path / "report.json").read_text())
    assert (ended.returncode, statuses(report)["truth/switch"], report["without_rule"]) == (0, "holds", None)
    assert any("the driver failed while requests were written ahead of its answers" in notice for notice in report["notices"])


def test_an_answer_that_changes_from_one_time_to_the_next_is_not_deterministic(door: Door) -> None:
    """That is a failure, and no traceback."""
    ended = door(*driver("now-and-then"), "--profile", "smoke", "-k", "truth-switch")
    assert ended.returncode == 1
    assert re.search(r"^truth/switch +not deterministic", ended.stdout, re.MULTILINE)
    assert "So the port answers differently from one time to the next." in ended.stdout
    assert "Traceback" not in ended.stdout


@pytest.mark.parametrize("workers", [(), ("-n", "2")])
@pytest.mark.parametrize(
    ("mode", "words"),
    [
        ("reset-tires", "behind many a reset, "),
        ("reset-keeps-some", "behind many a reset, "),
        ("reset-fails-late", "after many a use it failed itself (the driver exited with status 3)."),
    ],
)
def test_no_rule_is_blamed_for_what_a_reset_keeps(door: Door, tmp_path: Path, mode: str, words: str, workers: tuple[str, ...]) -> None:
    """However late it is found out, that is said once, and all that was put behind it is put to new processes, in whichever process it was."""
    command = shlex.join([sys.executable, "-I", "-S", str(MISBEHAVING), mode])
    status, report = json_report(door, tmp_path, "--port-cmd", command, "-k", "ring-ladder or sequences[depths", *workers)
    assert status == 0
    (notice,) = [one for one in report["notices"] if "reset is not used" in one]
    assert notice.startswith(f"reset is not used any more, and what had been put behind it was put to new processes: {words}")
    assert "reset" not in report["port"]["methods"]
    assert statuses(report)["ring-publish/first-write-wins"] == statuses(report)["ring-fit/ladder"] == "holds"


def test_a_port_without_a_method_exits_with_5(door: Door) -> None:
    """Nothing ran, so nothing holds."""
    ended = door(*driver("empty"), "--profile", "smoke")
    assert ended.returncode == 5
    assert "0 hold, 0 broken" in ended.stdout


def test_a_run_of_no_batch_exits_with_5(door: Door) -> None:
    """Deselecting everything is no success."""
    assert door(*driver("right"), "-k", "no_such_batch").returncode == 5


@pytest.mark.parametrize("mode", [("./no-such-driver",), ("false",), ("cat",)])
def test_a_port_that_cannot_be_run_exits_with_3_and_one_sentence(door: Door, mode: tuple[str, ...]) -> None:
    """It is told before anything else is done, by no traceback."""
    ended = door("--port-cmd", *mode, "--request-timeout", "1")
    assert ended.returncode == 3
    assert ended.stderr.startswith("Exit: The port cannot be run: ")
    assert "Traceback" not in ended.stdout + ended.stderr
    assert "collected" not in ended.stdout


def test_a_fault_of_the_suite_exits_with_3(door: Door, tmp_path: Path) -> None:
    """A predicate that raises says nothing of the port."""
    (tmp_path / "raising.py").write_text(RAISING_RULE)
    ended = door("-p", "raising", *driver("right"), "--profile", "smoke", "-k", "ring-ladder")
    assert ended.returncode == 3
    assert "The suite itself failed:" in ended.stdout
    assert "this predicate raises" in ended.stdout


def test_require_all_fails_for_what_was_not_seen(door: Door) -> None:
    """Without it such a run exits with 0."""
    assert door(*driver("right"), *FIT, "--require-all").returncode == 1


def test_a_rule_known_to_be_broken_is_no_failure_and_one_that_holds_is(door: Door, tmp_path: Path) -> None:
    """So the list stays true."""
    known = tmp_path / "known"
    known.write_text("# of this port\nring-fit/largest-fitting\nring-fit/saturating  # both are one fault\n")
    ended = door(*driver("strict"), *FIT, "--known", "known")
    assert ended.returncode == 0
    assert re.search(r"^ring-fit/saturating +known to be broken, \d+ of", ended.stdout, re.MULTILINE)

    ended = door(*driver("right"), *FIT, "--known", "known")
    assert ended.returncode == 1
    assert re.search(r"^ring-fit/saturating +holds, but is listed as known to be broken .*; take it off the list$", ended.stdout, re.MULTILINE)


def test_only_the_chosen_rules_are_judged(door: Door, tmp_path: Path) -> None:
    """The others are not in the verdict."""
    status, report = json_report(door, tmp_path, *driver("strict"), *FIT, "--rule", "ring-fit/mono*", "--rule", "*/ladder")
    assert status == 0
    assert statuses(report) == {"ring-fit/ladder": "holds", "ring-fit/monotone": "holds"}


def test_the_verdict_says_how_many_races_it_rests_on(door: Door, tmp_path: Path) -> None:
    """For a port that is wrong only at times may pass; the count is that of the lifetimes which were put."""
    report = tmp_path / "report.json"
    door("--profile", "smoke", "-k", "races", "--report-json", str(report), "--port-module", "reference:Process")
    told: Any = json.loads(report.read_text())
    few, many = (next(batch["lifetimes"] for batch in told["batches"] if batch["name"] == name) for name in ("races[few]", "races[many]"))
    begins, ends = "what holds in races holds with some probability", "and a rarer mistake goes unseen"
    assert told["notices"] == [
        f"{begins}: {few:,} processes had each cell that they offer raced by 2 or 4 threads, {ends}",
        f"{begins}: {many:,} of them were run, of 32 threads each, {ends}",
    ]


def test_a_wrong_option_exits_with_4_and_one_sentence(door: Door) -> None:
    """Which sentences there are is tested with the options."""
    ended = door("--profile", "fast")
    assert ended.returncode == 4
    assert ended.stderr.strip() == "ERROR: --profile fast is none of smoke, ci, deep."
    assert ended.stdout == ""


def test_the_factory_of_a_module_is_served_from_where_the_user_stands(door: Door, tmp_path: Path) -> None:
    """Its module is found there."""
    (tmp_path / "mine.py").write_text("from reference.process import Process as Port\n")
    ended = door("--port-module", "mine:Port", *FIT)
    assert ended.returncode == 0
    assert "judges mine:Port: reference" in ended.stdout


@pytest.mark.parametrize(
    ("factory", "says"),
    [
        ("mine:Raises", "mine:Raises made no port, for it raised RuntimeError: no licence"),
        ("mine:takes_one", "mine:takes_one made no port, for it raised TypeError: "),
        ("broken:Port", "broken:Port cannot be imported, for its module raised ZeroDivisionError: division by zero"),
        ("mine:nothing", "the module 'mine' has no 'nothing' that can be called."),
    ],
)
def test_a_factory_that_makes_no_port_is_told_by_a_sentence(door: Door, tmp_path: Path, factory: str, says: str) -> None:
    """Where it raised is shown without the frames of the suite."""
    (tmp_path / "mine.py").write_text("def Raises():\n    raise RuntimeError('no licence')\n\ndef takes_one(one): pass\n")
    (tmp_path / "broken.py").write_text("1 / 0\n")
    ended = door("--port-module", factory)
    assert ended.returncode == 3
    assert says in ended.stderr
    assert "runpy" not in ended.stderr


def test_an_object_without_a_method_of_the_port_is_told_to_be_so(door: Door) -> None:
    """Nothing is judged, and the reader learns why."""
    ended = door("--port-module", "os:getcwd", "--profile", "smoke")
    assert ended.returncode == 5
    assert "Note: The port offers no method that a rule is about, so nothing is judged." in ended.stdout


# Where it stands, and with pytest-xdist


def test_two_processes_give_the_same_verdict_as_one(door: Door, tmp_path: Path) -> None:
    """Judgements and violations are counted alike, rule by rule, and the same calls are shown."""
    args = (*driver("strict"), "--profile", "smoke", "-k", "ring-fit or truth")
    alone = json_report(door, tmp_path, *args)
    together = json_report(door, tmp_path, *args, "-n", "2")
    assert together[0] == alone[0] == 1
    assert [batch["name"] for batch in together[1]["batches"]] == [batch["name"] for batch in alone[1]["batches"]]
    assert together[1]["rules"] == alone[1]["rules"]


def test_a_relative_command_is_taken_from_where_the_user_stands(tmp_path: Path) -> None:
    """In a project with a configuration of its own, too."""
    (tmp_path / "pyproject.toml").write_text('[tool.pytest.ini_options]\naddopts = ["-q"]\n')
    (tmp_path / "driver").write_text(f"#!/bin/sh\nexec {shlex.join([sys.executable, '-I', '-S', str(DRIVER)])} right\n")
    (tmp_path / "driver").chmod(0o755)
    ended = run(tmp_path, command("--port-cmd", "./driver", *FIT))
    assert ended.returncode == 0
    assert "0 broken" in ended.stdout


@pytest.mark.parametrize("workers", [(), ("-n", "2")])
def test_a_port_is_judged_from_a_project_of_its_own_with_tests_of_its_own(tmp_path: Path, workers: tuple[str, ...]) -> None:
    """Where the suite is installed beside it, naming the port is enough; its own tests are then left alone."""
    (tmp_path / "pyproject.toml").write_text('[tool.pytest.ini_options]\ntestpaths = ["tests"]\n')
    (tmp_path / "tests").mkdir()
    (tmp_path / "tests" / "test_own.py").write_text("def test_own() -> None:\n    raise AssertionError\n")
    words = [sys.executable, "-m", "pytest", "-p", "no:cacheprovider", *as_installed(), *workers]
    ended = run(tmp_path, [*words, *FIT, *driver("right")], PYTHONPATH=str(ROOT))
    assert (ended.returncode, "5 hold" in ended.stdout) == (0, True), ended.stdout
    ended = run(tmp_path, words, PYTHONPATH=str(ROOT))
    assert (ended.returncode, "1 failed" in ended.stdout) == (1, True), ended.stdout


def test_a_driver_elsewhere_is_judged_from_the_checkout(tmp_path: Path) -> None:
    """As pytest looks for a conftest.py beside the driver, the installed package declares the options."""
    (tmp_path / "driver").write_text(f"#!/bin/sh\nexec {shlex.join([sys.executable, '-I', '-S', str(DRIVER)])} right\n")
    (tmp_path / "driver").chmod(0o755)
    args = [sys.executable, "-m", "pytest", "-p", "no:cacheprovider", *as_installed()]
    ended = run(ROOT, [*args, "--port-cmd", str(tmp_path / "driver"), *FIT])
    assert ended.returncode == 0
    assert "0 broken" in ended.stdout


def test_without_a_port_the_reference_is_judged_and_the_tests_run(door: Door) -> None:
    """Both are collected."""
    ended = door("--collect-only", "-q")
    assert "properties/test_rules.py::test_no_rule_is_broken_in[examples]" in ended.stdout
    assert "properties/tests/test_door.py::" in ended.stdout


def test_with_a_port_the_tests_are_not_collected(door: Door) -> None:
    """Only the rules are run."""
    ended = door("--collect-only", "-q", "--port-cmd", "nothing")
    assert "properties/test_rules.py::test_no_rule_is_broken_in[examples]" in ended.stdout
    assert "properties/tests/" not in ended.stdout


# Interruption


NO_TEXT = "\udcff"
"""A byte that is no UTF-8, as Python hands on what the command line holds."""


def test_a_command_with_bytes_that_are_no_text_is_told_escaped(door: Door, tmp_path: Path) -> None:
    """In every report."""
    ended = door("--port-cmd", f"./{NO_TEXT}", "--report-html", "page.html", "--report-json", "verdict.json")
    assert ended.returncode == 3
    assert r"The port cannot be run: `./\xff` does not exist" in ended.stdout
    assert r"./\udcff" in (tmp_path / "page.html").read_text(encoding="utf-8")
    assert json.loads((tmp_path / "verdict.json").read_text())["exit_status"] == 3


def test_a_command_with_bytes_that_are_no_text_is_not_for_workers(door: Door) -> None:
    """What pytest-xdist hands on to them must be text, so that it is told to do without."""
    option, words = driver("right")
    by_workers = door(option, f"{words} {NO_TEXT}", "-n", "2", "-k", "ring-ladder")
    assert (by_workers.returncode, "leave -n out" in by_workers.stderr) == (4, True)
    assert door(option, f"{words} {NO_TEXT}", "-k", "ring-ladder").returncode == 0


@pytest.mark.parametrize("workers", [(), ("-n", "2")])
def test_an_interrupted_run_ends_at_once_with_the_verdict_so_far(tmp_path: Path, workers: tuple[str, ...]) -> None:
    """And it leaves no process."""
    args = command(*driver("slow"), "-k", "ring-fit-chains or ring-ladder", *workers)
    with subprocess.Popen(args, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, cwd=tmp_path, env=environment()) as run:
        assert run.stdout is not None
        for line in run.stdout:
            if "lattice[ring-ladder]" in line:
                break
        run.send_signal(signal.SIGINT)
        begun = time.monotonic()
        rest = run.stdout.read()
        assert run.wait(PATIENCE_S) == 2, rest
        taken = time.monotonic() - begun
    assert "Interrupted: this is the verdict so far" in rest
    assert re.search(r"^  ring-fit: +ladder \d", rest, re.MULTILINE)
    assert taken < 20  # it is to be under 2 s, on a machine that does nothing else; to its end this run would take minutes
    assert _drivers_of(run.pid) == []


INTERRUPTED_BETWEEN_TESTS = """
import signal
import pytest

@pytest.hookimpl(hookwrapper=True)
def pytest_runtest_makereport(item, call):
    yield
    if call.when == "call":
        signal.raise_signal(signal.SIGINT)
"""
"""A plugin of the older kind, as others have them: what is raised in it pytest takes for a mistake of the plugin."""


def test_an_interrupt_in_pytests_own_work_comes_behind_it(tmp_path: Path) -> None:
    """The batch that is over keeps what it came to, and the next one is not begun."""
    (tmp_path / "interrupting.py").write_text(INTERRUPTED_BETWEEN_TESTS)
    ended = run(tmp_path, command("-p", "interrupting", *driver("slow"), "-k", "ring-ladder or ring-fit-chains"), PYTHONPATH=str(tmp_path))
    assert ended.returncode == 2, ended.stdout
    assert "Interrupted: this is the verdict so far" in ended.stdout
    assert "lattice[ring-ladder]" in ended.stdout
    assert "ring-fit-chains" not in ended.stdout


@pytest.mark.parametrize("with_signal", [signal.SIGTERM, signal.SIGKILL])
def test_a_run_of_several_processes_that_is_killed_leaves_none(tmp_path: Path, with_signal: signal.Signals) -> None:
    """Neither a worker of pytest-xdist, nor a guardian, nor a driver of any of them."""
    args = command(*driver("slow"), "-k", "ring-fit-chains or ring-ladder", "-n", "2")
    with subprocess.Popen(args, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, cwd=tmp_path, env=environment()) as run:
        assert run.stdout is not None
        for line in run.stdout:
            if "lattice[ring-ladder]" in line:
                break
        below = psutil.Process(run.pid).children(recursive=True)
        assert len(below) > 3
        run.send_signal(with_signal)
        assert run.wait(PATIENCE_S) == -with_signal
    _, left = psutil.wait_procs(below, GONE_S)
    assert [process for process in left if process.status() != psutil.STATUS_ZOMBIE] == []
    assert [pid for process in below for pid in _drivers_of(process.pid)] == []


def test_an_interrupt_while_pytest_starts_is_told_by_a_sentence(tmp_path: Path) -> None:
    """Before there is a port there is no verdict, and nothing to end; no traceback shows what was being imported."""
    (tmp_path / "interrupts.py").write_text(INTERRUPTS)
    words = command(*as_installed(), "-p", "interrupts", *driver("right"))
    ended = run(tmp_path, words, PYTHONPATH=os.pathsep.join([str(ROOT), str(tmp_path)]))
    assert ended.returncode == 2
    assert ended.stderr == "Interrupted before anything was judged.\n"


def _drivers_of(pid: int) -> list[int]:
    found = []
    for process in psutil.process_iter():
        try:
            if process.environ().get(VARIABLE, "").startswith(f"{pid}-") and process.status() != psutil.STATUS_ZOMBIE:
                found.append(process.pid)
        except psutil.Error:
            pass
    return found


# What is written


def test_the_reports_hold_what_a_port_said_escaped(door: Door, tmp_path: Path) -> None:
    """No markup and no terminal escape gets through, to any of them."""
    ended = door(
        *(*driver("markup"), "--profile", "smoke", "-k", "ring-parse"),
        *("--report-html", "report.html", "--report-json", "report.json", "--junitxml", "report.xml"),
    )
    page = (tmp_path / "report.html").read_text()
    junit = (tmp_path / "report.xml").read_text()
    report = json.loads((tmp_path / "report.json").read_text())
    assert ended.returncode == 1
    assert "\x1b" not in ended.stdout + page + junit
    assert "<script>" not in page
    assert "&lt;script&gt;" in page
    message = next(rule for rule in report["rules"] if rule["id"] == "ring-parse/message")
    assert message["status"] == "broken"
    assert message["failure"]["transcript"][-1]["result"]["err"] == "\x1b[31m<script>alert(1)</script>"
    assert "ring-parse/message is broken: wrong answer" in junit
    assert "parse_decode_ring_slots(" in junit


def test_a_report_is_written_when_the_port_cannot_be_run(door: Door, tmp_path: Path) -> None:
    """A program that reads it learns why."""
    status, report = json_report(door, tmp_path, "--port-cmd", "./no-such-driver")
    assert status == report["exit_status"] == 3
    assert "no-such-driver" in report["cannot_run"]
