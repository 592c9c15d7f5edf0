"""Whatever a driver does, asking it ends in time: the failing call is told truly, everything else has its right transcript, no process is left."""

from __future__ import annotations

import os
import signal
import sys
import time
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path

import psutil
import pytest

from properties.cases.batch import Batch, DrivenBatch, Plan
from properties.harness.driver import PortCannotRun
from properties.harness.guardian import VARIABLE
from properties.harness.wire_port import WirePort
from properties.judge import Judge
from properties.report import port_run
from properties.report.outcome import Outcome
from properties.report.verdict import Exit, Status, Wanted, by_rule, exit_status
from properties.transcript import Answer, Failure, NoAnswer, Script, Transcript
from spec.port import SPEC_VERSION, Call, Depth

DRIVER = str(Path(__file__).parent / "misbehaving" / "driver.py")
TIMEOUT_S = 0.5
LONGEST_S = 8.0
"""No mode may take longer, with all its scripts: a hang is waited for a few times, and a flood is cut off."""

LADDER = Call("decode_ring_fit_ladder")
RIGHT_LADDER = (8, 4, 2, 1, 0)
TRIP = Call("bool_value_enabled", ("trip",))
TRIP_WORD = Call("set_decode_ring_slots", (77,))
OTHER = Script("other", (LADDER, Call("parse_decode_ring_slots", ("5",)), Call("set_decode_ring_slots", (3,)), Call("published_decode_ring_slots")))
RIGHT_OTHER = [RIGHT_LADDER, Depth(5), 3, 3]


finds_the_nameless = pytest.mark.skipif(
    sys.platform != "linux", reason="elsewhere a process that has left its session and cleared its environment cannot be found"
)


@contextmanager
def driver(mode: str, request_timeout: float = TIMEOUT_S, start_timeout: float = 2.0) -> Iterator[WirePort]:
    """The port whose driver misbehaves in this mode; afterwards there must be no process of it."""
    port = WirePort([sys.executable, "-I", "-S", DRIVER, mode], request_timeout=request_timeout, start_timeout=start_timeout, exit_timeout=0.3)
    try:
        yield port
    finally:
        port.close()
        assert _drivers() == set()


def _drivers() -> set[int]:
    found = set()
    for process in psutil.process_iter():
        try:
            if process.environ().get(VARIABLE, "").startswith(f"{os.getpid()}-") and process.status() != psutil.STATUS_ZOMBIE:
                found.add(process.pid)
        except psutil.Error:
            pass
    return found


def answers(transcript: Transcript) -> list[Answer]:
    """The answers of a transcript, in order."""
    return [exchange.answer for exchange in transcript.exchanges]


def verdict(port: WirePort, transcripts: Iterable[Transcript]) -> dict[str, Status]:
    """What the rules say of these transcripts, two that judge the tripping calls and two that have nothing to do with them; the exit status is 1."""
    judge = Judge()
    for transcript in transcripts:
        judge.judge(transcript)
    outcome = Outcome("catalogue")
    outcome.take(judge.verdict)
    rules = ("ring-fit/ladder", "ring-parse/range", "truth/switch", "ring-publish/unchecked")
    wanted = Wanted(rules, frozenset(), require_all=False)
    verdicts = by_rule(wanted, dict.fromkeys(rules, ""), port.hello.methods, outcome, {})
    assert exit_status(wanted, verdicts, unruled=False, cannot_run=False, suite_failed=False) is Exit.BROKEN
    return {one.rule: one.status for one in verdicts}


PROTOCOL, CRASHED, NO_ANSWER = Failure.NOT_THE_PROTOCOL, Failure.CRASHED, Failure.NO_ANSWER

