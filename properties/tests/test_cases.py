"""The cases are what they say: complete, in bounds, the same at every run, smallest first. That they catch mistakes is shown by the faults."""

from __future__ import annotations

import hashlib
import subprocess
import sys
from collections.abc import Iterable, Iterator
from functools import cache
from itertools import chain, pairwise
from pathlib import Path

import pytest

from properties.cases import cutting, endurance, fit_boundaries, lifetimes, races
from properties.cases.batch import Batch, DrivenBatch, Plan, Profile
from properties.cases.batches import BATCHES
from properties.cases.operations import ADMISSION_OPERATIONS, ADMISSION_READS, LOGGING_OPERATIONS, RING_OPERATIONS
from properties.transcript import Script
from spec.port import DECODE_ROLLBACK_RING_SLOTS, SWITCHES, Call, ServeFlags
from spec.wire import METHODS, read_request, request

ROOT = Path(__file__).parents[2]
LISTED = tuple(batch for batch in BATCHES if isinstance(batch, Batch) and batch not in races.RACE_BATCHES)
"""The batches that do not look at the clock."""


def plan_of(
    profile: Profile = "ci", *, word_bits: int = 64, cost_per_call: float = 0.0, cost_per_start: float = 0.0, methods: Iterable[str] = METHODS
) -> Plan:
    """A plan for a port that offers these methods."""
    return Plan(profile, word_bits, frozenset(methods), cost_per_call, cost_per_start, seed=0)


def every_script(plan: Plan) -> Iterator[Script]:
    """The scripts of every listed batch."""
    return chain.from_iterable(batch.scripts(plan) for batch in LISTED)


def every_call(plan: Plan) -> Iterator[Call]:
    """Every call of every listed batch, those in races too."""
    return (call for script in every_script(plan) for call in script.calls)


@cache
def digest(plan: Plan) -> str:
    """A digest of every script of a plan."""
    digested = hashlib.sha256()
    for script in every_script(plan):
        digested.update(repr(script).encode())
    return digested.hexdigest()


def batch_named(name: str) -> Batch:
    """The listed batch of this name."""
    return next(batch for batch in LISTED if batch.name == name)


def test_every_batch_has_a_name_of_its_own() -> None:
    """Batches are told apart by name in the verdict."""
    names = [batch.name for batch in BATCHES]
    assert len(set(names)) == len(names)


@pytest.mark.parametrize("word_bits", [32, 64])
def test_every_argument_is_of_its_kind(word_bits: int) -> None:
    """Words fit the port's word, u32 their 32 bits, each call has its method's parameters, and no environment is asked to hold NUL."""
    for call in every_call(plan_of(word_bits=word_bits)):
        parameters = METHODS[call.method].parameters
        assert len(call.args) == len(parameters), call
        for name, arg in zip(parameters, call.args, strict=True):
            if type(arg) is int:
                assert 0 <= arg < 2 ** (32 if name in ("m", "n", "k") else word_bits), call
            if isinstance(arg, str):
                arg.encode()  # no lone surrogate
        if call.method == "set_env":
            value = call.args[1]
            assert not (isinstance(value, str) and "\0" in value), call
            assert not (isinstance(value, bytes) and 0 in value), call


def test_no_script_is_over_the_bound_but_the_one_of_many_shapes() -> None:
    """Transcripts stay small; the lifetime of twenty thousand shapes cannot."""
    longer = {script.case for script in every_script(plan_of()) if len(script.calls) > cutting.LONGEST_SCRIPT}
    assert longer == {"endurance[many-shapes]"}


def test_twenty_thousand_shapes_come_before_the_first_again() -> None:
    """The memory of shapes has no bound that the suite could not see."""
    (script,) = batch_named("endurance[many-shapes]").scripts(plan_of())
    asked = [call.args for call in script.calls if call.method == "log_gemm_shape"]
    assert asked[-1] == asked[0]
    assert len(set(asked)) == endurance.SHAPES == 20_000


def test_a_batch_says_which_batch_its_scripts_are_of() -> None:
    """A failure names the batch that found it."""
    for batch in LISTED:
        assert all(script.case.startswith(batch.name) for script in batch.scripts(plan_of("smoke"))), batch.name


def test_every_method_is_called() -> None:
    """Whatever a port offers is asked, but for what the harness does itself."""
    called = {call.method for call in every_call(plan_of())} | {"race"}
    assert called == set(METHODS) - {"hello", "reset"}


def test_every_call_is_one_that_the_wire_carries() -> None:
    """An argument of a type that its method does not take would be answered in process, and refused by a port's driver."""
    of_a_kind = {(call.method, *map(type, call.args)): call for call in every_call(plan_of())}
    for call in of_a_kind.values():
        assert read_request(request(1, call)).call == call


