"""What is missing before a change of the rules is whole, by the steps of the guide in `spec/README.md`, in their order.

Each step is a function from what the checkout holds to sentences; the tests and the command ask the same ones. How a check works is told where it is.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from properties.changes import agreement, faults, proofs, version
from properties.changes.assurance import overclaimed
from properties.changes.differences import Difference, differences, untold
from properties.changes.released import Released, read_record
from properties.changes.tables import README, table_faults
from properties.changes.wire_page import wire_faults
from properties.contracts import evidence
from properties.contracts.canaries import CANARIES, Canary
from properties.contracts.exhaustive import SWEEPS, Sweep
from properties.contracts.law import Law, all_laws
from properties.faults.all import FAULTS, Fault
from properties.faults.mutation.equivalent import EQUIVALENT
from properties.faults.thin import NEED_MORE_THAN_SMOKE
from properties.judge import observable
from properties.page_checks import page_faults, predicate_faults
from properties.pages import Page, spec_pages
from properties.pictures.checks import picture_faults
from spec.port import SPEC_VERSION, VERSION
from spec.wire import METHODS


@dataclass(frozen=True)
class Checkout:
    """What the checks look at: the pages as read and the README beside them, predicates, faults, what proves the reference, and what was released.

    `registered` are the ids that have a predicate.
    """

    pages: Sequence[Page]
    readme: str
    registered: Collection[str]
    faults: Sequence[Fault]
    laws: Sequence[Law]
    sweeps: Sequence[Sweep]
    canaries: Sequence[Canary]
    assurance: evidence.Assurance | None
    released: Released
    changelog: str
    version: str

    @property
    def differences(self) -> tuple[Difference, ...]:
        """What became of the rules since the release."""
        return differences(self.released, self.pages, observable)


def this_checkout() -> Checkout:
    """What stands in the files now."""
    changelog = (version.ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    readme = README.read_text(encoding="utf-8")
    assurance = evidence.read() if evidence.FILE.exists() else None
    return Checkout(spec_pages(), readme, observable(METHODS), FAULTS, all_laws(), SWEEPS, CANARIES, assurance, read_record(), changelog, VERSION)


def of_the_page(checkout: Checkout) -> Iterator[str]:
    """The rule's sentence, its history, its examples, the links, the picture and the tables."""
    yield from page_faults(checkout.pages, checkout.registered)
    yield from untold(checkout.released, checkout.pages)
    yield from picture_faults(checkout.pages)
    yield from table_faults(checkout.pages, checkout.readme)


def of_the_reference(checkout: Checkout) -> Iterator[str]:
    """The methods that the port interface declares, and the answers that the pages state, those on the wire among them, given by the reference."""
    yield from agreement.unanswered(METHODS)
    for page in checkout.pages:
        yield from agreement.unlike_the_reference(page)
    yield from wire_faults()


def of_the_properties(checkout: Checkout) -> Iterator[str]:
    """A predicate for each rule, which judges its examples as stated; laws that are about rules and fall to canaries; no claim beyond what ran."""
    yield from predicate_faults(checkout.pages, checkout.registered)
    for page in checkout.pages:
        yield from agreement.unlike_the_rules(page)
        yield from agreement.unjudged(page, checkout.registered)
    yield from proofs.about_no_rule(checkout.laws, checkout.sweeps, checkout.registered)
    yield from proofs.unlike_the_interface(checkout.laws)
    yield from proofs.stale_canaries(checkout.laws, checkout.sweeps, checkout.canaries)
    yield from proofs.without_canary(checkout.laws, checkout.sweeps, checkout.canaries)
    yield from overclaimed(checkout.assurance, checkout.pages, checkout.readme)


def of_the_faults(checkout: Checkout) -> Iterator[str]:
    """A fault for each rule, and for each changed one as it was; none about no rule; each, once pages and rules agree, found for what it names."""
    yield from faults.without_fault(checkout.faults, checkout.registered)
    yield from faults.unmade(EQUIVALENT)
    yield from faults.not_there(NEED_MORE_THAN_SMOKE, checkout.faults)
    for fault in checkout.faults:
        yield from faults.uncallable(fault)
        yield from faults.unasked(fault)
    yield from faults.no_longer_as_it_was(checkout.faults, checkout.released, checkout.pages, checkout.differences)
    if not any(agreement.unsettled(page) for page in checkout.pages):
        yield from faults.not_as_named(checkout.faults, checkout.differences, checkout.released)


def of_the_changelog(checkout: Checkout) -> Iterator[str]:
    """A line for each rule that is not as it was released."""
    yield from version.unlogged(checkout.changelog, checkout.released.version, checkout.differences)


def of_the_version(checkout: Checkout) -> Iterator[str]:
    """A step as large as the differences call for, and no text that names the version before it."""
    yield from version.unstepped(checkout.version, checkout.released.version, checkout.differences)
    yield from version.outdated(version.texts(), SPEC_VERSION)


STEPS: Final = (
    ("the page", of_the_page),
    ("the reference", of_the_reference),
    ("the property or law", of_the_properties),
    ("the fault", of_the_faults),
    ("the changelog", of_the_changelog),
    ("the version", of_the_version),
)
"""The steps of a change, in the order in which they are done, each with what finds out what it still lacks."""


def missing(checkout: Checkout) -> tuple[tuple[str, tuple[str, ...]], ...]:
    """What each step still lacks."""
    return tuple((name, tuple(lacks(checkout))) for name, lacks in STEPS)
