"""A report as JSON, for programs; README.md describes its members.

The values of a transcript are the exact ones, for JSON escapes them; sentences, and what the port says of itself, are as a terminal shows them.
"""

from __future__ import annotations

import json

from properties.report.outcome import transcript_lines
from properties.report.report import SUITE, Failed, Report
from properties.transcript import NoAnswer
from spec.port import SPEC_VERSION, VERSION


def as_json(report: Report) -> str:
    """The whole report as one JSON object."""
    hello = report.asked.hello
    failures = {failed.shortened.finding.rule: _failure(failed) for failed in report.failed}
    tree = {
        "suite": {"name": SUITE, "version": VERSION, "spec": SPEC_VERSION},
        "port": {"given": report.asked.port}
        | ({} if hello is None else {"name": hello.port, "version": hello.version, "word_bits": hello.word_bits, "methods": list(hello.methods)}),
        "profile": report.asked.profile,
        "seed": report.asked.seed,
        "exit_status": int(report.exit),
        "interrupted": report.interrupted,
        "cannot_run": report.outcome.cannot_run,
        "judgements": report.outcome.judgements.total(),
        "calls": report.outcome.calls,
        "lifetimes": report.outcome.lifetimes,
        "rules": [
            {
                "id": verdict.rule,
                "sentence": verdict.sentence,
                "status": verdict.status.value,
                "judgements": verdict.judgements,
                "violations": verdict.violations,
                "failure": failures.get(verdict.rule),
            }
            for verdict in report.verdicts
        ],
        "without_rule": failures.get(None),
        "batches": [
            {
                "name": batch.name,
                "lifetimes": batch.lifetimes,
                "calls": batch.calls,
                "judgements": batch.judgements,
                "violations": batch.violations,
                "seconds": round(batch.seconds, 3),
            }
            for batch in report.batches
        ],
        "notices": report.outcome.notices,
        "suite_failures": list(report.suite_failures),
        "left_out": [{"test": name, "reason": reason} for name, reason in report.left_out],
    }
    return json.dumps(tree, indent=1) + "\n"


def _failure(failed: Failed) -> dict[str, object]:
    finding = failed.shortened.finding
    return {
        "kind": failed.kind,
        "what_happened": finding.answer.sentence if isinstance(finding.answer, NoAnswer) else None,
        "right": finding.right,
        "case": finding.transcript.case,
        "at_fault": finding.index,
        "transcript": [json.loads(line) for line in transcript_lines(failed.exchanges).splitlines()],
        "answered_again": failed.again,
        "stderr": finding.transcript.stderr,
        "file": failed.file,
        "repeat": failed.repeat,
    }
