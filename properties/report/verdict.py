"""The verdict: from the sum of all outcomes to a status for each rule, and from these to the exit status. Nothing here asks or prints."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from enum import IntEnum, StrEnum
from typing import Final

from properties.judge import observable
from properties.report.outcome import Outcome
from properties.report.shorten import Shortened


class Status(StrEnum):
    """What is said of one rule."""

    HOLDS = "holds"
    BROKEN = "broken"
    IN_DOUBT = "in doubt until the broken rules hold"
    NOT_DETERMINISTIC = "not deterministic"
    KNOWN = "known to be broken"
    STALE = "holds, but is listed as known to be broken"
    NOT_IMPLEMENTED = "not implemented"
    NOT_EXERCISED = "not exercised"


class Exit(IntEnum):
    """The exit statuses of the door."""

    HOLDS = 0
    BROKEN = 1
    INTERRUPTED = 2
    CANNOT_RUN = 3
    USAGE = 4
    NOTHING_RAN = 5


FAILS: Final = frozenset({Status.BROKEN, Status.NOT_DETERMINISTIC, Status.STALE})
UNSEEN: Final = frozenset({Status.NOT_IMPLEMENTED, Status.NOT_EXERCISED})


@dataclass(frozen=True, slots=True)
class RuleVerdict:
    """What is said of one rule, the judgements that could have failed, how many did, and the shortest transcript of it."""

    rule: str
    sentence: str
    status: Status
    judgements: int
    violations: int
    failure: Shortened | None


@dataclass(frozen=True, slots=True)
class Wanted:
    """What the verdict is asked to be strict about: the rules chosen, those known to be broken, and whether every rule must have been seen."""

    rules: tuple[str, ...]
    known: frozenset[str]
    require_all: bool


def by_rule(
    wanted: Wanted, sentences: Mapping[str, str], offered: Iterable[str], outcome: Outcome, failures: Mapping[str | None, Shortened]
) -> tuple[RuleVerdict, ...]:
    """A verdict for each chosen rule, in their order."""
    seen_somehow = observable(offered)
    broken, violated = outcome.broken, outcome.violated
    verdicts = []
    for rule in wanted.rules:
        failure = failures.get(rule)
        judgements, violations = outcome.judgements[rule], violated[rule]
        if violations and rule not in broken:
            status = Status.KNOWN if rule in wanted.known else Status.IN_DOUBT
        elif violations:
            status = Status.KNOWN if rule in wanted.known else Status.BROKEN
            if failure is not None and not failure.deterministic and status is Status.BROKEN:
                status = Status.NOT_DETERMINISTIC
        elif judgements:
            status = Status.STALE if rule in wanted.known else Status.HOLDS
        else:
            status = Status.NOT_EXERCISED if rule in seen_somehow else Status.NOT_IMPLEMENTED
        verdicts.append(RuleVerdict(rule, sentences[rule], status, judgements, violations, failure))
    return tuple(verdicts)


def exit_status(wanted: Wanted, verdicts: Iterable[RuleVerdict], *, unruled: bool, cannot_run: bool, suite_failed: bool) -> Exit:
    """The exit status that these verdicts come to.

    `unruled` says that a call which no rule judges got no answer; `cannot_run` that the port was given up; `suite_failed` that the suite failed.
    """
    statuses = {verdict.status for verdict in verdicts}
    if cannot_run or suite_failed:
        return Exit.CANNOT_RUN
    if unruled or statuses & FAILS or (wanted.require_all and statuses & (UNSEEN | {Status.IN_DOUBT})):
        return Exit.BROKEN
    if statuses <= UNSEEN:
        return Exit.NOTHING_RAN
    return Exit.HOLDS