def test_every_switch_is_set_read_and_given_a_variable_in_every_short_lifetime_batch() -> None:
    """The switches are enumerated, so that a further one is covered by being declared."""
    for name in ("lifetimes[switches]", "lifetimes[across]", "sequences[operands]", "endurance[switches]", "serve[flags]"):
        calls = {(call.method, *call.args[:1]) for script in batch_named(name).scripts(plan_of()) for call in script.calls}
        for switch in SWITCHES:
            assert {(switch.setter, True), (switch.setter, False), (switch.getter,), ("set_env", switch.variable)} <= calls


def test_all_sequences_of_up_to_three_operations_are_there() -> None:
    """As many lifetimes as there are sequences, no two alike."""
    for name, operations in (
        ("lifetimes[switches]", ADMISSION_OPERATIONS),
        ("lifetimes[ring]", RING_OPERATIONS),
        ("lifetimes[logging]", LOGGING_OPERATIONS),
        ("lifetimes[logging-on]", LOGGING_OPERATIONS),
    ):
        scripts = [script.calls for script in batch_named(name).scripts(plan_of())]
        assert len(set(operations)) == len(operations)
        assert len(scripts) == len(set(scripts)) == sum(len(operations) ** length for length in range(4)), name


def test_all_pairs_across_subsystems_are_there() -> None:
    """Every operation stands before and behind every one of another subsystem."""
    sizes = [len(operations) for operations in (ADMISSION_OPERATIONS, RING_OPERATIONS, LOGGING_OPERATIONS)]
    pairs = sum(sizes) ** 2 - sum(size**2 for size in sizes)
    scripts = [script.calls for script in batch_named("lifetimes[across]").scripts(plan_of())]
    assert len(scripts) == len(set(scripts)) == pairs


def test_a_short_lifetime_ends_with_every_read_of_its_subsystem() -> None:
    """Without the reads a wrong state would not be seen."""
    for operations, reads in ((ADMISSION_OPERATIONS, len(ADMISSION_READS)), (RING_OPERATIONS, 3)):
        getters = {call for call in operations if not METHODS[call.method].parameters}
        assert len(getters) + (operations is RING_OPERATIONS) * 2 == reads
    for script in batch_named("lifetimes[switches]").scripts(plan_of()):
        assert {call.method for call in script.calls[-len(ADMISSION_READS) :]} == {call.method for call in ADMISSION_OPERATIONS if not call.args}


@pytest.mark.parametrize(
    "name", ["lifetimes[switches]", "lifetimes[ring]", "lifetimes[logging]", "cells[codispatch]", "cells[varlen]", "cells[ring]", "cells[shape-log]"]
)
def test_lifetimes_come_shortest_first(name: str) -> None:
    """What is found first is then short."""
    lengths = [len(script.calls) for script in batch_named(name).scripts(plan_of())]
    assert lengths == sorted(lengths)


def test_the_fit_begins_with_small_numbers_and_goes_on_to_larger_ones() -> None:
    """The first violation is one that a person can follow."""
    grid = list(fit_boundaries.grid())
    assert max(arg for call in grid for arg in call.args if isinstance(arg, int)) < 64
    order = [max(call.args[1:3]).bit_length() for call in fit_boundaries.boundaries(64)]  # type: ignore[type-var, union-attr]  # these are words
    assert order == sorted(order)


@pytest.mark.parametrize("word_bits", [32, 64])
def test_the_fit_has_every_start_with_every_pair_of_reserve_and_size(word_bits: int) -> None:
    """The classes are crossed in full."""
    calls = list(fit_boundaries.boundaries(word_bits))
    expected = sum(
        len(fit_boundaries.starts(word_bits)) * len(fit_boundaries.frees(word_bits, reserve, size))
        for size in fit_boundaries.sizes(word_bits)
        for reserve in fit_boundaries.reserves(word_bits, size)
    )
    assert len(calls) == len(set(calls)) == expected


def test_the_fit_has_memory_on_both_sides_of_every_sum() -> None:
    """For each rung one byte too little, just enough, and one more than enough, wherever a word can hold it."""
    for size in (0, 1, 10, 2**61, 2**64 - 1):
        for rung in fit_boundaries.RUNGS:
            total = min(100 + rung * size, 2**64 - 1)
            wanted = {one for one in (total - 1, total, total + 1) if one < 2**64}
            assert wanted <= set(fit_boundaries.frees(64, 100, size))