ON_A_CALL = {
    "signal": (CRASHED, "the driver crashed with signal 11 (SIGSEGV)"),
    "exits-with-0": (CRASHED, "the driver exited with status 0"),
    "exits-with-3": (CRASHED, "the driver exited with status 3"),
    "hangs": (NO_ANSWER, "no answer in 0.5 s"),
    "stops-itself": (NO_ANSWER, "no answer in 0.5 s"),
    "half-a-line": (NO_ANSWER, "no answer in 0.5 s, after the beginning of a line, `"),
    "dies-in-a-line": (CRASHED, "the driver exited with status 0, after the beginning of a line, `"),
    "child-holds-the-pipe": (CRASHED, "the driver exited with status 0, its standard output held open by something that it started"),
    "forks-away": (CRASHED, "the driver exited with status 0, its standard output held open by something that it started"),
    "closes-its-output": (CRASHED, "the driver closed its standard output and went on running"),
    "gigabytes": (PROTOCOL, "the driver wrote a line of more than 16 MiB, beginning `"),
    "floods-output": (NO_ANSWER, "no answer in 0.5 s; it has printed lines that are no JSON objects, the first `still here`"),
    "floods-standard-error": (NO_ANSWER, "no answer in 0.5 s"),
    "other-id": (PROTOCOL, "it answers the id "),
    "text-id": (PROTOCOL, "it answers the id \""),
    "fraction-id": (PROTOCOL, "it answers the id "),
    "null-id": (PROTOCOL, "it answers the id null where "),
    "no-id": (PROTOCOL, 'the member "id" is missing'),
    "other-version": (PROTOCOL, 'the member "jsonrpc" is not "2.0"'),
    "no-version": (PROTOCOL, 'the member "jsonrpc" is missing'),
    "no-result": (PROTOCOL, 'it has neither a "result" nor an "error"'),
    "both": (PROTOCOL, 'it has both a "result" and an "error"'),
    "surplus-member": (PROTOCOL, "it has a member 'took_ms', which a response has not"),
    "broken-json": (PROTOCOL, "it is not JSON: "),
    "nested": (PROTOCOL, "it nests deeper than 100 levels"),
    "not-utf-8": (PROTOCOL, "is not UTF-8"),
    "utf-16": (PROTOCOL, "its byte 0 is not UTF-8"),
    "byte-order-mark": (PROTOCOL, "it begins with a byte order mark, which is no part of JSON: write UTF-8 without one"),
    "long-id": (PROTOCOL, "it holds a number of 100000 digits, which is more than any here has"),
    "minus-zero-id": (PROTOCOL, "it answers the id 0 where "),
    "huge-exponent": (PROTOCOL, "it holds the number 1e999999999999999999999999999999, which is beyond all bounds"),
    "half-a-pair": (PROTOCOL, "a text holds half of a surrogate pair"),
    "nan": (PROTOCOL, "NaN is not JSON"),
    "duplicate-members": (PROTOCOL, "an object has the member 'result' twice"),
    "one-for-true": (PROTOCOL, "result is a whole number where a boolean was due"),
    "text-for-true": (PROTOCOL, "result is a text where a boolean was due"),
    "error": (PROTOCOL, r"the driver answered the error -32603, `\x1b[2Jboom\n<b>!!!"),
    "takes-its-offer-back": (PROTOCOL, "the driver answered the error -32601, `no such method`, though it offers the method"),
}  # fmt: skip
"""What the answer to the tripping call is, by mode: the kind of failure, and words of its sentence."""

ON_A_WORD = {
    "word-08": "'08' is not a word",
    "word-sign": "'+8' is not a word",
    "word-minus-zero": "'-0' is not a word",
    "word-space": "' 8' is not a word",
    "word-other-digits": "is not a word",
    "word-too-big": "'18446744073709551616' is not a word",
    "word-number": "result is a whole number where a text was due: words are texts of digits",
    "word-fraction": "result is a number with a point or an exponent where a text was due: words are",
    "word-exponent": "result is a number with a point or an exponent where a text was due: words are",
}


