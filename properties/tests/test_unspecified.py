# ruff: noqa: D102, ARG002 - what a choice means is told where `Serves` names it, and with the class that makes it
"""Ports that choose otherwise where the pages specify nothing: each differs from the reference, and no rule is broken, nor in doubt, on any."""

from __future__ import annotations

from collections.abc import Callable
from itertools import chain

import pytest

from properties.cases.batch import Batch
from properties.cases.batches import BATCHES
from properties.faults.random_lifetimes import random_lifetimes
from properties.faults.trial import plan_for
from properties.harness.in_process import InProcess
from properties.judge import Judge
from properties.transcript import Script
from reference import Process
from spec.port import DECODE_ROLLBACK_RING_SLOTS, RESERVE_FULL_VARIABLE, SWITCHES, Served, ServeFlags

RANDOM_LIFETIMES = 2000


class Serves(Process):
    """Starts a serve as `spec/serve.md` tells it, with a method for each choice that the page leaves open."""

    def depth_given(self, flags: ServeFlags) -> str:
        """The text of the ring's flag."""
        return "auto" if flags.ssm_decode_ring_slots is None else flags.ssm_decode_ring_slots

    def start_of_fit(self, decided: int) -> int:
        """The depth that the fit starts from."""
        return decided

    def publishes(self, fitted: int, decided: int, *, nothing_fits: bool) -> bool:
        """Whether what was fitted is published."""
        del nothing_fits
        return fitted < decided

    def fits_while_reserve_is_full(self) -> bool:
        """Whether preflight fits while the variable of the full reserve is present."""
        return True

    def reserved_while_full(self, decided: int) -> int:
        """What is reserved while that variable is present."""
        del decided
        return DECODE_ROLLBACK_RING_SLOTS

    def start_serve(self, flags: ServeFlags, num_ssm_layers: int, reserve_without_ring: int, bytes_per_ring_slot: int, free_mem: int) -> Served:
        """A start, in the page's order."""
        for switch in SWITCHES:
            given = getattr(flags, switch.given)
            if given is not None:
                getattr(self, switch.setter)(given)
        depth = self.depth_given(flags)
        if depth != "auto":
            self.set_decode_ring_slots(int(depth))
        use_speculative = flags.speculative or flags.dflash
        full = self.environment.is_present(RESERVE_FULL_VARIABLE)
        if self.published_decode_ring_slots() is None and (not full or self.fits_while_reserve_is_full()):
            decided = self.decode_rollback_ring_slots(num_ssm_layers, use_speculative).slots
            fitted = self.fit_decode_ring_slots(self.start_of_fit(decided), reserve_without_ring, bytes_per_ring_slot, free_mem)
            if self.publishes(fitted, decided, nothing_fits=reserve_without_ring > free_mem):
                self.set_decode_ring_slots(fitted)
        decided = self.decode_rollback_ring_slots(num_ssm_layers, use_speculative).slots
        return Served(self.published_decode_ring_slots(), self.reserved_while_full(decided) if full else decided, decided)


class PublishesTheWholeRing(Serves):
    """A fit of the full depth is published as well."""

    def publishes(self, fitted: int, decided: int, *, nothing_fits: bool) -> bool:
        return True


class PublishesNothingWhereNothingFits(Serves):
    """The reserve alone is above the free memory, and the ring's cell stays empty."""

    def publishes(self, fitted: int, decided: int, *, nothing_fits: bool) -> bool:
        return fitted < decided and not nothing_fits


class FitsFromTheWholeRing(Serves):
    """The fit starts from the whole ring, whatever is decided."""

    def start_of_fit(self, decided: int) -> int:
        return DECODE_ROLLBACK_RING_SLOTS

    def publishes(self, fitted: int, decided: int, *, nothing_fits: bool) -> bool:
        return fitted < DECODE_ROLLBACK_RING_SLOTS


class ReservesNothingForAFullRing(Serves):
    """What is reserved under the variable of the full reserve is 0."""

    def reserved_while_full(self, decided: int) -> int:
        return 0


class PassesOverTheFullReserve(Serves):
    """The variable of the full reserve means nothing to it."""

    def reserved_while_full(self, decided: int) -> int:
        return decided


class DoesNotFitUnderAFullReserve(Serves):
    """Where the reserve is for the whole ring anyway, nothing is fitted."""

    def fits_while_reserve_is_full(self) -> bool:
        return False


class HasADepthForNoFlag(Serves):
    """Without its flag the ring has 4 slots, as if that had been asked for."""

    def depth_given(self, flags: ServeFlags) -> str:
        return "4" if flags.ssm_decode_ring_slots is None else flags.ssm_decode_ring_slots


class NamesEveryRollback(Process):
    """A rollback answers with a name of its own whatever is left open: with depth above 0, and without layers."""

    def rollback_to_boundary(self, num_ssm_layers: int, depth: int) -> str | None:
        return super().rollback_to_boundary(num_ssm_layers, depth) or "Done"


@pytest.fixture(scope="module")
def scripts() -> list[Script]:
    """The scripts of ci, and lifetimes drawn at random, that start a serve or roll back; without races, which anyone may win."""
    drawn = random_lifetimes(RANDOM_LIFETIMES)
    of_ci = (script for batch in BATCHES if isinstance(batch, Batch) for script in batch.scripts(plan_for("ci")))
    asked = ((script, {call.method for call in script.calls}) for script in chain(of_ci, drawn))
    return [script for script, methods in asked if methods & {"start_serve", "rollback_to_boundary"} and "race" not in methods]


@pytest.mark.parametrize(
    "port",
    [
        Serves,
        PublishesTheWholeRing,
        PublishesNothingWhereNothingFits,
        FitsFromTheWholeRing,
        ReservesNothingForAFullRing,
        PassesOverTheFullReserve,
        DoesNotFitUnderAFullReserve,
        HasADepthForNoFlag,
        NamesEveryRollback,
    ],
)
def test_a_port_that_chooses_otherwise_where_nothing_is_specified_passes(port: Callable[[], Process], scripts: list[Script]) -> None:
    """No rule is broken and none in doubt; and but for the one that chooses as the reference does, each port differs from it somewhere."""
    judge = Judge()
    differs = False
    ours, reference = InProcess(port), InProcess(Process)
    for script in scripts:
        transcript = ours.ask_alone(script)
        judge.judge(transcript)
        differs = differs or transcript != reference.ask_alone(script)
    assert (dict(judge.verdict.violations), differs) == ({}, port is not Serves)
