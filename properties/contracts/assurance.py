"""The job that finds out what is known of each rule: `python -m properties.contracts.assurance` writes `spec/assurance.json` and the index of rules.

It puts every law to the prover and every canary to its laws, runs every sweep, and counts which cases exercise which rules. It takes a few minutes,
and writes nothing unless every law was confirmed and every canary fell. What is written is told in `evidence.py`.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from importlib.metadata import version
from typing import Final

from properties.cases.batch import Batch, Plan
from properties.cases.batches import BATCHES
from properties.contracts.canaries import CANARIES
from properties.contracts.changed import changed
from properties.contracts.check import Outcome, Verdict, check
from properties.contracts.evidence import Assurance, OnPort, Shown, hashes, write
from properties.contracts.exhaustive import SWEEPS, violations
from properties.contracts.known_false import KNOWN_FALSE, KNOWN_TRUE
from properties.contracts.law import Law, all_laws
from properties.contracts.subject import put_to, reference_of
from properties.harness.in_process import InProcess
from properties.judge import Judge
from properties.pages import spec_pages
from properties.rules.rule import CALL_RULES
from reference import Process

LAWS: Final = {law.id: law for law in all_laws()}
ABOUT_NUMBERS: Final = frozenset({"shape-log/flop", "shape-log/flop-format"})
"""Rules of calls that keep state, but about numbers: that every short sequence is tried says little of them."""


def confirm(law: str, word_bits: int) -> Outcome:
    """Puts a law to the prover, over the reference with words of this size."""
    with put_to(reference_of(word_bits)):
        return check(LAWS[law].claim)


def refute(law: str, canary: int) -> Outcome:
    """Puts a law to the prover, over the reference with this canary's mistake."""
    wrong = CANARIES[canary]
    with changed(wrong.function, wrong.old, wrong.new):
        return check(LAWS[law].claim)


def believed_on_texts() -> bool:
    """Whether the prover gets the known laws on texts right."""
    return all(check(claim).verdict is Verdict.REFUTED for claim in KNOWN_FALSE) and all(
        check(claim).verdict is Verdict.CONFIRMED for claim in KNOWN_TRUE
    )


def shown_by_laws(workers: ProcessPoolExecutor) -> tuple[list[Shown], list[str]]:
    """What the laws showed, and sentences on those that were not confirmed and on canaries that did not fall."""
    believed = workers.submit(believed_on_texts)
    confirming = [(law, bits, workers.submit(confirm, law.id, bits)) for law in LAWS.values() for bits in law.word_sizes]
    refuting = [
        (canary, law, workers.submit(refute, law, place)) for place, canary in enumerate(CANARIES) for law in canary.refuted_by if law in LAWS
    ]
    faults: list[str] = []
    for law, bits, running in confirming:
        outcome = running.result()
        tell(f"{outcome.verdict:14} {outcome.seconds:6.1f} s  {law.id}, {bits} bits")
        if outcome.verdict is not Verdict.CONFIRMED:
            faults.append(f"{law.id} is not confirmed at {bits} bits: {outcome.message}")
    for canary, name, running in refuting:
        outcome = running.result()
        tell(f"{outcome.verdict:14} {outcome.seconds:6.1f} s  {name}, with the mistake: {canary.mistake}")
        if outcome.verdict is not Verdict.REFUTED:
            faults.append(f"{name} does not fall to the mistake {canary.mistake!r}: {outcome.message}")
    on_texts = believed.result()
    if not on_texts:
        tell("This prover confirms laws on texts that are known to be false: what it says of texts counts as sampled.")
    return [shown_by(law, on_texts) for law in LAWS.values()], faults


def shown_by(law: Law, on_texts: bool) -> Shown:
    """What a confirmed law shows; nothing but a sample where it is about texts and the prover is not to be believed on them."""
    if law.is_about_texts and not on_texts:
        return Shown(law.id, law.rules, "sampled", "")
    longest = law.longest_text
    return Shown(law.id, law.rules, "proved", "") if longest is None else Shown(law.id, law.rules, "bounded", f"texts of up to {longest} characters")


def shown_by_sweeps() -> Iterator[Shown]:
    """What the sweeps showed.

    Raises:
        AssertionError: with the first violation that a sweep found.
    """
    for sweep in SWEEPS:
        broken = next(violations(sweep), None)
        if broken is not None:
            raise AssertionError(f"{sweep.name} breaks {broken.rule}: {broken.transcript.exchanges[broken.index]}")
        tell(f"held                     {sweep.name}")
        yield Shown(sweep.name, sweep.rules, sweep.reach, sweep.domain)


def ports() -> dict[str, OnPort]:
    """For each rule, how a port is held to it: by the cases that exercise it."""
    asker = InProcess(Process)
    plan = Plan("ci", 64, frozenset(asker.hello.methods), 0.0, 0.0, 0)
    exercised: dict[str, set[str]] = {}
    for batch in BATCHES:
        if isinstance(batch, Batch):
            judge = Judge()
            for transcript in asker.ask(batch.scripts(plan)):
                judge.judge(transcript)
            for rule in judge.verdict.judgements:
                exercised.setdefault(rule, set()).add(batch.name.partition("[")[0])
    return {rule.id: level_on_port(rule.id, exercised.get(rule.id, set())) for page in spec_pages() for rule in page.rules if not rule.withdrawn}


def level_on_port(rule: str, batches: set[str]) -> OnPort:
    """How thoroughly cases of these kinds hold a port to a rule: where it is about a pure function, that depends on how many arguments there are."""
    of_calls = [one.expect.__annotations__ for one in CALL_RULES if one.rule == rule]
    if of_calls:
        kinds = {kind for annotations in of_calls for name, kind in annotations.items() if name != "return"}
        return "exhaustive" if kinds <= {"bool"} else "lattice"
    if "lifetimes" in batches and rule not in ABOUT_NUMBERS:
        return "bounded"
    return "lattice" if batches - {"examples", "races"} else "sampled"


def tell(line: str) -> None:
    """Shows one line of the job's progress."""
    sys.stdout.write(f"{line}\n")
    sys.stdout.flush()


def main() -> None:
    """Runs the job."""
    for canary in CANARIES:
        with changed(canary.function, canary.old, canary.new):
            pass  # one that the reference has outgrown raises now, and not after minutes
    with ProcessPoolExecutor(2) as workers:
        shown, faults = shown_by_laws(workers)
    if faults:
        sys.exit("\n".join(("Nothing was written.", *faults)))
    versions = {"python": "{}.{}".format(*sys.version_info[:2]), "crosshair-tool": version("crosshair-tool"), "z3-solver": version("z3-solver")}
    write(Assurance(versions, hashes(), (*shown, *shown_by_sweeps()), ports()))


if __name__ == "__main__":
    main()
