"""The list of batches that a run puts to a port, in the order in which they are started. What is in a batch is in its own module."""

from __future__ import annotations

from typing import Final

from properties.cases.batch import AnyBatch
from properties.cases.cells import CELL_SUITES
from properties.cases.endurance import ENDURANCE
from properties.cases.examples import EXAMPLES
from properties.cases.lattice import LATTICE
from properties.cases.lifetimes import SHORT_LIFETIMES
from properties.cases.machine import MACHINES, RANDOM
from properties.cases.races import RACE_BATCHES
from properties.cases.sequences import SEQUENCES
from properties.cases.serve import SERVE
from properties.cases.shapes import SHAPES
from properties.cases.texts import TEXTS

BATCHES: Final[tuple[AnyBatch, ...]] = (
    EXAMPLES,
    *LATTICE,
    *TEXTS,
    *SHAPES,
    *SHORT_LIFETIMES,
    *CELL_SUITES,
    *SEQUENCES,
    *SERVE,
    *ENDURANCE,
    *RACE_BATCHES,
    *MACHINES,
    *RANDOM,
)
