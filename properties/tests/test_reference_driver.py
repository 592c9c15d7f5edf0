"""The driver loop over real pipes: what it answers to what is no request, when it answers, how it ends, and what it adds to a bare Python object."""

from __future__ import annotations

import json
import subprocess
import threading
from pathlib import Path

import pytest

from properties.tests.on_the_wire import CHECKOUT, PATIENCE, asking, python, run
from reference.ring_fit import DECODE_RING_FIT_LADDER
from spec.port import SPEC_VERSION

REFERENCE = python("-m", "reference")

BARE_PORT = """
import os
from spec.port import PureFunctions

print("the module is imported")


class Bare(PureFunctions):
    def bool_value_enabled(self, value):
        print("asked")
        return os.environ.get("SAID") == value

    def published_decode_ring_slots(self):
        raise RuntimeError("out of order")

    def set_decode_ring_slots(self, slots):
        return slots
"""
"""A port without hello, set_env, race and reset, that inherits the declarations of what it does not offer, and prints."""


RESETTING_PORT = """
import os
from spec.port import ParseError

os.environ["OLD"] = "old"


class Resets:
    def parse_decode_ring_slots(self, s):
        return ParseError(" ".join(str(os.environ.get(name)) for name in s.split()), "unknown")

    def reset(self):
        pass
"""
"""A port that has a reset and leaves its variables to the driver; it answers what they are."""


@pytest.fixture
def bare(tmp_path: Path) -> Path:
    """A folder with a module `bare`."""
    (tmp_path / "bare.py").write_text(BARE_PORT)
    return tmp_path


def test_the_end_of_the_input_ends_the_driver_with_0() -> None:
    """Without a request as well."""
    ended = run(REFERENCE)
    assert (ended.answers, ended.status, ended.stderr) == ([], 0, "")


REFUSED = {
    "no JSON": (b"garbage\n", -32700),
    "an empty line": (b"\n", -32700),
    "no UTF-8": (b"\xff\n", -32700),
    "no object": (b"[]\n", -32600),
    "no params": (b'{"jsonrpc":"2.0","id":7,"method":"reset"}\n', -32600),
    "no method of any port": (asking("fit_the_ring"), -32601),
    "a param too many": (asking("reset", now=True), -32602),
    "a param too few": (asking("set_decode_ring_slots"), -32602),
    "a word as a number": (asking("set_decode_ring_slots", slots=5), -32602),
    "a word with a leading zero": (asking("set_decode_ring_slots", slots="05"), -32602),
    "more than a word": (asking("set_decode_ring_slots", slots=str(2**64)), -32602),
    "a number for a boolean": (asking("set_prefill_varlen_from_cli", enabled=1), -32602),
    "more than 32 bits": (asking("log_gemm_shape", backend="g", name="n", m=2**32, n=1, k=1), -32602),
    "a race of a reset": (asking("race", calls=[{"method": "reset", "params": {}}]), -32602),
}


@pytest.mark.parametrize(("line", "code"), REFUSED.values(), ids=REFUSED)
def test_what_is_no_request_is_answered_with_its_error_and_the_next_one_is_answered(line: bytes, code: int) -> None:
    """The codes are those of JSON-RPC; a driver goes on after each."""
    ended = run(REFERENCE, line, asking("decode_ring_fit_ladder"))
    assert ended.codes == [code, None]
    assert ended.answers[1]["result"] == [str(rung) for rung in DECODE_RING_FIT_LADDER]


def test_a_line_that_does_not_end_is_no_request() -> None:
    """What follows the last line end was cut off on its way."""
    ended = run(REFERENCE, asking("decode_ring_fit_ladder"), asking("decode_ring_fit_ladder").rstrip(b"\n"))
    assert (len(ended.answers), ended.status) == (1, 0)


def test_a_request_longer_than_a_pipe_is_one_request() -> None:
    """A text of 300,000 characters comes in several readings."""
    ended = run(REFERENCE, asking("parse_decode_ring_slots", s="0" * 300_000 + "5"), asking("parse_decode_ring_slots", s="auto"))
    assert ended.results == [{"ok": "5"}, {"ok": None}]


