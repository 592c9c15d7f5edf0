"""Which faults need more than the smoke profile, whose cases are thinned. That all but a few of them do is told by the tests."""

from __future__ import annotations

from typing import Final

NEED_MORE_THAN_SMOKE: Final = frozenset(
    {
        "accents ignored",
        "allocates for the low half of the layers",
        "answer to the request before",
        "answers the start",
        "both on spare varlen",
        "byte order mark dropped",
        "canonically equivalent names are one",
        "carriage return taken off",
        "case folded by one bit",
        "codispatch flag of off vetoes varlen",
        "depth of zero settles codispatch",
        "dimensions filled into the name",
        "empty override keeps the ring without watchdogs",
        "explicit depth fitted under both kinds of speculation",
        "figure space is no blank",
        "first word decides",
        "fit at the first start alone",
        "flag written into the environment",
        "forgets after a thousand",
        "formats the text",
        "keeps the override of a start",
        "largest of thirty two bits is empty",
        "line end chomped for the log",
        "low byte of each character",
        "names without case",
        "no case for six",
        "overlong of three bytes taken",
        "passes over flags once published",
        "reads the number as a double",
        "reason of the skip before",
        "remembers the reserves variable",
        "resolves both together",
        "rollback looks at the published depth",
        "rounded twice",
        "sign before auto",
        "start kept in thirty two bits",
        "swallows a byte order mark",
        "text filled again",
        "varlen admits once",
        "varlen flag dropped under dflash",
        "written false vetoes codispatch",
    }
)
"""Faults that the thin smoke profile does not catch, or not with the more basic rule that would settle the blame: ci does."""
