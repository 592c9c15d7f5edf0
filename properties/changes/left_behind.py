"""What a change leaves behind among laws, sweeps, canaries and faults: they name a rule, a law or a method that is gone, or have no counterpart.

A law that no canary refutes says nothing, and a fault that is not found for what it is wrong about shows nothing. Whether a law holds is not told
here: that takes the prover.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from types import CodeType, FunctionType
from typing import Final

from properties.changes.agreement import tells_apart
from properties.changes.differences import Difference, otherwise
from properties.changes.released import Released, asked
from properties.cases.examples import with_closing_reads
from properties.contracts.canaries import Canary
from properties.contracts.changed import changed
from properties.contracts.exhaustive import Sweep
from properties.contracts.law import Law
from properties.faults.fault import Fault
from properties.harness.in_process import InProcess
from properties.literals import checked_answer, read_literal
from properties.pages import Example, Page, Rule
from properties.transcript import Script
from reference import Process
from spec.wire import METHODS

LAWS: Final = "properties/contracts/laws"
CANARIES: Final = "properties/contracts/canaries.py"
SWEEPS: Final = "properties/contracts/exhaustive.py"