@pytest.mark.parametrize("mode", [*ON_A_CALL, *ON_A_WORD])
def test_a_failure_is_told_at_its_call_and_nowhere_else(mode: str) -> None:
    """First, in the middle and last in a lifetime: the failing call gets the sentence, those before it and other lifetimes their right answers."""
    kind, words = ON_A_CALL[mode] if mode in ON_A_CALL else (PROTOCOL, ON_A_WORD[mode])
    trip = TRIP_WORD if mode in ON_A_WORD else TRIP
    began = time.monotonic()
    with driver(mode, start_timeout=TIMEOUT_S) as port:
        scripts = [
            OTHER,
            Script("first", (trip, LADDER, LADDER)),
            OTHER,
            Script("middle", (LADDER, trip, LADDER)),
            Script("last", (LADDER, LADDER, trip)),
            OTHER,
        ]
        told = {script.case + str(index): transcript for index, (script, transcript) in enumerate(zip(scripts, port.ask(scripts), strict=True))}
        assert verdict(port, told.values()) == {
            "ring-fit/ladder": Status.HOLDS,
            "ring-parse/range": Status.HOLDS,
            "truth/switch": Status.NOT_EXERCISED if trip is TRIP_WORD else Status.BROKEN,
            "ring-publish/unchecked": Status.BROKEN if trip is TRIP_WORD else Status.NOT_EXERCISED,
        }
    assert [answers(told[name]) for name in ("other0", "other2", "other5")] == [RIGHT_OTHER] * 3
    for name, before in (("first1", 0), ("middle3", 1), ("last4", 2)):
        *good, last = answers(told[name])
        assert good == [RIGHT_LADDER] * before
        assert isinstance(last, NoAnswer)
        assert last.kind is kind
        assert words in last.sentence
        assert last.sentence.isprintable()
        assert len(last.sentence) < 1000
    assert time.monotonic() - began < LONGEST_S


def test_a_second_answer_fails_the_call_after_it_or_the_last_one() -> None:
    """An answer given twice stands where the next call's answer is due; after the last call it answers nothing."""
    with driver("twice") as port:
        first, last, other = port.ask([Script("first", (TRIP, LADDER, LADDER)), Script("last", (LADDER, TRIP)), OTHER])
    assert answers(first)[0] is False
    second = answers(first)[1]
    assert isinstance(second, NoAnswer)
    assert "it answers the id 1 where 2 was due" in second.sentence
    assert answers(last)[0] == RIGHT_LADDER
    end = answers(last)[1]
    assert isinstance(end, NoAnswer)
    assert "after its answer the driver wrote another line that answers nothing" in end.sentence
    assert answers(other) == RIGHT_OTHER


def test_an_answer_that_waits_for_the_next_request_is_no_answer() -> None:
    """A driver that answers out of order is asked again call by call, where the answer that it holds back never comes."""
    with driver("out-of-order") as port:
        held, other = port.ask([Script("held", (LADDER, TRIP, LADDER)), OTHER])
    last = answers(held)[-1]
    assert isinstance(last, NoAnswer)
    assert last.kind is NO_ANSWER
    assert len(held.exchanges) == 2
    assert answers(other) == RIGHT_OTHER


@pytest.mark.parametrize(
    ("mode", "words"),
    [
        ("dies-ahead", "the driver exited with status 3"),
        ("reversed-ahead", "it answers the id "),
        ("hangs-ahead", "no answer in "),
    ],
)
def test_a_failure_that_comes_of_writing_ahead_is_told_and_no_call_fails_for_it(mode: str, words: str) -> None:
    """The calls are judged as they were answered one by one; after a few times none is written ahead."""
    script = Script("ahead", (LADDER, *[TRIP, LADDER] * 20))
    with driver(mode) as port:
        told = list(port.ask([script] * 6))
        (notice,) = port.notices
    assert [answers(transcript) for transcript in told] == [[RIGHT_LADDER, *[False, RIGHT_LADDER] * 20]] * 6
    assert words in notice
    assert notice.startswith("3 times the driver failed while requests were written ahead of its answers, and not when the same were put one by one")
    assert notice.endswith("; none is written ahead to it any more, which takes longer.")


