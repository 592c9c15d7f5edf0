"""Puts mutants to the judge, in process: the cases of smoke, then those of ci, up to the first broken rule.

A script that does not come to the mutated function gets the reference's answers, so it is left out, and a transcript that is the same as the
reference's is not judged. Only what is enumerated is put: races and random lifetimes find some things at some times, so what they alone find is a
gap.
"""

from __future__ import annotations

import gc
import multiprocessing
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from multiprocessing.connection import Connection
from typing import Final, Literal, TypeAlias, cast

from properties.cases.batch import Profile
from properties.faults.mutation.mutant import Mutant, load
from properties.faults.trial import Known, all_known, fingerprint, plan_for
from properties.harness.in_process import InProcess
from properties.judge import Judge
from properties.transcript import Answer, Exchange, Failure, NoAnswer, Transcript
from reference import Process
from spec import wire
from spec.port import Result

LONGEST_SILENCE: Final = 30.0
"""Seconds that a mutant may take for one script, of which the longest takes the reference well under one."""

Found: TypeAlias = Literal["smoke", "ci", "unanswered", "no port", "silent", "nothing"]
"""What found a mutant out: a rule in the cases of smoke or else of ci; a call without an answer that no rule looks at, which fails a run by itself;
that it makes no port, or none that says of itself what the reference says; that it took too long; or nothing."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """What came of a mutant, and by what: a rule, an error, or where nothing found it out the first answer that it changed, if any."""

    found: Found
    by: str


@cache
def known(profile: Profile) -> tuple[Known, ...]:
    """The scripts of a profile that are enumerated, but for those with a race."""
    return tuple(one for one in all_known(plan_for(profile)) if all(call.method != "race" for call in one.script.calls))


def judge_here(mutant: Mutant, profile: Profile, tell: Callable[[], None] = lambda: None) -> Outcome:
    """Puts a mutant to the cases of a profile, in this process; `tell` is called before each script. For mutants that are known to answer."""
    tell()
    try:
        asker = InProcess(load(mutant))
    except Exception as error:  # noqa: BLE001 - a mutated module may raise anything when it is run
        return Outcome("no port", f"raised {type(error).__name__}: {error}")
    if asker.hello != Process().hello():
        return Outcome("no port", f"says {asker.hello}")
    judge = Judge()
    changed = ""
    name = f"{mutant.module}.{mutant.function}"
    for one in known(profile):
        if mutant.function and name not in one.called:
            continue
        tell()
        transcript = asker.ask_alone(one.script)
        if fingerprint(transcript.exchanges) == one.answers:
            continue
        told = as_told(transcript)
        if fingerprint(told.exchanges) == one.answers:
            continue
        violations = judge.judge(told)
        if violations:
            return Outcome("smoke" if profile == "smoke" else "ci", violations[0].rule)
        last = told.exchanges[-1]
        if isinstance(last.answer, NoAnswer):
            return Outcome("unanswered", f"{last.call.method}: {last.answer.sentence}")
        changed = changed or first_change(told, InProcess(Process).ask_alone(one.script))
    return Outcome("nothing", changed)


def as_told(transcript: Transcript) -> Transcript:
    """What an asker on the wire would hear: an answer that is not of its method's type is none."""
    told: list[Exchange] = []
    for call, answer in transcript.exchanges:
        heard: Answer = answer
        if not isinstance(answer, NoAnswer):
            try:
                heard = cast("Result", wire.read_response(wire.response(1, call, answer).rstrip(), 1, call))
            except Exception as error:  # noqa: BLE001 - what cannot be written fails in as many ways as there are types
                heard = NoAnswer(Failure.NOT_THE_PROTOCOL, str(error))
        told.append(Exchange(call, heard))
        if isinstance(heard, NoAnswer):
            break
    return Transcript(transcript.case, transcript.word_bits, tuple(told))


def first_change(told: Transcript, right: Transcript) -> str:
    """The first answer of a transcript that is not the reference's, in words."""
    got, wanted = next((one, other) for one, other in zip(told.exchanges, right.exchanges, strict=False) if one != other)
    return f"{told.case}: {got.call.method}{got.call.args} is answered {got.answer!r}, by the reference {wanted.answer!r}"


def judge_apart(mutant: Mutant, silence: float = LONGEST_SILENCE) -> Outcome:
    """Puts a mutant to the cases of smoke and, if they let it through, to those of ci, in a process that is ended after some seconds of silence."""
    outcome = _judge_apart(mutant, "smoke", silence)
    return _judge_apart(mutant, "ci", silence) if outcome.found == "nothing" else outcome


def _judge_apart(mutant: Mutant, profile: Profile, silence: float) -> Outcome:
    known(profile)  # before there are two processes, so that it is found out once
    context = multiprocessing.get_context("fork")  # the cases and the reference's answers are there at once
    gc.freeze()
    here, there = context.Pipe(duplex=False)
    worker = context.Process(target=_work, args=(there, mutant, profile))
    worker.start()
    there.close()
    try:
        while here.poll(silence):
            said: Outcome | None = here.recv()
            if said is not None:
                return said
        return Outcome("silent", f"for {silence:g} s")
    except EOFError:
        return Outcome("no port", "ended the process")
    finally:
        worker.kill()
        worker.join()
        here.close()


def _work(there: Connection, mutant: Mutant, profile: Profile) -> None:
    there.send(judge_here(mutant, profile, lambda: there.send(None)))
