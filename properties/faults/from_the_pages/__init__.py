"""Wrong ports whose author had read the pages alone: imports every module of them, so that they are registered.

They are kept apart because nobody who knew the cases had a hand in them: that the cases catch them is no foregone conclusion.
"""

from __future__ import annotations

from typing import Final

from properties.faults.from_the_pages import (
    admission,
    environment,
    ring_decision,
    ring_fit,
    ring_parse,
    ring_publish,
    serve,
    shape_log,
    switches,
    truth,
)

MODULES: Final = (environment, truth, switches, admission, ring_parse, ring_publish, ring_decision, ring_fit, serve, shape_log)