def test_an_answer_comes_while_the_input_stays_open() -> None:
    """Nothing is held back once there is nothing more to read, be it after one request or after three."""
    with subprocess.Popen(REFERENCE, stdin=subprocess.PIPE, stdout=subprocess.PIPE, cwd=CHECKOUT) as driver:
        assert driver.stdin is not None
        assert driver.stdout is not None
        impatience = threading.Timer(PATIENCE, driver.kill)
        impatience.start()
        for together in (1, 3, 1):
            driver.stdin.write(asking("bool_value_enabled", value="1") * together)
            driver.stdin.flush()
            assert [json.loads(driver.stdout.readline())["result"] for _ in range(together)] == [True] * together
        impatience.cancel()
        driver.stdin.close()
        assert driver.wait(PATIENCE) == 0


def test_bytes_of_a_variable_arrive_as_they_are() -> None:
    """The bytes 31 ff are no text, so nothing is logged; 31 alone is a 1."""
    gemm = asking("log_gemm_shape", backend="one", name="gemm", m=1, n=1, k=1)
    ended = run(
        REFERENCE,
        asking("set_env", name="METRALE_GEMM_SHAPE_LOG", value={"hex": "31ff"}),
        gemm,
        asking("set_env", name="METRALE_GEMM_SHAPE_LOG", value=None),
        gemm,
        asking("set_env", name="METRALE_GEMM_SHAPE_LOG", value={"hex": "31"}),
        gemm,
    )
    assert ended.results == [None, [], None, [], None, [{"level": "warn", "message": "GEMM_SHAPE gemm M=1 N=1 K=1 FLOP=2.000e0"}]]


def test_a_reset_on_the_wire_forgets_a_published_depth() -> None:
    """One process serves another lifetime."""
    published = asking("published_decode_ring_slots")
    ended = run(REFERENCE, asking("set_decode_ring_slots", slots="3"), published, asking("reset"), published)
    assert ended.results == ["3", "3", None, None]


def test_a_reference_of_32_bit_words_says_so_and_takes_no_larger_word() -> None:
    """2**32 is the first word that it refuses."""
    command = python("-m", "reference", "--word-bits", "32")
    ended = run(command, asking("hello"), asking("set_decode_ring_slots", slots=str(2**32)), asking("set_decode_ring_slots", slots=str(2**32 - 1)))
    hello = ended.answers[0]["result"]
    assert isinstance(hello, dict)
    assert hello["word_bits"] == 32
    assert ended.codes == [None, -32602, None]
    assert ended.answers[2]["result"] == "4294967295"


def test_a_bare_object_is_given_what_it_lacks_and_offers_only_what_it_has(bare: Path) -> None:
    """Its hello names its own methods and the driver's; a declaration that it inherits is none of them."""
    ended = run(python("-m", "reference.driver", "bare:Bare"), asking("hello"), asking("fit_decode_ring_slots"), asking("reset"), cwd=bare)
    assert ended.answers[0]["result"] == {
        "port": "bare:Bare",
        "version": "unknown",
        "spec": SPEC_VERSION,
        "word_bits": 64,
        "methods": ["bool_value_enabled", "set_decode_ring_slots", "published_decode_ring_slots", "hello", "set_env", "race"],
    }
    assert ended.codes == [None, -32602, -32601]


def test_a_bare_object_finds_in_its_environment_what_it_was_set_to(bare: Path) -> None:
    """The driver writes the variable where the port reads it, and unsets it there."""
    ended = run(
        python("-m", "reference.driver", "bare:Bare"),
        asking("set_env", name="SAID", value="caf\u00e9"),
        asking("bool_value_enabled", value="caf\u00e9"),
        asking("set_env", name="SAID", value=None),
        asking("bool_value_enabled", value=None),
        cwd=bare,
    )
    assert ended.results == [None, True, None, True]


