"""What a law is, and which there are: collected from the modules of `laws/`, never listed by hand.

A law is a function that takes typed arguments and answers a bool, with PEP 316 conditions in its docstring: any number of `pre:` lines and one
`post: _`. Its docstring begins with the ids of the rules that it is about. Whether it holds is found out in `check.py`.
"""

from __future__ import annotations

import importlib
import inspect
import pkgutil
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from properties.contracts import laws as laws_package
from spec.port import PURE_METHODS

_RULE_ID = re.compile(r"[a-z0-9-]+/[a-z0-9-]+")
_LENGTH = re.compile(r"len\(\w+\) <= (\d+)")


@dataclass(frozen=True, slots=True)
class Law:
    """One law. `claim` is its function, `rules` the ids that it names, `page` the module that it stands in."""

    page: str
    name: str
    rules: tuple[str, ...]
    claim: Callable[..., bool]

    @property
    def id(self) -> str:
        """The law's name with its page, as reports and `spec/assurance.json` show it."""
        return f"{self.page}.{self.name}"

    @property
    def sentence(self) -> str:
        """What the law says."""
        return self.name.replace("_", " ")

    @property
    def longest_text(self) -> int | None:
        """The length up to which texts are meant, in characters; None where every length is."""
        lengths = [int(found) for found in _LENGTH.findall(inspect.getdoc(self.claim) or "")]
        return min(lengths) if lengths else None

    @property
    def is_about_texts(self) -> bool:
        """Whether the prover makes up texts for it."""
        return any("str" in str(kind) for kind in self.claim.__annotations__.values())

    @property
    def word_sizes(self) -> tuple[int, ...]:
        """The word sizes, in bits, for which the law says different things: one where it is not about words."""
        names = {*self.claim.__code__.co_names, *re.findall(r"\w+", self.claim.__doc__ or "")}
        return (64, 32) if "are_words" in names else (64,)

    @property
    def asks(self) -> frozenset[str]:
        """The pure functions of the port that the law calls."""
        return frozenset(PURE_METHODS).intersection(self.claim.__code__.co_names)

    @property
    def is_about_lifetimes(self) -> bool:
        """Whether the law makes lifetimes of the port, and asks more of it than pure functions."""
        return not self.asks


def all_laws() -> tuple[Law, ...]:
    """Every law of `laws/`, by page and in the order in which they stand there."""
    pages = sorted(module.name for module in pkgutil.iter_modules(laws_package.__path__))
    return tuple(law for page in pages for law in _laws_of(page))


def _laws_of(page: str) -> Iterator[Law]:
    module = importlib.import_module(f"{laws_package.__name__}.{page}")
    for name, claim in vars(module).items():
        doc = inspect.getdoc(claim) or ""
        if inspect.isfunction(claim) and claim.__module__ == module.__name__ and "post:" in doc:
            yield Law(page, name, tuple(_RULE_ID.findall(doc.splitlines()[0])), claim)
