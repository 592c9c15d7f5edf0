"""From what was found to what is told of it: what counts as a failure, its words, its transcript on disk and the command that repeats it."""

from __future__ import annotations

import os
import shlex
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Final

import pytest

from properties.cases.batch import Batch, Plan
from properties.harness.escape import shown as escaped
from properties.report.options import Settings
from properties.report.outcome import Finding, Outcome, read_transcript_lines, transcript_lines
from properties.report.report import WRONG_ANSWER, Failed, transcript_text
from properties.report.shorten import Shortened
from properties.transcript import NoAnswer, Script
from spec.wire import NotTheProtocol

TRANSCRIPTS: Final = "metrale-transcripts"
"""The folder, where the user stands, that failing transcripts are written to."""

WITHOUT_RULE: Final = "A call that no rule judges failed"


def failing_rules(outcome: Outcome, known: tuple[str, ...]) -> list[str]:
    """The rules that are broken and are not known to be, and words for a call that no rule judges."""
    broken = sorted(rule for rule, times in outcome.broken.items() if times and rule not in known)
    return broken + ([WITHOUT_RULE] if any(one.rule is None for one in outcome.findings) else [])


def batch_text(outcome: Outcome, settings: Settings, sentences: Mapping[str, str]) -> str | None:
    """What the test of one batch fails with, None if it does not: each rule with the shortest transcript as it was found."""
    if outcome.cannot_run is not None:
        return f"The port could not be run: {outcome.cannot_run}"
    parts = []
    for rule, findings in outcome.shortest().items():
        if rule not in settings.known:
            parts.append("\n".join(_as_found(rule, findings[0], outcome, sentences)))
    return "\n\n".join(parts) or None


def _as_found(rule: str | None, shortest: Finding, outcome: Outcome, sentences: Mapping[str, str]) -> Iterator[str]:
    answer = shortest.answer
    kind = answer.kind.value if isinstance(answer, NoAnswer) else WRONG_ANSWER
    if rule is None:
        yield f"{WITHOUT_RULE}: {kind}"
    else:
        yield f"{rule} is broken: {kind}, {outcome.broken[rule]:,} of {outcome.judgements[rule]:,} judgements in this batch"
        yield f"  {sentences.get(rule, '')}"
    for line in transcript_text(shortest):
        yield f"    {line}"
    if shortest.transcript.stderr:
        yield "  Its standard error ends:"
        yield from (f"    | {line}" for line in shortest.transcript.stderr.splitlines())


def failed_of(settings: Settings, sentences: Mapping[str, str], shortened: Mapping[str | None, Shortened]) -> tuple[Failed, ...]:
    """The failures in full, in the order of the rules, their transcripts written to disk."""
    order = {rule: index for index, rule in enumerate(settings.rules)}
    told = []
    for rule in sorted(shortened, key=lambda rule: -1 if rule is None else order.get(rule, len(order))):
        one = shortened[rule]
        title = WITHOUT_RULE if rule is None else f"{rule} is {'broken' if one.deterministic else 'not kept each time'}"
        file = _written(settings, rule, one)
        chosen = () if rule is None else ("--rule", rule)
        repeat = None if file is None else shlex.join([*settings.repeat, *chosen, "--replay", file])
        told.append(Failed(title, "" if rule is None else sentences.get(rule, ""), one, file, repeat))
    return tuple(told)


def _written(settings: Settings, rule: str | None, shortened: Shortened) -> str | None:
    """The file that now holds the transcript, from where the user stands; None if nothing can be written there, for a verdict is worth more."""
    file = Path(TRANSCRIPTS) / f"{'without-rule' if rule is None else rule.replace('/', '.')}.jsonl"
    path = Path(settings.stands_in) / file
    try:
        path.parent.mkdir(exist_ok=True)
        path.write_text(transcript_lines(shortened.finding.transcript.exchanges), encoding="ascii")
    except OSError:
        return None
    return os.fspath(file)


def replayed(path: str) -> Batch:
    """The one batch of a run that puts a transcript on disk again.

    Raises:
        pytest.UsageError: with one sentence, when the file cannot be read, or is no transcript.
    """
    try:
        calls = tuple(exchange.call for exchange in read_transcript_lines(Path(path).read_text(encoding="ascii"), 64))
    except OSError as error:
        raise pytest.UsageError(f"--replay {path} cannot be read: {error.strerror}.") from None
    except UnicodeDecodeError:
        raise pytest.UsageError(f"--replay {path} is no transcript: it is no text in ASCII.") from None
    except NotTheProtocol as error:
        raise pytest.UsageError(f"--replay {path} is no transcript: {escaped(str(error))}.") from None
    if not calls:
        raise pytest.UsageError(f"--replay {path} is no transcript: it holds no call.")

    def scripts(_: Plan) -> Iterator[Script]:
        yield Script("replay", calls)

    return Batch("replay", scripts)
