"""Has Python look for cycles of garbage less often while transcripts are made and judged.

They are many small objects without cycles, which reference counting frees; looking through them again and again took a sixth of the time.
"""

from __future__ import annotations

import gc
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

THRESHOLDS: Final = (200_000, 50, 100)
"""For `gc.set_threshold`: a first look after so many new objects, and older ones as much less often."""


@contextmanager
def collecting_rarely() -> Iterator[None]:
    """Collects rarely within, and as before afterwards."""
    before = gc.get_threshold()
    gc.set_threshold(*THRESHOLDS)
    try:
        yield
    finally:
        gc.set_threshold(*before)