@pytest.mark.parametrize("profile", ["smoke", "ci"])
def test_the_chains_vary_each_argument_alone_from_one_call_to_the_next(profile: Profile) -> None:
    """Monotony compares neighbours that differ in one argument; a thinned batch leaves out whole chains."""
    varied = [0, 0, 0, 0]
    for script in batch_named("lattice[ring-fit-chains]").scripts(plan_of(profile)):
        for (_, before), (_, now) in pairwise(script.calls):
            differing = [place for place in range(4) if before[place] != now[place]]
            if len(differing) == 1:
                varied[differing[0]] += 1
    assert min(varied) >= {"smoke": 30, "ci": 3_000}[profile]


def test_the_decision_is_crossed_in_full() -> None:
    """As many calls as the classes have combinations, no two alike."""
    calls = [call for script in batch_named("lattice[ring-decision]").scripts(plan_of()) for call in script.calls]
    values = [{call.args[place] for call in calls} for place in range(5)]
    combinations = 1
    for one in values:
        combinations *= len(one)
    assert len(calls) == len(set(calls)) == combinations
    assert {0, 1, 2**31, 2**32, 2**63, 2**64 - 1} <= values[0]
    assert {None, 0, 1, DECODE_ROLLBACK_RING_SLOTS, DECODE_ROLLBACK_RING_SLOTS + 1, 2**64 - 1} <= values[2]


def test_a_serve_starts_with_a_text_that_the_command_line_takes() -> None:
    """What it does with another is not specified."""
    for batch in LISTED:
        for script in batch.scripts(plan_of()) if batch.name.startswith("serve") else ():
            for call in (call for call in script.calls if call.method == "start_serve"):
                flags = call.args[0]
                assert isinstance(flags, ServeFlags)
                text = flags.ssm_decode_ring_slots
                assert text in (None, "auto") or 0 <= int(text) <= DECODE_ROLLBACK_RING_SLOTS


def racers_in(script: Script) -> list[tuple[Call, ...]]:
    """Who takes part in each of its races."""
    return [
        tuple(one for one in call.args[0] if isinstance(one, Call))
        for call in script.calls
        if call.method == "race" and isinstance(call.args[0], tuple)
    ]


def test_races_have_thirty_two_racers_that_can_race() -> None:
    """The wire lets no other call race, and so many threads are not run at one time, so that some are stopped in the middle of a call."""
    for number, race in enumerate(races.RACES):
        (racers,) = racers_in(races.script_of(race, number))
        assert len(racers) == races.THREADS == 32
        assert all(METHODS[call.method].can_race for call in racers)
        assert set(racers) == set(race.racers)


def test_few_threads_race_over_every_cell_in_one_process() -> None:
    """A process costs more than its races, and a race settles its cell for good."""
    cells = [*({switch.setter} for switch in SWITCHES), {"set_decode_ring_slots"}]
    first, numbers_of_threads = set(), set()
    for number in range(60):
        raced = racers_in(races.script_of_few(number))
        written = [{call.method for call in racers} & set().union(*cells) for racers in raced]
        assert all(written_in_one <= cell for written_in_one, cell in zip(written, cells[number % 3 :] + cells[: number % 3], strict=True))
        first.add(raced[0][0].method)
        (threads,) = {len(racers) for racers in raced}
        numbers_of_threads.add(threads)
    assert numbers_of_threads == {2, 4}
    assert first >= set().union(*cells)


def test_a_cell_that_few_threads_raced_over_is_read_before_the_next_is() -> None:
    """Otherwise a depth that racers disagreed on looks as if it came from what was raced since."""
    reads = {*(switch.getter for switch in SWITCHES), "published_decode_ring_slots"}
    for number in range(60):
        calls = races.script_of_few(number).calls
        after = [calls[index + 1].method for index, call in enumerate(calls) if call.method == "race"]
        assert set(after) == reads


def test_few_threads_race_only_for_what_two_of_them_can_settle_differently() -> None:
    """With two threads a race over a cell that is settled, or that nobody writes, would find nothing; each of the others comes with both numbers."""
    come = {tuple(sorted(map(repr, racers))) for number in range(60) for racers in racers_in(races.script_of_few(number))}
    assert {len(racers) for racers in come} == {2, 4}
    for switch in SWITCHES:
        on, off = Call(switch.setter, (True,)), Call(switch.setter, (False,))
        assert tuple(sorted(map(repr, (on, off)))) in come
        assert tuple(sorted(map(repr, (on, off, on, off)))) in come
    for of_a_cell, _ in races.CONTESTED:
        assert {race.what for race in of_a_cell}.isdisjoint({"after a flag", "after a read", "after a depth", "reads alone", "reads of nothing"})


