"""The laws as batches of cases for a Python port: each is put to the prover, and a counterexample is put to the port as calls like any others.

A law judges nothing here: that a counterexample breaks a rule is said by the judge, of what the port answers on the wire. The prover runs in
`prove.py`, in a process of its own.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Iterator, Sequence
from functools import partial
from tempfile import TemporaryFile
from typing import Final

from properties.cases.batch import DrivenBatch, Plan, Put
from properties.contracts.law import Law, all_laws
from properties.harness.guardian import VARIABLE, Mark, end_all_strays
from properties.transcript import Script
from spec import wire

SECONDS: Final = 120.0
"""What one law may take. The reference's own take up to a quarter of it; a port may be harder to follow."""

GRACE: Final = 30.0
"""Seconds beyond that until the prover's process is ended: it starts, and looks at its clock between two paths only."""

MOST_PRINTED: Final = 2**20
"""Bytes; the prover's answer takes some thousands."""

_PROVE: Final = "properties.contracts.prove"
_RUN: Final = f"import runpy, sys; sys.path.insert(0, sys.argv.pop(1)); runpy.run_module('{_PROVE}', run_name='__main__', alter_sys=True)"
"""`python -m properties.contracts.prove` from wherever the user stands: the checkout is found first, then the user's modules."""


def law_batches(module: str, stands_in: str, checkout: str, rules: frozenset[str]) -> tuple[DrivenBatch, ...]:
    """A batch for each law on pure functions that is about one of these rules."""
    return tuple(
        DrivenBatch(f"law[{law.id}]", partial(put_law, law, module, stands_in, checkout), bounds_itself=True)
        for law in all_laws()
        if not law.is_about_lifetimes and rules.intersection(law.rules)
    )


def put_law(law: Law, module: str, stands_in: str, checkout: str, plan: Plan, put: Put) -> Iterator[str]:
    """Puts a law to the port's pure functions, and a counterexample to the port; yields a sentence on what that came to."""
    if not law.asks <= plan.methods:
        return
    try:
        came_to = json.loads(_printed([sys.executable, "-c", _RUN, checkout, module, law.id, str(SECONDS)], stands_in))
    except (subprocess.SubprocessError, ValueError) as error:
        yield f"{said(law)}: neither proved nor refuted, for the prover's process gave no answer ({type(error).__name__})."
        return
    calls = tuple(wire.read_request(line.encode()).call for line in came_to["calls"])
    broke = put(Script(f"law[{law.id}]", calls)) if calls else False
    if broke:
        return
    match came_to["verdict"]:
        case "confirmed":
            yield f"{said(law)}: proved of this port."
        case "refuted" if broke is None:
            yield f"{said(law)}: refuted in a process of the prover's, and the port was not asked any more: {came_to['message']}"
        case "refuted":
            yield f"{said(law)}: refuted in a process of the prover's, but the port on the wire answered rightly: {came_to['message']}"
        case verdict:
            yield f"{said(law)}: neither proved nor refuted ({verdict})."


def _printed(command: Sequence[str], stands_in: str) -> bytes:
    """What the prover's process prints. Whatever the port starts in it is ended with it, as what a driver starts is."""
    mark = Mark().value
    with TemporaryFile() as printed:  # and no pipe, which what the port starts could hold open
        try:
            subprocess.run(  # noqa: S603 - this interpreter and a module of this project, with no shell between
                command,
                cwd=stands_in,
                env={**os.environ, VARIABLE: mark},
                stdout=printed,
                stderr=subprocess.DEVNULL,
                timeout=SECONDS + GRACE,
                check=True,
                start_new_session=True,
            )
        finally:
            end_all_strays(mark)
        printed.seek(0)
        return printed.read(MOST_PRINTED)


def said(law: Law) -> str:
    """The law as a sentence, with the length up to which it speaks of texts."""
    return law.sentence if law.longest_text is None else f"{law.sentence} (texts of up to {law.longest_text} characters)"