def test_a_driver_that_dies_between_calls_fails_the_next_call() -> None:
    """An answer given before the end counts, and the call after it was not answered."""
    with driver("dies-after-answering") as port:
        middle, last = port.ask([Script("middle", (LADDER, TRIP, LADDER)), Script("last", (LADDER, TRIP))])
    assert answers(middle)[:2] == [RIGHT_LADDER, False]
    assert answers(middle)[2] == NoAnswer(CRASHED, "the driver exited with status 4")
    assert answers(last) == [RIGHT_LADDER, False]


def test_a_flood_after_the_last_answer_ends_the_lifetime() -> None:
    """Objects that nobody asked for are a breach; the flood is cut off."""
    with driver("floods-objects") as port:
        middle, last = port.ask([Script("middle", (TRIP, LADDER)), Script("last", (LADDER, TRIP))])
    for transcript in (middle, last):
        end = answers(transcript)[-1]
        assert isinstance(end, NoAnswer)
        assert end.kind is PROTOCOL


@pytest.mark.parametrize(
    ("mode", "words"), [("signal", "crashed with signal 11"), ("hangs", "no answer in"), ("exits-with-3", "exited with status 3")]
)
def test_a_failure_while_a_race_is_on_is_the_races(mode: str, words: str) -> None:
    """The race gets no answer; what came before it counts."""
    with driver(mode) as port:
        race = Call("race", ((TRIP_WORD, Call("published_decode_ring_slots")),))
        raced, other = port.ask([Script("race", (LADDER, race, LADDER)), OTHER])
    assert answers(raced)[0] == RIGHT_LADDER
    end = answers(raced)[1]
    assert isinstance(end, NoAnswer)
    assert words in end.sentence
    assert answers(other) == RIGHT_OTHER


def test_the_end_of_standard_error_travels_with_a_failure_escaped() -> None:
    """What the driver wrote on standard error is shown with its failure, without its terminal escapes."""
    with driver("exits-with-3") as port:
        (transcript,) = port.ask([Script("x", (LADDER, TRIP))])
    assert transcript.stderr == r"fatal: \x1b[31mred"


@pytest.mark.parametrize("mode", ["carriage-returns", "closes-standard-error", "naps"])
def test_what_a_driver_may_do_is_no_failure(mode: str) -> None:
    """Lines that end in CR LF, a closed standard error, answers that come now late and now soon: each call is answered, and nothing is noted."""
    with driver(mode) as port:
        told = list(port.ask([OTHER] * 3))
        notices = port.notices
    assert [answers(transcript) for transcript in told] == [RIGHT_OTHER] * 3
    assert notices == []


def test_a_driver_that_goes_on_in_another_process_is_ended_with_it() -> None:
    """A process that has left its driver's session answers for it: while it does so at once it is heard, and else the driver has ended."""
    began = time.monotonic()
    with driver("daemonizes") as port:
        for transcript in port.ask([OTHER] * 3):
            *right, last = answers(transcript)
            assert right == RIGHT_OTHER[: len(right)]
            if isinstance(last, NoAnswer):
                assert last.sentence == "the driver exited with status 0, its standard output held open by something that it started"
            else:
                assert [*right, last] == RIGHT_OTHER
    assert time.monotonic() - began < LONGEST_S


def test_a_driver_that_reads_nothing_does_not_hold_up_what_is_written_to_it() -> None:
    """More is written than a pipe holds; the call at fault is told in time."""
    long = Call("parse_decode_ring_slots", ("x" * 100_000,))
    began = time.monotonic()
    with driver("hangs") as port:
        (transcript,) = port.ask([Script("much", (LADDER, TRIP, *[long] * 100))])
    assert answers(transcript)[0] == RIGHT_LADDER
    assert len(transcript.exchanges) == 2
    assert time.monotonic() - began < LONGEST_S