def test_a_bare_object_can_race(bare: Path) -> None:
    """The answers come in the order of the calls, each in its method's form."""
    calls = [{"method": "set_decode_ring_slots", "params": {"slots": str(slots)}} for slots in (5, 2, 7)]
    ended = run(python("-m", "reference.driver", "bare:Bare"), asking("race", calls=calls), cwd=bare)
    assert ended.results == [["5", "2", "7"]]


def test_a_reset_puts_back_the_variables_that_the_driver_set(tmp_path: Path) -> None:
    """A port that resets its own cells does not know what the driver set; what was there before comes back, and what was not is gone."""
    (tmp_path / "resets.py").write_text(RESETTING_PORT)
    ended = run(
        python("-m", "reference.driver", "resets:Resets"),
        asking("set_env", name="NEW", value="1"),
        asking("set_env", name="OLD", value="2"),
        asking("set_env", name="OLD", value=None),
        asking("parse_decode_ring_slots", s="NEW OLD"),
        asking("reset"),
        asking("parse_decode_ring_slots", s="NEW OLD"),
        cwd=tmp_path,
    )
    assert ended.results == [None, None, None, {"err": "1 None", "kind": "unknown"}, None, {"err": "None old", "kind": "unknown"}]


def test_a_method_that_raises_is_an_error_and_not_the_end(bare: Path) -> None:
    """The answer names what was raised, standard error has the traceback, and the next request is answered."""
    ended = run(
        python("-m", "reference.driver", "bare:Bare"), asking("published_decode_ring_slots"), asking("bool_value_enabled", value=None), cwd=bare
    )
    assert ended.codes == [-32603, None]
    assert "RuntimeError: out of order" in str(ended.answers[0]["error"])
    assert "bare.py" in ended.stderr


def test_what_is_raised_may_quote_bytes_that_are_no_text(tmp_path: Path) -> None:
    """As Python hands them on from the environment; they cannot be written as JSON."""
    (tmp_path / "quoting.py").write_text("class Quoting:\n    def decode_ring_fit_ladder(self):\n        raise ValueError('\\udcff')\n")
    ended = run(python("-m", "reference.driver", "quoting:Quoting"), asking("decode_ring_fit_ladder"), cwd=tmp_path)
    assert ended.codes == [-32603]
    assert "udcff" in str(ended.answers[0]["error"])


def test_what_a_port_prints_stays_off_the_wire(bare: Path) -> None:
    """While it is imported as well as while it answers."""
    ended = run(python("-m", "reference.driver", "bare:Bare"), asking("bool_value_enabled", value="1"), cwd=bare)
    assert ended.results == [False]
    assert ended.stderr.splitlines() == ["the module is imported", "asked"]


@pytest.mark.parametrize(
    ("name", "sentence"),
    [
        ("bare", "'bare' names no factory: write the module, a colon, and the factory in it, as in pkg.mod:factory."),
        ("bear:Bare", "there is no module 'bear' to import: it must be installed, or lie below the current directory."),
        ("bare:Bear", "the module 'bare' has no 'Bear' that can be called."),
    ],
)
def test_a_factory_that_is_not_there_is_a_sentence_and_a_usage_error(bare: Path, name: str, sentence: str) -> None:
    """No traceback for a slip of the pen."""
    ended = run(python("-m", "reference.driver", name), cwd=bare)
    assert (ended.answers, ended.status) == ([], 2)
    assert sentence in ended.stderr
    assert "Traceback" not in ended.stderr


def test_a_module_that_cannot_import_what_it_needs_shows_where(tmp_path: Path) -> None:
    """Its own missing dependency is not mistaken for the module that the command line names."""
    (tmp_path / "needy.py").write_text("import no_such_dependency\n")
    ended = run(python("-m", "reference.driver", "needy:Port"), cwd=tmp_path)
    assert ended.status == 1
    assert "needy.py" in ended.stderr
    assert "No module named 'no_such_dependency'" in ended.stderr
