"""What is shown of a fault is the shortest that still shows it, and what does not come again is said to be so."""

from __future__ import annotations

from collections.abc import Callable, Iterable

import pytest

from properties.harness.in_process import InProcess
from properties.judge import Judge
from properties.report.outcome import Finding, Outcome, packed, unpacked
from properties.report.shorten import RUNS_PER_RULE, Shortened, Shortener
from properties.tests import wrong_ports
from properties.transcript import Exchange, Failure, NoAnswer, Script, Transcript
from reference.process import Process
from spec.port import CODISPATCH_VARIABLE, Call

UNRELATED = (Call("decode_ring_fit_ladder"), Call("set_env", (CODISPATCH_VARIABLE, "1")), Call("published_decode_ring_slots"))


def found(factory: Callable[[], Process], calls: Iterable[Call]) -> Outcome:
    """What the judge finds in one lifetime of such a port."""
    judge = Judge()
    judge.judge(InProcess(factory).ask_alone(Script("test", tuple(calls))))
    outcome = Outcome("test")
    outcome.take(judge.verdict)
    return unpacked(packed(outcome))


def shortened(factory: Callable[[], Process], calls: Iterable[Call]) -> dict[str | None, Shortened]:
    """The shortest transcripts of what is found."""
    return Shortener(InProcess(factory).ask_alone).shorten(found(factory, calls).shortest())


def test_a_wrong_pure_answer_is_shown_by_one_call() -> None:
    """What stood before it in the lifetime is gone."""
    wrong = Call("fit_decode_ring_slots", (8, 0, 1, 8))
    found_short = shortened(wrong_ports.StrictFit, (*UNRELATED, wrong, *UNRELATED))["ring-fit/largest-fitting"]
    assert found_short.finding.script.calls == (wrong,)
    assert found_short.deterministic
    assert found_short.calls_at_first == len(UNRELATED) + 1


def test_calls_behind_the_fault_stay_only_where_they_show_it() -> None:
    """That a setter returned what is not in force is seen by a later read alone."""
    needed = (Call("prefill_varlen_enabled"), Call("set_prefill_varlen_from_cli", (True,)))
    calls = (*UNRELATED, *needed, *UNRELATED, Call("prefill_varlen_enabled"), *UNRELATED)
    by_rule = shortened(wrong_ports.SetterEchoes, calls)
    finding = by_rule["switches/setter-returns-value-in-force"].finding
    assert set(by_rule) == {"switches/setter-returns-value-in-force"}
    assert finding.transcript.exchanges[finding.index].call == needed[1]
    assert len(finding.transcript.exchanges) <= 3


def test_a_fault_that_only_a_later_read_makes_certain_comes_again() -> None:
    """The calls behind it are not cut to where another rule would explain it: it would then seem to come once only."""
    setter = "set_prefill_varlen_from_cli"
    calls = (
        Call("set_prefill_codispatch_from_cli", (True,)),
        Call("prefill_batched_chunk_zero_admitted"),
        Call(setter, (True,)),
        Call("prefill_varlen_enabled"),
    )
    one = shortened(wrong_ports.StopsEarly, calls)["admission/chunk-zero-resolves-both"]
    assert one.deterministic
    assert one.finding.script.calls[one.finding.index] == Call(setter, (True,))


def test_a_fault_deep_in_a_long_lifetime_is_shown_by_few_calls() -> None:
    """A thousand calls before it cost no more runs than may be spent."""
    filling = [Call("bool_value_enabled", (str(number),)) for number in range(1000)]
    needed = [Call("prefill_varlen_enabled"), Call("set_prefill_varlen_from_cli", (True,)), Call("prefill_varlen_enabled")]
    calls = [*filling[:400], needed[0], *filling[400:800], needed[1], *filling[800:], needed[2]]
    asker = InProcess(wrong_ports.SetterEchoes)
    runs: list[Script] = []

    def ask_alone(script: Script) -> Transcript:
        runs.append(script)
        return asker.ask_alone(script)

    by_rule = Shortener(ask_alone).shorten(found(wrong_ports.SetterEchoes, calls).shortest())
    assert len(runs) <= RUNS_PER_RULE
    assert len(by_rule["switches/setter-returns-value-in-force"].finding.script.calls) < 100


