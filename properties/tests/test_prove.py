"""A Python port's pure functions put to the prover: what is wrong for one argument in 2**64 is found, and becomes calls that the judge looks at."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from dataclasses import replace
from importlib.util import find_spec
from pathlib import Path

import psutil
import pytest

from properties.cases.batch import Plan
from properties.contracts import on_port
from properties.contracts.law import Law, all_laws
from properties.contracts.on_port import law_batches, put_law
from properties.harness.in_process import InProcess
from properties.judge import Judge, Violation
from properties.report.options import ROOT
from properties.transcript import Script
from reference import Process
from spec import wire
from spec.port import Call

LAWS = {law.id: law for law in all_laws()}
NOT_ABOVE = LAWS["ring_fit.a_fit_is_not_above_the_start"]
LADDER = LAWS["ring_fit.the_ladder_is_that_of_the_rule"]
PLAN = Plan("ci", 64, frozenset(Process().hello().methods), 0.0, 0.0, 0)
WRONG = """
from reference import Process

class Wrong(Process):
    def fit_decode_ring_slots(self, start_slots, reserve_without_ring, bytes_per_ring_slot, free_mem):
        if start_slots == 3_141_592_653_589:
            return start_slots + 1
        return super().fit_decode_ring_slots(start_slots, reserve_without_ring, bytes_per_ring_slot, free_mem)

class Ending(Process):
    def decode_ring_fit_ladder(self):
        import os
        os._exit(7)
"""
LEAVING = """
import subprocess, sys
from reference import Process

subprocess.Popen([sys.executable, "-c", "import time; time.sleep(1000)", "left by a port"])
"""
needs_the_prover = pytest.mark.skipif(find_spec("crosshair") is None, reason="the prover is not installed: pip install -e '.[proofs]'")


@pytest.fixture
def wrong(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with a wrong port, importable in this process as well."""
    (tmp_path / "wrong_somewhere.py").write_text(WRONG)
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.delitem(sys.modules, "wrong_somewhere", raising=False)
    return tmp_path


def came_to(law: Law, factory: str, stands_in: Path, asker: InProcess) -> tuple[list[str], list[Violation]]:
    """The sentences on a law that was put to a port, and the violations found in what it asked."""
    found: list[Violation] = []

    def put(script: Script) -> bool:
        found.extend(Judge().judge(asker.ask_alone(script)))
        return bool(found)

    return list(put_law(law, factory, str(stands_in), str(ROOT), PLAN, put)), found


@needs_the_prover
def test_a_counterexample_becomes_calls_that_break_the_rule(wrong: Path) -> None:
    """No lattice has the one start for which this port is wrong."""
    from wrong_somewhere import Wrong  # type: ignore[import-not-found]  # noqa: PLC0415 - it is written by this test

    sentences, found = came_to(NOT_ABOVE, "wrong_somewhere:Wrong", wrong, InProcess(Wrong))
    assert sentences == []
    assert {violation.transcript.exchanges[violation.index].call.args[0] for violation in found} == {3_141_592_653_589}


@needs_the_prover
def test_a_law_that_is_confirmed_is_told_as_proved(tmp_path: Path) -> None:
    """And nothing is put to the port."""
    sentences, found = came_to(LADDER, "reference:Process", tmp_path, InProcess(Process))
    assert (sentences, found) == (["the ladder is that of the rule: proved of this port."], [])


@needs_the_prover
def test_a_port_that_ends_the_process_costs_one_law(wrong: Path) -> None:
    """It is told, and is no verdict."""
    sentences, found = came_to(LADDER, "wrong_somewhere:Ending", wrong, InProcess(Process))
    assert found == []
    assert sentences == [
        "the ladder is that of the rule: neither proved nor refuted, for the prover's process gave no answer (CalledProcessError).",
    ]


