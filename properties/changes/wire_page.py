"""The page on the wire, held to the wire and to the reference: a driver's author copies its lines, so each of them must be right.

Its blocks of JSON are requests and answers in turn, one process a block. The pages with rules are held to the reference in `agreement.py`.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Final

from markdown_it import MarkdownIt

from properties.pages import SPEC
from properties.report.shown import shown_answer
from reference import Process
from reference.driver import Driver
from spec.port import SWITCHES, Hello
from spec.wire import METHODS, NotTheProtocol, RequestError, RpcError, read_request, read_response, request

PAGE: Final = SPEC / "wire.md"


def wire_faults(page: Path = PAGE) -> Iterator[str]:
    """What the page shows otherwise than it is: a sentence each, with file and line."""
    shown = set[str]()
    for line, block in blocks(page.read_text(encoding="utf-8")):
        driver = Driver(Process(), "reference")
        for place, (asked, answer) in enumerate(zip(block[::2], block[1::2], strict=False)):
            at = f"spec/{page.name}:{line + 2 * place}"
            try:
                called = read_request(asked)
                shown.add(called.call.method)
                if request(called.id, called.call).rstrip(b"\n") != asked:
                    yield f"{at}: the runner writes this request as {request(called.id, called.call).decode().strip()}; write it so."
                told = read_response(answer, called.id, called.call)
                right = read_response(driver.answer(asked), called.id, called.call)
            except (RequestError, NotTheProtocol) as problem:
                yield f"{at}: this request, or its answer below, cannot be read: {problem}; write it as spec/port.py declares it."
                continue
            # what a port says of itself, and what one lacks, is for each port to say
            if isinstance(told, Hello | RpcError) or told == right:
                continue
            answered = f"the error {right.message}" if isinstance(right, RpcError) else shown_answer(right)
            yield f"{at}: the page answers {shown_answer(told)}, the reference {answered}; the page is right unless it is mistaken."
    yield from unshown(shown, page.name)


def unshown(shown: set[str], page: str) -> Iterator[str]:
    """The methods that no line shows. One switch's calls stand for those of all."""
    of_switches = {name for switch in SWITCHES for name in (switch.setter, switch.getter)}
    for name in METHODS:
        if name not in shown and (name not in of_switches or not shown & of_switches):
            yield f"spec/{page}:1: no line shows a call of {name}; show one with its answer, so that nobody has to guess what it looks like."


def blocks(text: str) -> Iterator[tuple[int, list[bytes]]]:
    """The lines of each block of JSON, and the number of its first."""
    for token in MarkdownIt("commonmark").parse(text):
        if token.type == "fence" and token.info == "json" and token.map:
            yield token.map[0] + 2, token.content.encode().splitlines()
