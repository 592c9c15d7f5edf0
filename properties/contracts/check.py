"""Puts a law to the prover, and tells what came of it without ever taking a time-out for a proof.

The prover's command has exit status 0 for a law that was confirmed, for one that it gave up on, for one whose precondition nothing meets and for a
function without conditions. So it is asked through its Python interface: a law is confirmed when there is one condition, one message on it, and that
message says confirmed. It needs the extra `proofs`; importing this module without it fails.
"""

from __future__ import annotations

import ast
import time
from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from crosshair.core_and_libs import AnalysisMessage, MessageType, analyze_function, run_checkables
from crosshair.options import AnalysisKind, AnalysisOptionSet

BUDGET: Final = 600.0
"""Seconds that one law may take: more than ten times what the slowest takes, for near the edge of its budget a verdict flips."""


class Verdict(StrEnum):
    """What the prover said of a law."""

    CONFIRMED = "confirmed"
    """It holds on every path."""
    REFUTED = "refuted"
    """There are arguments for which it is false."""
    NOT_CONFIRMED = "not confirmed"
    """Nothing was found, and not everything was looked at."""
    UNMEETABLE = "unmeetable precondition"
    """Nothing was tried."""
    FAILED = "failed"
    """It raised, could not be read, or is none."""


_VERDICTS: Final = {
    MessageType.CONFIRMED: Verdict.CONFIRMED,
    MessageType.POST_FAIL: Verdict.REFUTED,
    MessageType.CANNOT_CONFIRM: Verdict.NOT_CONFIRMED,
    MessageType.PRE_UNSAT: Verdict.UNMEETABLE,
}


@dataclass(frozen=True, slots=True)
class Outcome:
    """A verdict, what the prover said in its own words, the arguments that it showed, if any, and what it took, in seconds of this process."""

    verdict: Verdict
    message: str
    arguments: tuple[object, ...] | None
    seconds: float


def check(claim: Callable[..., bool], budget: float = BUDGET) -> Outcome:
    """Puts one law to the prover."""
    options = AnalysisOptionSet(analysis_kind=(AnalysisKind.PEP316,), per_condition_timeout=budget, per_path_timeout=budget, report_all=True)
    begun = time.process_time()
    checkables = analyze_function(claim, options)
    messages = run_checkables(checkables) if len(checkables) == 1 else []
    seconds = time.process_time() - begun
    if len(messages) != 1:
        return Outcome(Verdict.FAILED, f"{len(checkables)} conditions and {len(messages)} messages, where one of each is wanted", None, seconds)
    (message,) = messages
    verdict = _VERDICTS.get(message.state, Verdict.FAILED)
    arguments = arguments_of(claim, message)
    if verdict is not Verdict.REFUTED:
        return Outcome(verdict, message.message, arguments, seconds)
    # what the prover found counts when it can be shown: the law is false of these arguments, without the prover
    if arguments is None or claim(*arguments):
        return Outcome(Verdict.FAILED, f"a counterexample that is none: {message.message}", arguments, seconds)
    return Outcome(Verdict.REFUTED, message.message, arguments, seconds)


def arguments_of(claim: Callable[..., bool], message: AnalysisMessage) -> tuple[object, ...] | None:
    """The arguments of a counterexample, in the law's own order; None where the prover's message cannot be read."""
    _, _, shown = message.message.partition(f"when calling {claim.__name__}")
    names = claim.__code__.co_varnames[: claim.__code__.co_argcount]
    for end in (at for at in range(len(shown), 0, -1) if shown[at - 1] == ")"):
        try:
            call = ast.parse(f"law{shown[:end]}", mode="eval").body
            if isinstance(call, ast.Call):
                given = dict(zip(names, map(ast.literal_eval, call.args), strict=False))
                given |= {word.arg: ast.literal_eval(word.value) for word in call.keywords if word.arg is not None}
                return tuple(given[name] for name in names)
        except (SyntaxError, ValueError, KeyError):
            continue
    return None
