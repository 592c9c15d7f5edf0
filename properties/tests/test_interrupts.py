"""Where an interrupt comes while a port is judged: where a run can be broken off, and nowhere else."""

from __future__ import annotations

import signal

import pytest

from properties.harness.interrupts import interrupts_held_back, interrupts_let_through


def test_an_interrupt_that_is_held_back_comes_behind_the_block() -> None:
    """Whatever blocks are within."""
    done = []

    def two_steps() -> None:
        with interrupts_held_back():
            with interrupts_held_back():
                signal.raise_signal(signal.SIGINT)
                done.append("inner")
            done.append("outer")

    with pytest.raises(KeyboardInterrupt):
        two_steps()
    assert done == ["inner", "outer"]


def test_the_one_that_came_while_they_were_held_back_is_let_through_first() -> None:
    """It is not forgotten, and nothing is begun that it would break off."""
    begun = False
    with interrupts_held_back():
        signal.raise_signal(signal.SIGINT)
        with pytest.raises(KeyboardInterrupt), interrupts_let_through():
            begun = True
    assert not begun


def test_an_interrupt_that_is_let_through_tells_of_nothing_but_itself() -> None:
    """Pytest shows where an exception came from, and stumbles where that is no line."""

    def interrupted() -> None:
        signal.raise_signal(signal.SIGINT)

    with interrupts_held_back(), pytest.raises(KeyboardInterrupt) as raised, interrupts_let_through():
        interrupted()
    assert "interrupted" not in [entry.name for entry in raised.traceback]
    assert (raised.value.__cause__, raised.value.__suppress_context__) == (None, True)


def test_where_nothing_holds_them_back_they_are_let_through_as_they_come() -> None:
    """Then pytest, or whoever calls, minds them as it did."""
    before = signal.getsignal(signal.SIGINT)
    with pytest.raises(KeyboardInterrupt), interrupts_let_through():
        signal.raise_signal(signal.SIGINT)
    assert signal.getsignal(signal.SIGINT) is before
