"""The tables that follow from the port interface: written for the README, compared on the pages, and told where they say otherwise.

Tables of examples are held to the reference in `test_examples.py`.
"""

from __future__ import annotations

import re

import pytest

from properties.changes.tables import README, table_faults, written
from properties.pages import SPEC, read_page, spec_pages
from spec.port import AFRESH

TEXT = README.read_text(encoding="utf-8")
ADMISSION = (SPEC / "admission.md").read_text(encoding="utf-8")


def test_every_table_is_as_the_interface_is() -> None:
    """The README's are written, the pages' are compared."""
    assert list(table_faults(spec_pages(), TEXT)) == []


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("| `bool_value_enabled` | `value`: optional text |", "| `bool_value_enabled` | `value`: text |"),
        ("| `fit_decode_ring_slots` | `start_slots`, `reserve", "| `fit_decode_ring_slots` | `reserve"),
        ("`prefill_varlen_batch`: optional boolean; ", ""),
        ("| `log_gemm_shape` |", "| `log_shape` |"),
        ("optional word | [ring-publish](ring-publish.md) |", "optional word | [ring-fit](ring-fit.md) |"),
    ],
)
def test_a_table_of_the_readme_that_says_otherwise_is_told_and_written_anew(old: str, new: str) -> None:
    """By the command that the sentence names."""
    assert old in TEXT
    wrong = TEXT.replace(old, new, 1)
    assert list(table_faults(spec_pages(), wrong)) == [
        "spec/README.md: its tables are not what spec/port.py declares; run python -m properties.changes --write."
    ]
    assert written(wrong, spec_pages()) == TEXT


def test_a_lever_that_is_missing_and_one_too_many_are_told() -> None:
    """With the row that is to be written."""
    wrong = ADMISSION.replace("| varlen | `--prefill-varlen-batch` |", "| varlen | `--prefill-varlen` |")
    missing, surplus = (fault for fault in table_faults([read_page("admission.md", wrong)], written(TEXT, [read_page("admission.md", wrong)])))
    row = "METRALE_PREFILL_VARLEN | set_prefill_varlen_from_cli | prefill_varlen_enabled"
    assert missing.endswith(f"the table of levers has no row varlen | --prefill-varlen-batch | {row}, which spec/port.py declares; write it.")
    assert f"the table of levers has the row varlen | --prefill-varlen | {row}, and spec/port.py declares no such lever" in surplus


@pytest.mark.parametrize("variable", AFRESH)
def test_a_lever_that_is_no_switch_is_in_the_table_as_well(variable: str) -> None:
    """It has a variable and nothing else."""
    wrong = "".join(line for line in ADMISSION.splitlines(keepends=True) if f"| none | `{variable}` |" not in line)
    (fault,) = table_faults([read_page("admission.md", wrong)], written(TEXT, [read_page("admission.md", wrong)]))
    assert re.search(f"has no row [a-z0-9]+ \\| none \\| {variable} \\| none \\| none", fault)


def test_a_call_with_other_parameters_is_told() -> None:
    """A page writes a call as it is declared, or with dots."""
    page = read_page("page.md", "# A\n\nAsk `fit_decode_ring_slots(start_slots, free_mem)` or `fit_decode_ring_slots(…)` or `other(a)`.\n")
    (fault,) = table_faults([page], written(TEXT, [page]))
    assert fault == (
        "spec/page.md:3: fit_decode_ring_slots(start_slots, free_mem) is written, and spec/port.py declares "
        "fit_decode_ring_slots(start_slots, reserve_without_ring, bytes_per_ring_slot, free_mem)."
    )
