"""A report as one page of HTML that needs nothing else: no script, no address, every text escaped."""

from __future__ import annotations

from collections.abc import Iterator
from html import escape
from typing import Final

from properties.report.report import SUITE, Failed, Report
from properties.report.text import verdict_lines
from properties.report.verdict import FAILS, UNSEEN, RuleVerdict

_STYLE: Final = """
body { font: 16px/1.5 system-ui, sans-serif; max-width: 70rem; margin: 2rem auto; padding: 0 1rem; color: #222; background: #fff }
table { border-collapse: collapse; width: 100% }
td, th { text-align: left; padding: .25rem .75rem; border-bottom: 1px solid #ddd; vertical-align: top }
td.count { text-align: right } pre { background: #f4f4f4; padding: .75rem; overflow-x: auto; white-space: pre-wrap }
.fails { color: #a00000; font-weight: bold } .unseen { color: #7a5200 } .holds { color: #1a6b1a }
"""


def as_html(report: Report) -> str:
    """The whole report as a page."""
    *_, summary = verdict_lines(report)
    return "\n".join(
        [
            "<!DOCTYPE html>",
            f'<html lang="en"><head><meta charset="utf-8"><title>{escape(SUITE)}: {escape(report.asked.port)}</title>',
            f"<style>{_STYLE}</style></head><body>",
            f"<h1>{escape(report.asked.port)}</h1>",
            f"<p>{escape(_introduction(report))}</p>",
            f"<p><strong>{escape(summary)}</strong></p>",
            *(
                [f"<p class=fails>The port could not be run: {escape(report.outcome.cannot_run)}</p>"]
                if report.outcome.cannot_run is not None
                else []
            ),
            *(["<p class=fails>The run was interrupted; this is the verdict so far.</p>"] if report.interrupted else []),
            *(f"<pre class=fails>The suite itself failed: {escape(failure)}</pre>" for failure in report.suite_failures),
            *(f"<p>Note: {escape(notice)}</p>" for notice in report.outcome.notices),
            *_failures(report),
            "<h2>The rules</h2>",
            "<table><tr><th>rule</th><th>verdict</th><th>judgements</th><th>failed</th><th>what it says</th></tr>",
            *map(_row, report.verdicts),
            "</table></body></html>",
            "",
        ]
    )


def _introduction(report: Report) -> str:
    hello = report.asked.hello
    port = "" if hello is None else f"{hello.port} {hello.version}, words of {hello.word_bits} bits, {len(hello.methods)} methods; "
    return f"{port}profile {report.asked.profile}; exit status {int(report.exit)}."


def _failures(report: Report) -> Iterator[str]:
    if report.failed:
        yield "<h2>What is broken</h2>"
    for failed in report.failed:
        yield from _failure(failed)


def _failure(failed: Failed) -> Iterator[str]:
    yield f"<h3>{escape(failed.title)}</h3><p>{escape(failed.sentence)}</p>"
    yield f"<p>{escape(failed.kind)}, in {escape(failed.shortened.finding.transcript.case)}:</p>"
    yield f"<pre>{escape(chr(10).join(failed.lines()))}</pre>"
    if failed.again is not None:
        yield f"<p>The same calls, put again to a new process, came to: <code>{escape(failed.again)}</code></p>"
    if failed.shortened.finding.transcript.stderr:
        yield f"<p>Its standard error ends:</p><pre>{escape(failed.shortened.finding.transcript.stderr)}</pre>"
    if failed.repeat is not None:
        yield f"<p>See it again: <code>{escape(failed.repeat)}</code></p>"


def _row(verdict: RuleVerdict) -> str:
    kind = "fails" if verdict.status in FAILS else "unseen" if verdict.status in UNSEEN else "holds"
    return (
        f"<tr><td><code>{escape(verdict.rule)}</code></td><td class={kind}>{escape(verdict.status.value)}</td>"
        f"<td class=count>{verdict.judgements:,}</td><td class=count>{verdict.violations:,}</td><td>{escape(verdict.sentence)}</td></tr>"
    )
