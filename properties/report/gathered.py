"""What the batches of a run came to, by name: kept as their reports come in, dropped where they turn out to be worth nothing, and added up.

A batch that was put again replaces what it came to before. Nothing here asks, decides a verdict or prints.
"""

from __future__ import annotations

from collections.abc import Iterator

from properties.cases.batches import BATCHES
from properties.report.outcome import Outcome
from properties.report.report import Batches


class Gathered:
    """The outcomes of the batches that have ended, and the seconds that they took."""

    def __init__(self) -> None:
        self._outcomes: dict[str, Outcome] = {}
        self._seconds: dict[str, float] = {}

    def __contains__(self, batch: str) -> bool:
        """Whether a batch has ended."""
        return batch in self._outcomes

    def __bool__(self) -> bool:
        """Whether any batch has ended."""
        return bool(self._outcomes)

    def keep(self, outcome: Outcome, seconds: float) -> None:
        """Keeps what a batch came to."""
        self._outcomes[outcome.batch] = outcome
        self._seconds[outcome.batch] = seconds

    @property
    def reset_failed(self) -> str | None:
        """How the port's `reset` was found out, in whichever process of the run; None where it was not."""
        return next((one.reset_failed for one in self._outcomes.values() if one.reset_failed is not None), None)

    def drop_what_reset_spoilt(self) -> list[str]:
        """Drops the batches that rest on a `reset` that was found out since, and names them."""
        spoilt = [name for name, one in self._outcomes.items() if one.by_reset] if self.reset_failed is not None else []
        for name in spoilt:
            del self._outcomes[name]
        return spoilt

    def total(self) -> Outcome:
        """All of them added up."""
        total = Outcome("all")
        for name in self._names():
            total.add(self._outcomes[name])
        return total

    def batches(self) -> Iterator[Batches]:
        """What is told of each batch, in the order of the list of batches."""
        for name in self._names():
            one = self._outcomes[name]
            yield Batches(name, one.lifetimes, one.calls, one.judgements.total(), one.broken.total(), self._seconds[name])

    def _names(self) -> list[str]:
        listed = [batch.name for batch in BATCHES]
        return sorted(self._outcomes, key=lambda name: listed.index(name) if name in listed else len(listed))