def test_a_system_that_lets_no_pipe_hold_more_is_no_failure(monkeypatch: pytest.MonkeyPatch) -> None:
    """What a user's pipes may hold in all is bounded; then they hold what they held."""
    monkeypatch.setattr("properties.harness.driver.PIPE_BYTES", 2**32 - 1)  # more than any system gives
    with driver("right") as port:
        (transcript,) = port.ask([OTHER])
    assert answers(transcript) == RIGHT_OTHER


def test_stray_lines_are_passed_over_and_told_once() -> None:
    """Banners and lines between answers are no breach, and one notice tells of all of them."""
    with driver("banners") as port:
        told = list(port.ask([OTHER] * 5))
        notices = port.notices
    assert [answers(transcript) for transcript in told] == [RIGHT_OTHER] * 5
    (notice,) = notices
    assert "lines that are no JSON objects on standard output, the first `Welcome!`" in notice


@pytest.mark.parametrize(
    ("mode", "words"),
    [
        ("exits-at-start", "hello, failed: the driver exited with status 1. "),
        ("exits-at-start", "Its standard error ends:\nno licence found"),
        ("hangs-at-start", "hello, failed: no answer in 0.5 s. "),
        ("dies-at-hello", "hello, failed: the driver crashed with signal 6 (SIGABRT). "),
        ("hangs-at-hello", "hello, failed: no answer in 0.5 s. "),
        ("nonsense", "hello, failed: the driver answered `{hello yourself`: it is not JSON: "),
        ("other-spec", f"is made for version 9.7 of the rules, this suite judges version {SPEC_VERSION}: "),
        ("other-word", "says that its word has 16 bits; "),
    ],
)
def test_a_port_that_cannot_be_spoken_to_is_refused_with_a_sentence(mode: str, words: str) -> None:
    """Whatever keeps hello from being answered is said, with the end of standard error."""
    with pytest.raises(PortCannotRun) as refusal, driver(mode, start_timeout=0.5):
        pass
    assert words in str(refusal.value)


@pytest.mark.parametrize(
    ("command", "words"),
    [
        (["/no/such/driver"], "`/no/such/driver` does not exist; "),
        ([DRIVER], "may not be executed; make it executable (chmod +x)"),
        (["/etc"], "`/etc` is a folder; name the program in it."),
        (["/bin/echo", "hi"], "the first `hi`"),
    ],
)
def test_a_command_that_is_no_driver_is_refused_with_a_sentence(command: list[str], words: str) -> None:
    """A command that cannot be executed, or speaks something else, is told as such."""
    with pytest.raises(PortCannotRun) as refusal:
        WirePort(command, start_timeout=0.5)
    assert words in str(refusal.value)


def test_a_file_without_an_interpreter_is_refused_with_a_sentence(tmp_path: Path) -> None:
    """What the system cannot execute is said to be so."""
    script = tmp_path / "driver"
    script.write_text("print('hello')\n")
    script.chmod(0o755)
    with pytest.raises(PortCannotRun, match="a script needs a first line that names its interpreter"):
        WirePort([str(script)])


@pytest.mark.parametrize(("request_timeout", "start_timeout"), [(0.3, 5.0), (5.0, 0.3)])
def test_a_start_that_takes_longer_than_a_request_may_is_waited_for(request_timeout: float, start_timeout: float) -> None:
    """The first answer of a process has its own, longer limit; who gives the others a longer one still gives it to the first as well."""
    with driver("starts-slowly", request_timeout=request_timeout, start_timeout=start_timeout) as port:
        (transcript,) = port.ask([OTHER])
    assert answers(transcript) == RIGHT_OTHER


