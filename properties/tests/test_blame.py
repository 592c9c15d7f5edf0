"""A wrong answer is blamed on a rule that judges it, and where something is broken, some rule is broken for certain: nothing wrong passes."""

from __future__ import annotations

import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from properties.faults.changed_answers import changes_of
from properties.faults.random_lifetimes import random_lifetimes
from properties.harness.in_process import InProcess
from properties.judge import Judge, Violations, broken_for_certain
from properties.report.options import ROOT
from properties.rules import admission, decisions, ring_publish, shape_log, switches
from properties.rules.decisions import RING_CELL_RULES
from properties.rules.lifetime import Lifetime
from properties.rules.ring_decision import DECISION_RULES
from properties.rules.rule import NOBODY, Blame
from properties.transcript import Exchange, Transcript
from reference import Process
from spec.port import CODISPATCH_VARIABLE, Q12_VARIABLE, SWITCHES, Call, Decision, Served, ServeFlags

RULES = st.sampled_from("abcde")
VIOLATIONS = st.dictionaries(st.tuples(RULES, st.frozensets(RULES)), st.integers(1, 3)).map(Counter)
LIFETIMES = 1000


@given(VIOLATIONS)
def test_a_violation_is_left_out_only_where_a_rule_explains_it_that_is_broken_for_certain(violations: Violations) -> None:
    """However the rules explain one another."""
    broken = broken_for_certain(violations)
    assert broken <= {rule for rule, _ in violations}
    assert all(rule in broken or unless & broken for rule, unless in violations)


@given(VIOLATIONS, st.frozensets(RULES))
def test_where_one_rule_would_explain_every_violation_one_is_broken_for_certain(violations: Violations, unless: frozenset[str]) -> None:
    """Though another may have more violations: that they are explained tells against it."""
    explained = Counter({(rule, doubts | {"a"}): times for (rule, doubts), times in violations.items()})
    explained["a", unless] += 1
    assert len(broken_for_certain(explained)) == 1


SYMMETRIC = """\
from collections import Counter
from properties.judge import broken_for_certain
told = "a b 3, a bcd 2, a c 6, b acd 2, b c 3, b d 6, c a 6, c abd 2, c d 3, d a 3, d abc 2, d b 6"
violations = Counter({(rule, frozenset(unless)): int(times) for rule, unless, times in map(str.split, told.split(","))})
print("".join(sorted(broken_for_certain(violations))))
"""
"""Rules that differ in nothing but their names, with thirds of violations among their shares."""


def test_what_is_broken_for_certain_does_not_depend_on_the_order_of_sets() -> None:
    """Which is another with each hash seed: sums of floats would differ with it in the last place."""
    told = {
        subprocess.run([sys.executable, "-c", SYMMETRIC], env={"PYTHONHASHSEED": seed}, cwd=ROOT, capture_output=True, check=True).stdout
        for seed in ("0", "1", "2", "3")
    }
    assert len(told) == 1


def culprits(lifetime: Lifetime) -> Iterator[tuple[int, Blame]]:
    """Every call of the cells, the questions and the logs that was answered wrongly, and the rule to blame."""
    yield from ((one.touch.at, one.culprit) for one in switches.tellings(lifetime))
    yield from ((one.touch.at, one.culprit) for one in ring_publish.tellings(lifetime))
    yield from ((one.index, blame) for one, _, blame in admission.questions(lifetime))
    yield from ((one.index, blame) for one, _, blame in decisions.decisions(lifetime))
    yield from ((one.index, blame) for one, blame in shape_log.logs(lifetime))


def wrong_lifetimes() -> Iterator[Transcript]:
    """Lifetimes of the reference with up to three answers changed."""
    asker = InProcess(Process)
    for number, script in enumerate(random_lifetimes(LIFETIMES)):
        random = Random(number)  # noqa: S311 - nothing secret
        transcript = asker.ask_alone(script)
        for _ in range(3):
            changes = tuple(changes_of(transcript, (random.randrange(len(transcript.exchanges)),)))
            if changes:
                transcript = random.choice(changes).transcript
        yield transcript


def test_the_rule_to_blame_is_one_that_judges_the_call() -> None:
    """A rule that is blamed for a call that it does not look at would let the answer pass."""
    blamed = 0
    for transcript in wrong_lifetimes():
        found = {(violation.index, violation.rule) for violation in Judge().judge(transcript)}
        to_blame = {(index, blame.rule) for index, blame in culprits(Lifetime(transcript)) if blame is not NOBODY}
        assert to_blame <= found
        blamed += len(to_blame)
    assert blamed > LIFETIMES


def test_a_switch_that_is_told_as_off_is_off_whatever_other_levers_say() -> None:
    """It cannot be the first-chunk answer, which would be on; so what is asked next is judged by what was told."""
    told_off = (
        Exchange(Call("set_env", (CODISPATCH_VARIABLE, "1")), None),
        Exchange(Call("set_env", (Q12_VARIABLE, "1")), None),
        Exchange(Call("prefill_codispatch_enabled"), False),
    )
    in_force = Lifetime(Transcript("", 64, told_off)).in_force(SWITCHES[0], len(told_off))
    assert in_force is not None
    assert (in_force.value, in_force.told) == (False, True)


OTHER_SETTERS = (Call("set_decode_ring_slots", (1,)), Call("set_decode_ring_slots", (2,)))


@pytest.mark.parametrize(
    "later",
    [
        Exchange(Call("set_decode_ring_slots", (1,)), 5),
        Exchange(Call("published_decode_ring_slots"), 5),
        Exchange(Call("decode_rollback_ring_slots", (1, False)), Decision(5, None)),
        Exchange(Call("race", (OTHER_SETTERS,)), (5, 5)),
        Exchange(Call("start_serve", (ServeFlags(None, None, "auto", False, False), 1, 0, 1, 3)), Served(5, 5, 5)),
    ],
    ids=lambda later: later.call.method,
)
def test_what_a_race_left_open_is_no_other_rules_fault(later: Exchange) -> None:
    """Its setters disagree, and another race comes before anything tells the depth: nobody can say what is right until it is read."""
    setters = (Call("set_decode_ring_slots", (3,)), Call("set_decode_ring_slots", (5,)))
    switches = (Call("prefill_varlen_enabled"), Call("prefill_varlen_enabled"))
    asked = (
        Exchange(Call("race", (setters,)), (3, 5)),
        Exchange(Call("race", (switches,)), (False, False)),
        later,
        Exchange(Call("published_decode_ring_slots"), 5),
        Exchange(Call("set_decode_ring_slots", (2,)), 5),
    )
    judge = Judge()
    judge.judge(Transcript("", 64, asked))
    assert set(judge.verdict.violations) == {("ring-publish/race", RING_CELL_RULES | DECISION_RULES)}  # that of the first race
    assert judge.verdict.violations.total() == 1