def test_races_are_over_each_cell_and_over_all_three() -> None:
    """A lock that two cells share shows only where both are raced."""
    cells = [{switch.getter} for switch in SWITCHES] + [{"published_decode_ring_slots"}]
    raced = [{call.method for call in race.racers} for race in races.RACES]
    for cell in cells:
        assert any(cell <= methods and not any(other <= methods for other in cells if other != cell) for methods in raced)
    assert any(all(cell <= methods for cell in cells) for methods in raced)


def test_a_port_without_methods_is_asked_nothing() -> None:
    """A batch is empty where nothing of it can be asked."""
    asked = [
        script
        for script in every_script(plan_of(methods=("hello", "set_env", "set_debug_logging", "reset")))
        if not script.case.startswith("examples")
    ]
    assert asked == []


def test_a_port_that_cannot_change_its_environment_is_not_asked_what_it_reads_there() -> None:
    """The same question ten thousand times over would tell nothing."""
    plan = plan_of(methods=set(METHODS) - {"set_env"})
    assert not [script for script in every_script(plan) if script.case.startswith("texts[environment")]


def test_the_smoke_profile_asks_little_and_says_nothing_of_it() -> None:
    """It is for a first look and its name says so."""
    plan = plan_of("smoke")
    assert sum(1 for _ in every_call(plan)) < 30_000
    assert sum(1 for _ in every_script(plan)) < 1_500
    assert not any(batch.notice(plan) for batch in LISTED if batch.notice is not None and batch.name != "examples")


@pytest.mark.parametrize(("per_call", "per_start"), [(0.05, 0.1), (0.05, 1.0), (0.0, 1.0), (0.002, 0.0), (0.0, 0.1)])
def test_a_slow_port_is_asked_no_more_than_ten_minutes_allow(per_call: float, per_start: float) -> None:
    """What is left out is said; the examples, which are few, are always put."""
    plan = plan_of(cost_per_call=per_call, cost_per_start=per_start)
    scripts = [len(script.calls) for script in every_script(plan)]
    longest = (races.LONGEST_SECONDS[plan.profile], races.LONGEST_SECONDS_OF_FEW[plan.profile])
    racing = sum(min(seconds, races.ROUNDS[plan.profile] * per_start) for seconds in longest)
    assert sum(scripts) * per_call + len(scripts) * per_start + racing <= 600
    assert any(batch.notice is not None and batch.notice(plan) for batch in LISTED)


def test_a_quick_port_is_asked_everything() -> None:
    """No notice, and no measurement's noise that could make one."""
    plan = plan_of(cost_per_call=0.000_1, cost_per_start=0.004)
    assert not any(batch.notice(plan) for batch in LISTED if batch.notice is not None)
    assert digest(plan) == digest(plan_of())


def test_a_thinned_lattice_keeps_every_value_of_every_argument() -> None:
    """The stride does not fall into step with the product."""
    for name, stride in (("lattice[ring-decision]", 97), ("lattice[ring-fit]", 97)):
        full, thin = ([call.args for script in batch_named(name).scripts(plan) for call in script.calls] for plan in (plan_of(), plan_of("smoke")))
        assert len(thin) <= len(full) / stride + cutting.ALWAYS_TAKEN[stride] + 1
        for place in (0, 1, 2, 4) if name == "lattice[ring-decision]" else (0,):
            assert {args[place] for args in thin} == {args[place] for args in full}


def test_the_scripts_do_not_depend_on_the_hash_seed() -> None:
    """The same verdict, always: two interpreters with other seeds make the same calls in the same order."""
    code = "from properties.tests.test_cases import digest, plan_of; print(digest(plan_of()))"
    running = [
        subprocess.Popen(
            [sys.executable, "-c", code], cwd=ROOT, env={"PYTHONHASHSEED": seed, "PYTHONPATH": str(ROOT)}, stdout=subprocess.PIPE, text=True
        )
        for seed in ("1", "2")
    ]
    digests = {process.communicate()[0].strip() for process in running}
    assert digests == {digest(plan_of())}


def test_driven_batches_are_named_after_what_they_are() -> None:
    """Random work is never taken for an enumeration."""
    names = [batch.name for batch in BATCHES if isinstance(batch, DrivenBatch)]
    assert names
    assert all(name.startswith(("machine[", "random[")) for name in names)


def test_every_sequence_comes_in_the_order_of_length() -> None:
    """Its count is the sum of the powers."""
    operations = ADMISSION_OPERATIONS[:3]
    sequences = list(lifetimes.every_sequence(operations, 3))
    assert len(sequences) == 1 + 3 + 9 + 27
    assert all(len(one) <= len(other) for one, other in pairwise(sequences))