def test_each_call_under_the_limit_is_waited_for() -> None:
    """A driver that takes 0.1 s a call loses no answer, although the script in all takes longer than the limit, and its cost is measured."""
    with driver("slow", request_timeout=0.3) as port:
        told = list(port.ask([Script("slow", (LADDER,) * 8)]))
        assert 0.08 < port.cost_per_call < 0.2
        assert port.cost_per_start > 0.01
    assert answers(told[0]) == [RIGHT_LADDER] * 8


def test_at_the_deadline_asking_ends_with_what_was_answered() -> None:
    """Of the script that is broken off the answers so far count, and the call that was not waited for is no failure."""
    with driver("slow", request_timeout=0.3) as port:
        began = time.monotonic()
        port.deadline.at = began + 0.7
        told = list(port.ask([Script("slow", (LADDER,) * 100)] * 3))
        assert time.monotonic() - began < 3
        assert port.notices == []
    assert 0 < len(told[0].exchanges) < 100
    assert {answer for transcript in told for answer in answers(transcript)} == {RIGHT_LADDER}


def test_batches_are_broken_off_so_that_a_run_ends(monkeypatch: pytest.MonkeyPatch) -> None:
    """When the time of the profile is over each batch is still begun, which is told, and nothing is a failure for it."""
    monkeypatch.setitem(port_run.BUDGET_S, "ci", 2.0)
    monkeypatch.setattr(port_run, "LEAST_S", 0.5)
    batch = Batch("many", lambda _: iter([OTHER] * 1000))
    with driver("slow", request_timeout=0.3) as port:
        run = port_run.PortRun(lambda: port, Plan("ci", 64, frozenset(port.hello.methods), 0.3, 0.3, 0), None)
        began = time.monotonic()
        outcomes = [run.run(batch) for _ in range(8)]
        assert time.monotonic() - began < LONGEST_S
    for outcome in outcomes:
        assert outcome.calls > 0
        assert outcome.findings == []
        (notice,) = outcome.notices
        assert notice.endswith("batches were broken off, and what was left of them is not judged.")


def test_a_batch_that_bounds_itself_is_not_broken_off(monkeypatch: pytest.MonkeyPatch) -> None:
    """What took so long in it was not the port, which is asked all the same."""
    monkeypatch.setitem(port_run.BUDGET_S, "ci", 0.0)
    monkeypatch.setattr(port_run, "LEAST_S", 0.0)
    told: list[bool | None] = []
    with driver("right") as port:
        run = port_run.PortRun(lambda: port, Plan("ci", 64, frozenset(port.hello.methods), 0.3, 0.3, 0), None)
        for bounds_itself in (True, False):
            run.run(DrivenBatch("one", lambda _, put: told.append(put(OTHER)), bounds_itself=bounds_itself))
    assert told == [False, None]


def test_a_port_that_seemed_quick_is_not_broken_off_on_a_busy_machine(monkeypatch: pytest.MonkeyPatch) -> None:
    """It gets as long as it takes, within reason, and the same verdict."""
    monkeypatch.setitem(port_run.BUDGET_S, "ci", 0.05)
    monkeypatch.setattr(port_run, "LEAST_S", 0.0)
    monkeypatch.setattr(port_run, "PATIENCE", 10_000)
    with driver("slow", request_timeout=0.3) as port:
        run = port_run.PortRun(lambda: port, Plan("ci", 64, frozenset(port.hello.methods), 0.0, 0.0, 0), None)
        assert run.run(Batch("few", lambda _: iter([OTHER] * 4))).notices == []


def test_a_driver_without_hello_is_tried_method_by_method() -> None:
    """What does not answer -32601 is offered, and the word has 64 bits."""
    with driver("no-hello") as port:
        assert set(port.hello.methods) == {
            "bool_value_enabled",
            "decode_ring_fit_ladder",
            "prefill_batched_first_chunk_enabled",
            "set_decode_ring_slots",
            "published_decode_ring_slots",
            "parse_decode_ring_slots",
            "race",
            "set_env",
        }
        assert port.hello.word_bits == 64
        (transcript,) = port.ask([OTHER])
    assert answers(transcript) == RIGHT_OTHER


