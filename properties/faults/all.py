"""Imports every module of faults, so that they are registered, and gives the list."""

from __future__ import annotations

from typing import Final

from properties.faults import cells, log, ring, serve, truth
from properties.faults.fault import FAULTS, Fault

MODULES: Final = (truth, ring, cells, log, serve)

__all__ = ["FAULTS", "Fault"]