def test_a_fault_that_does_not_come_again_is_not_deterministic() -> None:
    """It is shown with what the same call was answered the second time."""
    calls = (Call("bool_value_enabled", ("1",)),)
    outcome = found(wrong_ports.stubborn_every(1), calls)
    one = Shortener(InProcess(Process).ask_alone).shorten(outcome.shortest())["truth/switch"]
    assert not one.deterministic
    assert one.again is not None
    assert one.again.exchanges[one.finding.index].answer is True
    assert one.finding.answer is False


@pytest.mark.parametrize("times", [2, 3])
def test_a_port_that_is_wrong_at_the_right_moment_is_not_deterministic(times: int) -> None:
    """A fault that came again once is put twice more."""
    factory = wrong_ports.stubborn_every(times)
    outcome = found(wrong_ports.stubborn_every(1), (Call("bool_value_enabled", ("1",)),))
    one = Shortener(InProcess(factory).ask_alone).shorten(outcome.shortest())["truth/switch"]
    assert not one.deterministic


def test_a_fault_that_took_every_run_to_shorten_is_put_once_more() -> None:
    """A port that is wrong after some calls until it has been asked often enough is not said to be wrong each time."""
    filling = [Call("decode_rollback_ring_slots_with", (number, False, None, None, False)) for number in range(1, 1000)]
    wrong = Call("fit_decode_ring_slots", (8, 0, 1, 8))
    asker, right, runs = InProcess(wrong_ports.StrictFit), InProcess(Process), 0

    def ask_alone(script: Script) -> Transcript:
        nonlocal runs
        runs += 1
        return (asker if filling[0] in script.calls and runs < RUNS_PER_RULE - 1 else right).ask_alone(script)

    one = Shortener(ask_alone).shorten(found(wrong_ports.StrictFit, [*filling, wrong]).shortest())["ring-fit/largest-fitting"]
    assert runs <= RUNS_PER_RULE
    assert not one.deterministic


def test_a_race_that_does_not_show_its_fault_again_is_broken_all_the_same() -> None:
    """Which thread comes first is chance, so the port need not be at fault for that."""
    race = Call("race", ((Call("set_decode_ring_slots", (1,)), Call("set_decode_ring_slots", (2,))),))
    seen = Transcript("test", 64, (Exchange(race, (1, 2)),))
    one = Shortener(InProcess(Process).ask_alone).shorten({"ring-publish/race": [Finding("ring-publish/race", seen, 0, "one value")]})
    assert one["ring-publish/race"].again is not None
    assert one["ring-publish/race"].deterministic


def test_a_hanging_port_is_waited_for_a_few_times_only() -> None:
    """Each wait costs the time limit, so it counts for many runs."""
    call = Call("decode_ring_fit_ladder")
    hung = NoAnswer(Failure.NO_ANSWER, "no answer in 10 s")
    seen = Transcript("test", 64, (*(Exchange(one, None) for one in UNRELATED[1:]), Exchange(call, hung)))
    runs = 0

    def ask_alone(script: Script) -> Transcript:
        nonlocal runs
        runs += 1
        return Transcript(script.case, 64, (Exchange(UNRELATED[1], hung),))

    one = Shortener(ask_alone).shorten({"ring-fit/ladder": [Finding("ring-fit/ladder", seen, 2, "(8, 4, 2, 1, 0)")] * 3})["ring-fit/ladder"]
    assert runs == 3
    assert not one.deterministic


def test_what_travels_between_processes_is_what_was_found() -> None:
    """Words above 2**53, bytes, races and a call without an answer arrive as they were."""
    exchanges = (
        Exchange(Call("set_env", (CODISPATCH_VARIABLE, b"\xff1")), None),
        Exchange(Call("set_decode_ring_slots", (2**64 - 1,)), 2**64 - 1),
        Exchange(Call("race", ((Call("published_decode_ring_slots"),),)), (2**64 - 1,)),
        Exchange(Call("published_decode_ring_slots"), NoAnswer(Failure.CRASHED, "crashed with signal 6 (SIGABRT)")),
    )
    outcome = Outcome("a batch", 3, 4, findings=[Finding(None, Transcript("a case", 64, exchanges, "the end\nof stderr"), 3, "an answer")])
    outcome.judgements["truth/switch"] = 5
    outcome.violations["truth/switch", frozenset()] = 1
    outcome.notices.append("A note.")
    assert unpacked(packed(outcome)) == outcome