@pytest.mark.parametrize(("mode", "right"), [("nothing", []), ("one-method", [RIGHT_LADDER])])
def test_only_what_is_offered_is_asked(mode: str, right: list[Answer]) -> None:
    """Calls of methods that a driver lacks are left out, and a script of which nothing is left has an empty transcript."""
    with driver(mode) as port:
        (transcript,) = port.ask([OTHER])
        assert port.ask_alone(OTHER) == transcript
    assert answers(transcript) == right


def test_methods_that_no_rule_knows_are_told_escaped() -> None:
    """A name in hello that is none of the port's methods is not asked, and told."""
    with driver("unknown-methods") as port:
        assert port.notices == [r"hello names methods that no rule knows, which are not asked: levitate\x1b[31m."]


def test_a_set_env_that_does_nothing_is_told_as_such() -> None:
    """It is said before any rule on the environment fails."""
    with driver("set-env-does-nothing") as port:
        (notice,) = port.notices
    assert notice.startswith("set_env seems to do nothing: ")


@pytest.mark.parametrize("mode", ["reset-does-nothing", "reset-forgets-half"])
def test_a_reset_that_forgets_too_little_is_not_used(mode: str) -> None:
    """It is found by comparing with new processes, said, and every script gets a new process."""
    with driver(mode) as port:
        (notice,) = port.notices
        told = list(port.ask([Script("set", (Call("set_decode_ring_slots", (number,)),)) for number in range(5)]))
    assert notice.startswith("reset is not used, and each script gets a new process: after ")
    assert [answers(transcript) for transcript in told] == [[number] for number in range(5)]


def test_a_reset_that_forgets_everything_saves_processes() -> None:
    """Scripts are put to one process, and a script that fails there is put again to a new one."""
    with driver("reset-and-hangs") as port:
        assert port.notices == []
        scripts = [Script("set", (Call("set_decode_ring_slots", (number,)),)) for number in range(100, 3100)]
        began = time.monotonic()
        told = list(port.ask(scripts))
        assert time.monotonic() - began < 3000 * 0.005
    assert [answers(transcript) for transcript in told] == [[number] for number in range(100, 3100)]


def test_a_driver_that_stays_after_its_input_is_ended_soon() -> None:
    """One that ignores the end of its input, and SIGTERM, is waited for a few times and told once."""
    began = time.monotonic()
    with driver("stays") as port:
        told = list(port.ask([OTHER] * 40))
        notices = port.notices
    assert [answers(transcript) for transcript in told] == [RIGHT_OTHER] * 40
    assert [notice for notice in notices if "does not exit at the end of its standard input" in notice] == notices != []
    assert time.monotonic() - began < LONGEST_S


def test_an_exit_that_says_failure_after_the_last_answer_is_told() -> None:
    """It is no verdict on any rule."""
    with driver("exits-oddly") as port:
        told = list(port.ask([OTHER] * 12))
        notices = port.notices
    assert [answers(transcript) for transcript in told] == [RIGHT_OTHER] * 12
    (notice,) = notices
    assert "After its last answer the driver exited with status 7" in notice


def test_what_a_driver_leaves_behind_is_ended() -> None:
    """A process that leaves the driver's session and pipes does not outlive the run."""
    with driver("leaves-a-child") as port:
        (transcript,) = port.ask([OTHER])
    assert answers(transcript) == RIGHT_OTHER


@finds_the_nameless
def test_what_a_driver_leaves_behind_without_a_mark_is_ended() -> None:
    """A process that leaves the driver's session and pipes, and clears its environment, does not outlive the run either."""
    with driver("leaves-a-nameless-child") as port:
        (transcript,) = port.ask([OTHER])
    assert answers(transcript) == RIGHT_OTHER
    left = [process.pid for process in psutil.process_iter(["cmdline"]) if process.info["cmdline"] == ["sleep", f"600.{os.getpid()}"]]
    assert left == []


