"""The sample port in Python by both its ways in, a driver by hand and a class that the suite serves: each answers as the pages state."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest

from properties.pages import Page, lifetimes, spec_pages
from properties.tests.on_the_wire import CHECKOUT, asking, python, run
from spec import wire
from spec.port import Call

SAMPLES = CHECKOUT / "ports" / "python"
DRIVER = python(str(SAMPLES / "driver.py"))
SERVED_CLASS = python("-m", "reference.driver", "port:Port")
OF_A_SERVE = {"start_serve", "rollback_to_boundary"}
PAGES = spec_pages()
RESET = Call("reset")


def stated_lifetimes(page: Page) -> Iterator[list[tuple[Call, object]]]:
    """The examples of a page but those of a serve, a lifetime at a time: each call with the stated answer, Ellipsis where none is stated."""
    for together in lifetimes(page.rules):
        steps = [step for example in together for step in example.steps]
        if OF_A_SERVE.isdisjoint(step.call.method for step in steps):
            yield [(step.call, step.stated.answer if step.stated is not None else ...) for step in steps]


def wrong_answers(command: Sequence[str], calls: Sequence[tuple[Call, object]]) -> list[str]:
    """The calls put to one process that were not answered as stated."""
    ended = run(command, *(wire.request(number, call) for number, (call, _) in enumerate(calls)), cwd=SAMPLES)
    assert (len(ended.lines), ended.status, ended.stderr) == (len(calls), 0, "")
    answers = [wire.read_response(line, number, call) for number, ((call, _), line) in enumerate(zip(calls, ended.lines, strict=True))]
    return [f"{call} gave {answer}" for (call, right), answer in zip(calls, answers, strict=True) if right not in (..., answer)]


@pytest.mark.parametrize("command", [DRIVER, SERVED_CLASS], ids=["driver", "class"])
@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.file)
def test_the_sample_answers_every_example_as_its_page_states(command: Sequence[str], page: Page) -> None:
    """One process, with a reset after every lifetime."""
    calls = [step for lifetime in stated_lifetimes(page) for step in (*lifetime, (RESET, None))]
    assert wrong_answers(command, calls) == []


def test_the_sample_driver_offers_all_but_the_serve() -> None:
    """Its hello is what the suite goes by."""
    hello = run(DRIVER, asking("hello")).answers[0]["result"]
    assert isinstance(hello, dict)
    assert set(hello["methods"]) == wire.METHODS.keys() - OF_A_SERVE


REFUSED = {
    "no JSON": (b"garbage\n", -32600),
    "no method of the sample": (asking("start_serve"), -32601),
    "a word with a sign": (asking("set_decode_ring_slots", slots="-1"), -32602),
    "a number for a boolean": (asking("set_prefill_varlen_from_cli", enabled=1), -32602),
    "a boolean for a number": (asking("log_gemm_shape", backend="g", name="n", m=True, n=1, k=1), -32602),
    "a race of a reset": (asking("race", calls=[{"method": "reset", "params": {}}]), -32602),
}


@pytest.mark.parametrize(("line", "code"), REFUSED.values(), ids=REFUSED)
def test_the_sample_driver_refuses_what_it_cannot_answer_and_goes_on(line: bytes, code: int) -> None:
    """It is read before it is copied, so it must not teach carelessness."""
    assert run(DRIVER, line, asking("bool_value_enabled", value="1")).codes == [code, None]


def test_the_sample_driver_answers_a_request_while_others_can_follow_and_forgets_all_on_reset() -> None:
    """Cells, variables, debug logging and shapes, put back by one call."""
    shape = {"backend": "g", "name": "n", "m": 1, "n": 1, "k": 1}
    lifetime = (
        asking("set_env", name="METRALE_PREFILL_VARLEN", value="true"),
        asking("prefill_varlen_enabled"),
        asking("set_prefill_codispatch_from_cli", enabled=True),
        asking("set_decode_ring_slots", slots="3"),
        asking("log_cutlass_nvfp4_route", **shape),
        asking("set_debug_logging", enabled=True),
        asking("log_cutlass_nvfp4_route", **shape),
    )
    route = [{"level": "debug", "message": "CUTLASS_NVFP4_ROUTE n M=1 N=1 K=1"}]
    answers = [None, True, True, "3", [], None, route]
    after = (asking("prefill_varlen_enabled"), asking("prefill_codispatch_enabled"), asking("published_decode_ring_slots"))
    ended = run(DRIVER, *lifetime, asking("reset"), *after, asking("reset"), *lifetime)
    assert ended.results == [*answers, None, False, False, None, None, *answers]


def test_mypy_tells_the_author_which_method_does_not_fit(tmp_path: Path) -> None:
    """The last lines of the sample class turn a wrong type into an error that names the method."""
    api = pytest.importorskip("mypy.api", reason="mypy is a tool of the project's own development")
    sample = (SAMPLES / "port.py").read_text()
    assert sample.count("def published_decode_ring_slots(self) -> int | None:") == 1
    misfit = sample.replace("def published_decode_ring_slots(self) -> int | None:", "def published_decode_ring_slots(self) -> str:")
    (tmp_path / "port.py").write_text(misfit)
    (tmp_path / "implementation.py").write_text((SAMPLES / "implementation.py").read_text())
    out, _, status = api.run(["--strict", "--cache-dir", str(tmp_path / "cache"), str(tmp_path / "port.py")])
    assert status == 1
    assert 'expression has type "Port", variable has type "ProcessCalls"' in out
    assert "def published_decode_ring_slots(self) -> str" in out