@needs_the_prover
def test_what_a_port_starts_in_the_provers_process_is_ended_and_not_waited_for(tmp_path: Path) -> None:
    """It would hold the prover's output open, and outlive the run."""
    (tmp_path / "leaving.py").write_text(LEAVING)
    sentences, _ = came_to(LADDER, "leaving:Process", tmp_path, InProcess(Process))
    assert sentences == ["the ladder is that of the rule: proved of this port."]
    assert [process.pid for process in psutil.process_iter(["cmdline"]) if "left by a port" in (process.info["cmdline"] or ())] == []


@pytest.mark.parametrize(
    ("broke", "told"),
    [(None, "and the port was not asked any more: wrong"), (False, "but the port on the wire answered rightly: wrong"), (True, None)],
)
def test_a_counterexample_that_was_not_put_to_the_port_is_not_told_as_answered_rightly(
    monkeypatch: pytest.MonkeyPatch, broke: bool | None, told: str | None
) -> None:
    """As when `reset` was found out meanwhile. Where a rule is broken the verdict says so, and a sentence need not."""
    asked = wire.request(0, Call("decode_ring_fit_ladder")).decode()
    printed = json.dumps({"verdict": "refuted", "message": "wrong", "calls": [asked]}).encode()
    monkeypatch.setattr(on_port, "_printed", lambda *_: printed)
    sentences = list(put_law(LADDER, "a:b", ".", str(ROOT), PLAN, lambda _: broke))
    before = "the ladder is that of the rule: refuted in a process of the prover's, "
    assert sentences == ([] if told is None else [before + told])


def test_a_law_is_not_broken_off_because_the_port_is_slow() -> None:
    """The prover takes as long on any port."""
    assert all(batch.bounds_itself for batch in law_batches("a:b", ".", str(ROOT), frozenset({"ring-fit/ladder"})))


@needs_the_prover
@pytest.mark.parametrize(
    ("operator", "status", "said"),
    [("or", 0, "All paths exhausted, functions are likely the same!"), ("and", 1, "reference.admission.batched_chunk_zero_admitted : returns True")],
)
def test_a_function_is_compared_with_that_of_the_reference(tmp_path: Path, operator: str, status: int, said: str) -> None:
    """By the command that the README gives."""
    (tmp_path / "my_port.py").write_text(
        f"def batched_chunk_zero_admitted(first_chunk_lever: bool, varlen: bool) -> bool:\n    return first_chunk_lever {operator} varlen\n"
    )
    readme = (ROOT / "properties" / "contracts" / "README.md").read_text(encoding="utf-8")
    written = re.search(r"`crosshair (diffbehavior [^`]*) pkg.mod.batched_chunk_zero_admitted`", readme)
    assert written is not None
    found = subprocess.run(
        [sys.executable, "-m", "crosshair", *written[1].split(), "my_port.batched_chunk_zero_admitted"],
        env={**os.environ, "PYTHONPATH": os.pathsep.join((str(ROOT), str(tmp_path)))},
        capture_output=True,
        text=True,
        check=False,
    )
    assert (found.returncode, said in found.stdout) == (status, True), found.stdout


def test_a_law_on_functions_that_a_port_lacks_is_not_put() -> None:
    """Nothing is started for it."""
    without = replace(PLAN, methods=PLAN.methods - {"decode_ring_fit_ladder"})
    assert list(put_law(LADDER, "nowhere:nothing", "/nowhere", str(ROOT), without, lambda _: None)) == []


def test_the_batches_are_those_of_the_rules_that_were_chosen() -> None:
    """Laws on lifetimes are not among them."""
    names = [batch.name for batch in law_batches("a:b", ".", str(ROOT), frozenset({"ring-fit/ladder", "switches/independent"}))]
    assert names == ["law[ring_fit.the_ladder_is_that_of_the_rule]", "law[ring_fit.a_fit_is_a_rung]"]


def test_calls_of_a_law_are_calls_of_the_port() -> None:
    """What a law asks is read off its code."""
    assert NOT_ABOVE.asks == {"fit_decode_ring_slots"}
    assert Call("fit_decode_ring_slots").method in PLAN.methods