def test_a_driver_that_may_not_be_ended_holds_nothing_up(monkeypatch: pytest.MonkeyPatch) -> None:
    """As one that runs as another user, by sudo: it is told, and neither waited for nor looked for without end."""

    def denied(*_: object) -> None:
        raise PermissionError

    monkeypatch.setattr("properties.harness.driver.os.killpg", denied)
    monkeypatch.setattr("properties.harness.driver.REAPED_S", 0.1)
    monkeypatch.setattr("psutil.Process.kill", denied)
    began = time.monotonic()
    with driver("stays") as port:
        try:
            told = list(port.ask([OTHER] * 3))
            port.close()
            notices = port.notices
            took = time.monotonic() - began
        finally:
            monkeypatch.undo()
            for left in _drivers():
                os.kill(left, signal.SIGKILL)
                os.waitpid(left, 0)
    assert [answers(transcript) for transcript in told] == [RIGHT_OTHER] * 3
    assert any("times the driver could not be ended" in notice for notice in notices)
    assert took < 2 * LONGEST_S


@finds_the_nameless
def test_what_a_driver_leaves_behind_and_may_not_be_ended_is_not_looked_for_without_end(monkeypatch: pytest.MonkeyPatch) -> None:
    """It is found again each time that it is looked for."""

    def denied(*_: object) -> None:
        raise PermissionError

    monkeypatch.setattr("psutil.Process.kill", denied)
    with driver("leaves-a-nameless-child") as port:
        list(port.ask([OTHER]))
        began = time.monotonic()
        port.close()
        took = time.monotonic() - began
        monkeypatch.undo()
    assert took < LONGEST_S


def test_a_method_that_hangs_again_and_again_is_not_asked_for_ever(monkeypatch: pytest.MonkeyPatch) -> None:
    """Once it has cost too much time it is left out, which is told, and the rest is asked."""
    monkeypatch.setattr("properties.harness.wire_port.LOST_A_METHOD_S", 1.0)
    with driver("hangs") as port:
        told = list(port.ask([Script("hang", (LADDER, TRIP))] * 30))
        notices = port.notices
        again = port.ask_alone(Script("hang", (LADDER, TRIP)))
    assert answers(told[0])[1] == NoAnswer(NO_ANSWER, "no answer in 0.5 s")
    assert answers(told[-1]) == [RIGHT_LADDER]
    assert answers(again) == answers(told[0])  # so that what is reported can be shown to come again
    (notice,) = notices
    assert notice == "bool_value_enabled gave no answer 3 times and is not asked any more; what rests on it may be unexercised."


def test_the_first_call_of_a_process_is_not_waited_for_as_long_as_a_start_may_take() -> None:
    """Once it is known how long a start takes, a hang at the first call is told in about the time that was asked for."""
    with driver("hangs", start_timeout=30.0) as port:
        begun = time.monotonic()
        (transcript,) = port.ask([Script("hang", (TRIP,))])
        taken = time.monotonic() - begun
    (answer,) = answers(transcript)
    assert isinstance(answer, NoAnswer)
    assert answer.kind is NO_ANSWER
    assert taken < 20  # the limit of a start is 30 s


def test_asking_can_be_broken_off() -> None:
    """Scripts are read lazily, and processes of an asking that is given up do not stay."""
    with driver("hangs") as port:
        asked = 0

        def scripts() -> Iterator[Script]:
            nonlocal asked
            while True:
                asked += 1
                yield OTHER

        asking = port.ask(scripts())
        assert answers(next(asking)) == RIGHT_OTHER
        asking.close()  # type: ignore[attr-defined]  # it is a generator
        assert asked < 20
