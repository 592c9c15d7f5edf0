"""The page on the wire, held to the wire and to the reference: a driver's author copies its lines, so each of them must be right.

The pages with rules are held to the reference elsewhere.
"""

from __future__ import annotations

import pytest
from markdown_it import MarkdownIt

from properties.pages import SPEC
from reference import Process
from reference.driver import Driver
from spec.port import Hello
from spec.wire import METHODS, RpcError, read_request, read_response, request


def blocks() -> list[list[bytes]]:
    """The lines of each JSON block of the page: requests and answers in turn, one process a block."""
    tokens = MarkdownIt("commonmark").parse((SPEC / "wire.md").read_text(encoding="utf-8"))
    return [token.content.encode().splitlines() for token in tokens if token.type == "fence" and token.info == "json"]


@pytest.mark.parametrize("lines", blocks())
def test_every_request_on_the_page_is_the_line_that_the_runner_writes(lines: list[bytes]) -> None:
    """A driver that copes with the page's requests copes with the runner's."""
    for line in lines[::2]:
        asked = read_request(line)
        assert request(asked.id, asked.call) == line + b"\n"


@pytest.mark.parametrize("lines", blocks())
def test_every_answer_on_the_page_is_the_one_that_the_reference_gives(lines: list[bytes]) -> None:
    """Answers are compared as they are read; what a port says of itself, and what one lacks, is only read."""
    driver = Driver(Process(), "reference")
    for line, answer in zip(lines[::2], lines[1::2], strict=True):
        asked = read_request(line)
        shown = read_response(answer, asked.id, asked.call)
        if not isinstance(shown, Hello | RpcError):
            assert shown == read_response(driver.answer(line), asked.id, asked.call)


def test_the_page_shows_every_method() -> None:
    """Nobody has to guess what a call looks like."""
    assert {read_request(line).call.method for lines in blocks() for line in lines[::2]} == set(METHODS)
