"""Reads the pages of the spec: their rules, in order, and of each rule the examples as calls with expected answers.

markdown-it-py reads the Markdown, the standard DocTestParser the `>>>` blocks, `literals` the calls and answers. What a page gets wrong becomes a
sentence with file and line among its `faults`; what pages must keep among themselves (known ids, enough examples) is in `page_checks`.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from doctest import DocTestParser
from functools import cache
from pathlib import Path
from typing import Final

from markdown_it import MarkdownIt
from markdown_it.token import Token

from properties.literals import Unreadable, checked_answer, checked_call, parameters, read_call, read_literal
from spec.port import Call, Result

SPEC: Final = Path(__file__).parent.parent / "spec"
CATCHES: Final = "catches"

SINCE: Final = "Since"
CHANGED: Final = "Changed"
REWORDED: Final = "Reworded"
WITHDRAWN: Final = "Withdrawn"

_ENTRY = re.compile(rf"\b({SINCE}|{CHANGED}|{REWORDED}|{WITHDRAWN}) (\d{{4}}-\d{{2}}-\d{{2}})[.:]")
_BEFORE = re.compile(r'Before: "(.*)"')


@dataclass(frozen=True, slots=True)
class Stated:
    """An answer that a page states, None included."""

    answer: Result


@dataclass(frozen=True, slots=True)
class Step:
    """One call of an example, the answer that the page states (None where it states none), and its line."""

    call: Call
    stated: Stated | None
    line: int


@dataclass(frozen=True, slots=True)
class Example:
    """A row of a table or a `>>>` block, with the mistake that it catches; `asks` and `answers` are its calls and answers as written, a line each.

    The rows of one table share one lifetime, which is named by the line that the table begins on.
    """

    catches: str
    steps: tuple[Step, ...]
    line: int
    lifetime: int
    asks: str
    answers: str


@dataclass(frozen=True, slots=True)
class Change:
    """An entry of a rule's history: Changed, Reworded or Withdrawn, its date, what it says, and the sentence that it quotes as the one before."""

    kind: str
    date: str
    says: str
    before: str | None


@dataclass
class Rule:
    """A section of a page. `sentence` is its first paragraph, `prose` all of them, `history` what became of it, oldest first."""

    id: str
    line: int
    sentence: str = ""
    prose: str = ""
    since: str | None = None
    history: list[Change] = field(default_factory=list)
    examples: list[Example] = field(default_factory=list)

    @property
    def withdrawn(self) -> bool:
        """Whether the rule is kept for its history and its id alone: nothing is judged by it any more."""
        return any(change.kind == WITHDRAWN for change in self.history)


@dataclass
class Page:
    """One page as read. `file` is its name below spec/; `faults` are sentences that begin with file and line.

    `links`, `pictures` and `spans` (what stands in backquotes) come with their lines, and so do `tables`, the cells without their backquotes: those
    that show no examples.
    """

    file: str
    rules: list[Rule] = field(default_factory=list)
    headings: list[str] = field(default_factory=list)
    links: list[tuple[int, str]] = field(default_factory=list)
    pictures: list[tuple[int, str]] = field(default_factory=list)
    spans: list[tuple[int, str]] = field(default_factory=list)
    tables: list[tuple[int, list[list[str]]]] = field(default_factory=list)
    faults: list[str] = field(default_factory=list)

    def blame(self, line: int, sentence: str) -> None:
        """Records what the page gets wrong at a line."""
        self.faults.append(f"spec/{self.file}:{line}: {sentence}.")


@cache
def spec_pages() -> tuple[Page, ...]:
    """Every page of the spec, read once, in the order of their names; the README, which is about the pages, is none."""
    return tuple(read_page(path.name, path.read_text(encoding="utf-8")) for path in sorted(SPEC.glob("*.md")) if path.name != "README.md")


def read_page(file: str, text: str) -> Page:
    """Reads one page. Never raises: what cannot be read is among the page's faults."""
    page = Page(file)
    tokens = MarkdownIt("commonmark").enable("table").parse(text)
    rule: Rule | None = None
    for index, token in enumerate(tokens):
        line = token.map[0] + 1 if token.map else 0
        if token.type == "inline":
            page.links.extend((line, str(child.attrs["href"])) for child in token.children or () if child.type == "link_open")
            page.spans.extend((line, child.content) for child in token.children or () if child.type == "code_inline")
        if token.type == "heading_open":
            page.headings.append(tokens[index + 1].content)
            rule = Rule(tokens[index + 1].content, line) if token.tag == "h3" else None
            if rule is not None:
                page.rules.append(rule)
        elif token.type == "inline" and tokens[index - 1].type == "paragraph_open" and token.level == 1 and rule is not None:
            _read_paragraph(rule, token.content)
        elif token.type == "table_open":
            _read_table(page, rule, list(_rows(tokens, index)))
        elif token.type == "fence" and token.info.split()[:1] == ["python"]:
            _read_block(page, rule, token.content, line)
        elif token.type == "fence" and token.info == "mermaid":
            page.pictures.append((line, token.content))
    return page


