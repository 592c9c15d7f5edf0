"""The proofs, run: `pytest properties/contracts/proofs.py` puts every law to the prover, and every law that a canary must fall to.

They take minutes, so a plain `pytest` does not collect this module: it checks that the proofs are fresh, see `assurance.py`.
"""

from __future__ import annotations

from collections.abc import Callable

import pytest

pytest.importorskip("crosshair", reason='the prover is not installed: pip install -e ".[proofs]"')

from properties.contracts.canaries import CANARIES, Canary
from properties.contracts.changed import changed
from properties.contracts.check import Verdict, check
from properties.contracts.known_false import KNOWN_FALSE, KNOWN_TRUE
from properties.contracts.law import Law, all_laws
from properties.contracts.subject import put_to, reference_of

LAWS = {law.id: law for law in all_laws()}


@pytest.mark.parametrize(("law", "word_bits"), [pytest.param(law, bits, id=f"{law.id}-{bits}") for law in LAWS.values() for bits in law.word_sizes])
def test_the_law_is_confirmed(law: Law, word_bits: int, record_property: Callable[[str, object], None]) -> None:
    """The prover has looked at every path, and the law holds on all of them."""
    with put_to(reference_of(word_bits)):
        outcome = check(law.claim)
    record_property("seconds", f"{outcome.seconds:.2f}")
    assert outcome.verdict is Verdict.CONFIRMED, outcome.message


@pytest.mark.parametrize(
    ("canary", "law"), [pytest.param(canary, LAWS[law], id=f"{canary.mistake}-{law}") for canary in CANARIES for law in canary.refuted_by]
)
def test_the_canary_falls(canary: Canary, law: Law, record_property: Callable[[str, object], None]) -> None:
    """The same prover with the same options finds arguments for which the law is false of the changed reference."""
    with changed(canary.function, canary.old, canary.new):
        outcome = check(law.claim)
    record_property("seconds", f"{outcome.seconds:.2f}")
    assert outcome.verdict is Verdict.REFUTED, outcome.message


@pytest.mark.parametrize("claim", KNOWN_FALSE)
def test_the_prover_refutes_what_is_known_to_be_false(claim: Callable[..., bool]) -> None:
    """A version that confirms one of these is not to be believed on texts."""
    assert check(claim).verdict is Verdict.REFUTED


@pytest.mark.parametrize("claim", KNOWN_TRUE)
def test_the_prover_confirms_what_is_known_to_be_true(claim: Callable[..., bool]) -> None:
    """A version that refutes one of these is not to be believed on texts."""
    assert check(claim).verdict is Verdict.CONFIRMED
