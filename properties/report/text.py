"""A report as text for a terminal: the words and their order, the details first, the verdict last. What is said is decided elsewhere."""

from __future__ import annotations

import textwrap
from collections.abc import Iterator
from typing import Final

from properties.report.report import Failed, Report
from properties.report.shown import how_many
from properties.report.verdict import UNSEEN, RuleVerdict, Status

WIDTH: Final = 120
MOST_LISTED_LEFT_OUT: Final = 40

_SAID_FIRST: Final = (
    Status.BROKEN,
    Status.NOT_DETERMINISTIC,
    Status.IN_DOUBT,
    Status.STALE,
    Status.KNOWN,
    Status.NOT_EXERCISED,
    Status.NOT_IMPLEMENTED,
)


def failure_lines(report: Report) -> Iterator[str]:
    """Each failure with its transcript, an empty line between two."""
    for failed in report.failed:
        yield from one_failure(failed)
        yield ""
    for sentence in report.suite_failures:
        yield "The suite itself failed:"
        yield from textwrap.indent(sentence, "  ").split("\n")
        yield ""


def one_failure(failed: Failed) -> Iterator[str]:
    """One failure: what is broken, how it shows, the end of standard error, and how to see it again."""
    shortened = failed.shortened
    yield failed.title
    yield from textwrap.wrap(failed.sentence, WIDTH, initial_indent="  ", subsequent_indent="  ")
    calls = len(failed.exchanges)
    cut = f", cut from {shortened.calls_at_first:,} calls" if shortened.calls_at_first > calls else ""
    yield f"  {failed.kind}, {how_many(calls, 'call')} to a new process (in {shortened.finding.transcript.case}{cut}):"
    for line in failed.lines():
        yield f"    {line}"
    if failed.again is not None:
        yield f"  The same calls, put again to a new process, came to: {failed.again}"
        if shortened.finding.rule is None:
            yield "  So the driver fails now and then."
        elif shortened.finding.races:
            yield "  Which thread comes first is chance, so a race need not show its fault each time."
        else:
            yield "  So the port answers differently from one time to the next."
    if shortened.finding.transcript.stderr:
        yield "  Its standard error ends:"
        yield from (f"    | {line}" for line in shortened.finding.transcript.stderr.splitlines())
    if failed.repeat is not None:
        yield f"  See it again: {failed.repeat}"


def verdict_lines(report: Report) -> Iterator[str]:
    """The verdict: a line for each rule that does not simply hold, the judgements of those that do, and the counts.

    Where a transcript was replayed the rules that it does not exercise are counted alone.
    """
    by_status: dict[Status, list[RuleVerdict]] = {}
    for verdict in report.verdicts:
        by_status.setdefault(verdict.status, []).append(verdict)
    for status in _SAID_FIRST:
        if report.asked.replays and status is Status.NOT_EXERCISED:
            continue
        for verdict in by_status.get(status, ()):
            yield f"{verdict.rule:<42} {_said(verdict)}"
    held = by_status.get(Status.HOLDS, [])
    if held:
        yield "Rules that hold, each with its judgements that could have failed:"
        yield from _held(held)
    for notice in report.outcome.notices:
        yield from textwrap.wrap(f"Note: {notice}", WIDTH, subsequent_indent="      ")
    yield from _left_out(report)
    if report.outcome.cannot_run is not None:
        yield f"The port could not be run: {report.outcome.cannot_run}"
    if report.asked.profile == "deep":
        yield f"To repeat this run, add --profile deep --seed {report.asked.seed}."
    if report.interrupted:
        yield "Interrupted: this is the verdict so far, and what is broken was not put again."
    unseen = sum(verdict.status in UNSEEN or verdict.status is Status.IN_DOUBT for verdict in report.verdicts)
    if report.asked.require_all and unseen:
        yield f"--require-all: {how_many(unseen, 'rule')} that this run tells nothing of, so it fails."
    stale = sum(verdict.status is Status.STALE for verdict in report.verdicts)
    if stale:
        yield f"--known: {how_many(stale, 'rule')} on the list that holds, so this run fails."
    yield _counts(report)


def _said(verdict: RuleVerdict) -> str:
    if verdict.status is Status.STALE:
        return f"{verdict.status} (in {verdict.judgements:,} judgements); take it off the list"
    if verdict.violations:
        return f"{verdict.status}, {verdict.violations:,} of {how_many(verdict.judgements, 'judgement')}"
    return verdict.status.value


def _held(held: list[RuleVerdict]) -> Iterator[str]:
    pages: dict[str, list[str]] = {}
    for verdict in held:
        page, _, name = verdict.rule.partition("/")
        pages.setdefault(page, []).append(f"{name}~{verdict.judgements:,}")
    for page, rules in pages.items():
        lines = textwrap.wrap(", ".join(rules), WIDTH, initial_indent=f"  {page + ':':<15} ", subsequent_indent=" " * 18, break_on_hyphens=False)
        yield from (line.replace("~", " ") for line in lines)


def _left_out(report: Report) -> Iterator[str]:
    if report.left_out:
        yield f"{how_many(len(report.left_out), 'test')} of the project left out:"
        for name, reason in report.left_out[:MOST_LISTED_LEFT_OUT]:
            yield f"  {name}: {reason}"
        if len(report.left_out) > MOST_LISTED_LEFT_OUT:
            yield f"  and {len(report.left_out) - MOST_LISTED_LEFT_OUT:,} more"


def _counts(report: Report) -> str:
    counts = report.counts()
    parts = [f"{counts[Status.HOLDS]} hold"]
    for status, words in (
        (Status.BROKEN, "broken"),
        (Status.NOT_DETERMINISTIC, "not deterministic"),
        (Status.IN_DOUBT, "in doubt"),
        (Status.KNOWN, "known to be broken"),
        (Status.STALE, "wrongly listed as known to be broken"),
        (Status.NOT_EXERCISED, "not exercised"),
        (Status.NOT_IMPLEMENTED, "not implemented"),
    ):
        if counts[status] or status is Status.BROKEN:
            parts.append(f"{counts[status]} {words}")
    outcome = report.outcome
    return (
        f"{how_many(len(report.verdicts), 'rule')}: {', '.join(parts)}. {how_many(outcome.judgements.total(), 'judgement')}"
        f" on {how_many(outcome.calls, 'call')} in {how_many(outcome.lifetimes, 'lifetime')}."
    )
