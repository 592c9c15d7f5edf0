"""Imports every module of faults, so that they are registered, and gives the list."""

from __future__ import annotations

from typing import Final

from properties.faults import cells, from_the_pages, log, ring, serve, truth
from properties.faults.fault import FAULTS, Fault

MODULES: Final = (truth, ring, cells, log, serve, from_the_pages)

__all__ = ["FAULTS", "Fault"]
