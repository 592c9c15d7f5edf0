"""Which picture is held to the reference by what, and the sentences of a picture that lies."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Final

from properties.pages import Page
from properties.pictures import (
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
from properties.pictures.diagram import Unread

LIES: Final[dict[str, Callable[[str], Iterator[str]]]] = {
    module.__name__.rpartition(".")[2].replace("_", "-"): module.lies
    for module in (admission, environment, ring_decision, ring_fit, ring_parse, ring_publish, serve, shape_log, switches, truth)
}
"""What finds the lies of a page's picture, by the name of the page."""


def picture_faults(pages: Sequence[Page]) -> Iterator[str]:
    """What the pages' pictures get wrong: a sentence each, with file and line. A page with rules has one picture."""
    for page in pages:
        name = page.file.removesuffix(".md")
        if page.rules and len(page.pictures) != 1:
            yield f"spec/{page.file}:1: the page has {len(page.pictures)} pictures; draw the one that shows its rules at a glance, in Mermaid."
        elif page.rules and name not in LIES:
            module = f"properties/pictures/{name.replace('-', '_')}.py"
            yield f"spec/{page.file}:1: nothing holds the picture of this page to the reference; write {module}, and name it in checks.py."
        elif page.rules:
            line, picture = page.pictures[0]
            yield from (f"spec/{page.file}:{line}: the picture is wrong: {lie}." for lie in _lies_of(name, picture))


def _lies_of(name: str, picture: str) -> Iterator[str]:
    try:
        yield from LIES[name](picture)
    except Unread as problem:
        yield str(problem)
    except Exception as error:  # noqa: BLE001 - in the middle of a change the reference may raise anything, and the other checks go on
        yield f"the reference raised {type(error).__name__} where it was held to the picture; let it answer"
