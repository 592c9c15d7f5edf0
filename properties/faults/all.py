"""Imports every module of faults, so that they are registered, and gives the list."""

from __future__ import annotations

from typing import Final

from properties.faults import (
    admission,
    environment,
    flop,
    from_the_pages,
    ring_decision,
    ring_fit,
    ring_parse,
    ring_publish,
    serve,
    shape_log,
    switches,
    truth,
)
from properties.faults.fault import FAULTS, Fault

MODULES: Final = (
    environment,
    truth,
    switches,
    admission,
    ring_parse,
    ring_publish,
    ring_decision,
    ring_fit,
    serve,
    shape_log,
    flop,
    from_the_pages,
)

__all__ = ["FAULTS", "Fault"]
