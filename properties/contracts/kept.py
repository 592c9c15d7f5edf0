"""How a law puts a rule's predicate to an answer, or to a lifetime that it makes up: the one step between the rules and the laws.

Which expectations a rule has is in `properties/rules`; what is judged is in `subject.py`.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import ParamSpec, cast

import properties.rules.pages  # noqa: F401 - registers every rule
from properties.contracts.subject import born, largest_word, word_bits
from properties.rules.lifetime import Lifetime
from properties.rules.rule import LIFETIME_RULES, Expectation
from properties.transcript import Exchange, Transcript
from spec.port import Call, Port, Result

P = ParamSpec("P")


def kept(rule: Callable[P, Expectation | None], function: Callable[P, Result], *args: P.args, **named: P.kwargs) -> bool:
    """Whether a function's answer to these arguments is one that the rule lets pass. Where the rule says nothing the function is not asked."""
    expected = rule(*args, **named)
    return expected is None or expected.accepts(function(*args, **named))


def for_words(rule: Callable[..., Expectation | None]) -> Callable[..., Expectation | None]:
    """The rule for the word size of the port that is judged."""
    return partial(rule, largest_word=largest_word())


def kept_through(rule: str, *calls: Call) -> bool:
    """Whether a new lifetime that is asked these calls keeps a rule at every one of them."""
    port = born()
    lifetime = Lifetime(Transcript("law", word_bits(), tuple(Exchange(call, asked(port, call)) for call in calls)))
    return all(
        expected.accepts(lifetime.exchanges[index].answer)
        for predicate in LIFETIME_RULES
        if predicate.rule == rule
        for index, expected in predicate.judgements(lifetime)
    )


def asked(port: Port, call: Call) -> Result:
    """What a port answers to a call."""
    return cast("Result", getattr(port, call.method)(*call.args))
