"""The suites of the cells are complete for the cells that the rules describe, and the random batches find and shorten what is planted."""

from __future__ import annotations

from collections.abc import Callable
from itertools import combinations

import pytest

from properties.cases import cells
from properties.cases.batch import DrivenBatch, Plan, Put
from properties.cases.batches import BATCHES
from properties.cases.cutting import Calls
from properties.cases.machine import MACHINES, RANDOM, SCOPES
from properties.cases.strategies import calls_of
from properties.harness.in_process import InProcess
from properties.judge import Judge
from properties.transcript import Script
from reference.process import Process
from spec.port import VARLEN_VARIABLE, Decision, Result
from spec.wire import METHODS

PLAN = Plan("ci", 64, frozenset(METHODS), 0.0, 0.0, 0)


def answers(calls: Calls, of_last: int) -> tuple[object, ...]:
    """What the reference answers to the last of these calls, in a lifetime of its own."""
    transcript = InProcess(Process).ask_alone(Script("cells", calls))
    return tuple(exchange.answer for exchange in transcript.exchanges[len(calls) - of_last :])


@pytest.mark.parametrize("cell", cells.CELLS, ids=lambda cell: cell.name)
def test_the_separators_tell_any_two_states_of_a_cell_apart(cell: cells.Cell) -> None:
    """Otherwise the suite would not know which state it came to."""
    for one, other in combinations(cell.ways, 2):
        assert any(answers(one + separator, len(separator)) != answers(other + separator, len(separator)) for separator in cell.separators)


@pytest.mark.parametrize("cell", cells.CELLS, ids=lambda cell: cell.name)
def test_the_ways_lead_to_every_state_of_a_cell(cell: cells.Cell) -> None:
    """Every input leads from each of these states to one of them again."""

    def signature(way: Calls) -> tuple[tuple[object, ...], ...]:
        return tuple(answers(way + separator, len(separator)) for separator in cell.separators)

    known = {signature(way) for way in cell.ways}
    assert len(known) == len(cell.ways)
    for way in cell.ways:
        for call in cell.inputs:
            assert signature((*way, call)) in known, (way, call)


@pytest.mark.parametrize("cell", cells.CELLS, ids=lambda cell: cell.name)
def test_a_suite_holds_every_way_with_every_continuation(cell: cells.Cell) -> None:
    """Each stands in the suite, if only as the beginning of a longer one."""
    suite = cells.suite(cell, 1)
    beginnings = {test[:length] for test in suite for length in range(len(test) + 1)}
    for way in cell.ways:
        for first in cell.inputs:
            for second in cell.inputs:
                for separator in cell.separators:
                    assert (*way, first, second, *separator) in beginnings
    assert not any(test in {other[: len(test)] for other in suite if len(other) > len(test)} for test in suite[:50])


class Recorder:
    """Puts scripts to a port in this process and keeps them, and which of them broke a rule."""

    def __init__(self, port: Callable[[], Process]) -> None:
        self.scripts: list[Script] = []
        self.broke: list[bool] = []
        self._asker = InProcess(port)
        self._judge = Judge()

    def put(self, script: Script) -> bool:
        """Puts one script."""
        self.scripts.append(script)
        self.broke.append(bool(self._judge.judge(self._asker.ask_alone(script))))
        return self.broke[-1]


def drive(name: str, put: Put, plan: Plan = PLAN) -> None:
    """Drives the batch of this name."""
    (batch,) = (batch for batch in BATCHES if batch.name == name)
    assert isinstance(batch, DrivenBatch)
    batch.drive(plan, put)


class ForgetsWhatItRead(Process):
    """A getter that reads its variable afresh each time."""

    def prefill_varlen_enabled(self) -> bool:
        """Keeps nothing."""
        return self.bool_value_enabled(self.environment.text(VARLEN_VARIABLE))


class TakesASpace(Process):
    """A parser that trims."""

    def parse_decode_ring_slots(self, s: str) -> Result:  # type: ignore[override]  # wrong on purpose, in its answers alone
        """Takes blanks at both ends."""
        return super().parse_decode_ring_slots(s.strip())


class DecidesByHalf(Process):
    """A decision with another depth by default."""

    def decode_rollback_ring_slots(self, num_ssm_layers: int, use_speculative: bool) -> Decision:
        """Halves every depth."""
        right = super().decode_rollback_ring_slots(num_ssm_layers, use_speculative)
        return Decision(right.slots // 2, right.skip_reason)


@pytest.mark.parametrize(
    ("name", "port", "longest"),
    [
        ("machine[switches]", ForgetsWhatItRead, 2),
        ("machine[everything]", ForgetsWhatItRead, 4),  # of so much it may not come to the shortest before its shrinking is broken off
        ("machine[ring]", DecidesByHalf, 1),
        ("random[parse_decode_ring_slots]", TakesASpace, 12),
    ],
)
def test_a_planted_mistake_is_found_and_shortened(name: str, port: Callable[[], Process], longest: int) -> None:
    """A script that broke a rule is as short as can be, or nearly, its closing reads aside."""
    recorder = Recorder(port)
    drive(name, recorder.put)
    broken = [script for script, broke in zip(recorder.scripts, recorder.broke, strict=True) if broke]
    assert broken
    closing = max((len(scope.closing) for scope in SCOPES if name == f"machine[{scope.name}]"), default=0)
    assert min(len(script.calls) for script in broken) <= closing + longest
    assert len(recorder.scripts) < 600


@pytest.mark.parametrize("name", ["machine[everything]", "random[fit_decode_ring_slots]"])
def test_random_work_is_the_same_at_every_run_of_ci(name: str) -> None:
    """It is derandomized, and keeps no database."""
    runs = [Recorder(Process) for _ in range(2)]
    for run in runs:
        drive(name, run.put)
    assert runs[0].scripts == runs[1].scripts
    assert len(runs[0].scripts) >= 100


@pytest.mark.parametrize("batch", [*MACHINES, *RANDOM], ids=lambda batch: batch.name)
def test_a_machine_that_leaves_examples_out_says_so(batch: DrivenBatch) -> None:
    """As every other batch does for a port that is slow to answer or to start."""
    assert batch.notice is not None
    assert batch.notice(PLAN) is None
    assert "one in 509 was put to this port" in str(batch.notice(PLAN.__class__("ci", 64, frozenset(METHODS), 1.0, 1.0, 0)))


def test_another_seed_gives_other_work_in_deep_and_the_same_seed_the_same() -> None:
    """A seed repeats a failure."""
    name, few = "random[batched_chunk_zero_admitted]", 0.000_5  # a cost that thins the work
    plans = [PLAN.__class__("deep", 64, frozenset(METHODS), few, 0.0, seed) for seed in (1, 1, 2)]
    runs = [Recorder(Process) for _ in plans]
    for run, plan in zip(runs, plans, strict=True):
        drive(name, run.put, plan)
    assert runs[0].scripts == runs[1].scripts
    assert runs[0].scripts != runs[2].scripts


@pytest.mark.parametrize("method", sorted(set(METHODS) - {"race"}))
def test_every_method_has_a_strategy(method: str) -> None:
    """Its annotations are all known."""
    calls_of(method, 32, ("VARIABLE",)).validate()