def _read_paragraph(rule: Rule, content: str) -> None:
    one_line = " ".join(content.split())
    rule.prose += f"{one_line}\n"
    if not rule.sentence:
        rule.sentence = one_line
        return
    if _ENTRY.match(one_line) is None:
        return
    entries = list(_ENTRY.finditer(one_line))
    for entry, end in zip(entries, [*(other.start() for other in entries[1:]), len(one_line)], strict=True):
        kind, date, says = entry[1], entry[2], one_line[entry.end() : end].strip()
        before = _BEFORE.search(says)
        if kind == SINCE:
            rule.since = date
        else:
            rule.history.append(Change(kind, date, says, before and before[1]))


def _rows(tokens: list[Token], start: int) -> Iterator[tuple[int, list[Token]]]:
    """The rows of the table that opens at `start`, the head first: line, and the inline token of each cell."""
    line, cells = 0, list[Token]()
    for token in tokens[start:]:
        if token.type == "tr_open":
            line, cells = (token.map[0] + 1 if token.map else 0), []
        elif token.type == "inline":
            cells.append(token)
        elif token.type == "tr_close":
            yield line, cells
        elif token.type == "table_close":
            return


def _read_table(page: Page, rule: Rule | None, rows: list[tuple[int, list[Token]]]) -> None:
    """Reads a table of examples; a table without the column `catches` is only there to be read."""
    (line, head), *body = rows
    names = [cell.content.strip("`") for cell in head]
    if names[-1] != CATCHES:
        page.tables.append((line, [names, *([cell.content.strip("`") for cell in cells] for _, cells in body)]))
        return
    if rule is None:
        page.blame(line, "the examples of this table stand under no rule; move them below the heading of theirs")
        return
    method = names[-2] if len(names) > 1 else ""
    try:
        wanted = (*parameters(method), method, CATCHES)
    except Unreadable as problem:
        page.blame(line, f"the column before {CATCHES} must be headed by the method's name: {problem}")
        return
    if tuple(names) != wanted:
        page.blame(line, f"the columns of {method} must be {' | '.join(wanted)}, in that order")
        return
    for row_line, cells in body:
        try:
            *written, answered = map(_quoted, cells[:-1])
            arguments, answer = list(map(read_literal, written)), read_literal(answered)
            step = Step(checked_call(method, arguments), Stated(checked_answer(method, answer)), row_line)
        except Unreadable as problem:
            page.blame(row_line, str(problem))
            continue
        rule.examples.append(Example(_words(cells[-1].content), (step,), row_line, line, f"{method}({', '.join(written)})", answered))


def _quoted(cell: Token) -> str:
    children = cell.children or []
    if len(children) != 1 or children[0].type != "code_inline":
        raise Unreadable(f"the cell {cell.content!r:.80} must be one literal in backquotes")
    return children[0].content


def _read_block(page: Page, rule: Rule | None, content: str, line: int) -> None:
    """Reads a fenced block whose fence stands at `line`, its content beginning one below."""
    if ">>>" not in content:
        return
    if rule is None:
        page.blame(line, "this example stands under no rule; move it below the heading of its rule")
        return
    first, _, rest = content.partition("\n")
    catches = _words(first.removeprefix(f"# {CATCHES}:")) if first.startswith(f"# {CATCHES}:") else ""
    if not catches:
        page.blame(line + 1, f'the first line of an example says which mistake it catches: "# {CATCHES}: ..."')
        return
    try:
        parsed = DocTestParser().parse(rest)
    except ValueError as problem:
        page.blame(line, f"the example below is no doctest ({problem}); write >>> port.method(arguments) and the answer on the next line")
        return
    steps, asks, answers = list[Step](), list[str](), list[str]()
    faults = len(page.faults)
    at = line + 2
    for part in parsed:
        if isinstance(part, str):
            if part.strip():
                page.blame(
                    at, f"{part.strip()!r:.80} is neither a call nor an answer; write >>> port.method(arguments) and the answer on the next line"
                )
            continue
        at = line + 2 + part.lineno
        try:
            call = read_call(part.source)
            stated = Stated(checked_answer(call.method, read_literal(part.want))) if part.want.strip() else None
            steps.append(Step(call, stated, at))
            asks.append(_words(part.source))
            answers.append(_words(part.want))
        except Unreadable as problem:
            page.blame(at, str(problem))
    if len(page.faults) == faults:
        rule.examples.append(Example(catches, tuple(steps), line, line, "\n".join(asks), "\n".join(answers)))


def _words(content: str) -> str:
    return " ".join(content.split())


def lifetimes(rules: Iterable[Rule]) -> Iterator[tuple[Example, ...]]:
    """The examples of these rules, those together that share one lifetime."""
    for rule in rules:
        together: dict[int, list[Example]] = {}
        for example in rule.examples:
            together.setdefault(example.lifetime, []).append(example)
        yield from map(tuple, together.values())
