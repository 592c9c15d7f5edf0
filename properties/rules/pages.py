"""Imports every module of rules, a module a page, so that their rules are registered."""

from properties.rules import (
    admission,
    decisions,
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

__all__ = [
    "admission",
    "decisions",
    "environment",
    "ring_decision",
    "ring_fit",
    "ring_parse",
    "ring_publish",
    "serve",
    "shape_log",
    "switches",
    "truth",
]
