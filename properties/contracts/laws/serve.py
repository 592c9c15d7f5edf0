"""Laws of `spec/serve.md`: the rollback's first question. A start is a sequence of calls that the other pages' laws are about."""

from __future__ import annotations

from properties.contracts.kept import kept
from properties.contracts.subject import are_words, born
from properties.rules import serve


def a_rollback_declines_where_there_are_layers_and_no_depth(num_ssm_layers: int, depth: int) -> bool:
    """serve/rollback-declines.

    pre: are_words(num_ssm_layers, depth)
    post: _
    """
    return kept(serve.rollback_declines, born().rollback_to_boundary, num_ssm_layers, depth)
