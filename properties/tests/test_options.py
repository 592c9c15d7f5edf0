"""Each wrong option is told by one sentence, and each right one comes to what the README says."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable
from pathlib import Path
from typing import TypeAlias

import pytest

from properties.report.failures import replayed
from properties.report.options import OPTIONS, ROOT, Settings, settings_of

RULES = ("ring-fit/ladder", "ring-fit/monotone", "truth/switch")


@pytest.fixture
def settings(tmp_path: Path) -> Callable[..., Settings]:
    """Says what arguments come to, for who stands in an empty folder."""
    parser = argparse.ArgumentParser()
    for name, declared in OPTIONS.items():
        parser.add_argument(name, **declared)
    return lambda *args: settings_of(parser.parse_args(args), tmp_path, RULES)


Told: TypeAlias = Callable[..., Settings]


@pytest.mark.parametrize(
    ("args", "says"),
    [
        (("--profile", "fast"), "--profile fast is none of smoke, ci, deep."),
        (("--rule", "ring-fit"), "--rule ring-fit matches no rule; spec/README.md lists them."),
        (("--rule", "ring-fit/*", "--rule", "x*"), "--rule x* matches no rule; spec/README.md lists them."),
        (("--known", "nowhere"), "--known {here}/nowhere cannot be read: No such file or directory."),
        (("--known", "bytes"), "--known {here}/bytes is no text in UTF-8."),
        (("--known", "ids"), "--known {here}/ids lists 'ring-fit/other', which is no rule; spec/README.md lists them."),
        (("--request-timeout", "0"), "--request-timeout 0 is no number of seconds above 0."),
        (("--request-timeout", "inf"), "--request-timeout inf is no number of seconds above 0."),
        (("--request-timeout", "soon"), "--request-timeout soon is no number of seconds above 0."),
        (("--port-cmd", " "), "--port-cmd is empty; give the command that starts the driver."),
        (("--port-cmd", "driver 'half"), '--port-cmd "driver \'half" cannot be split into words as a shell would: No closing quotation.'),
        (("--port-cmd", "a", "--port-module", "b:c"), "--port-cmd and --port-module name two ports; give one of them."),
        (("--port-module", "no-factory"), "--port-module no-factory is not of the form pkg.mod:factory."),
        (("--port-module", "mod:"), "--port-module mod: is not of the form pkg.mod:factory."),
        (("--replay", "nowhere"), "--replay {here}/nowhere is no file."),
        (("--seed", "1"), "--seed is for --profile deep; the other profiles draw nothing that it could change."),
        (("--profile", "deep", "--seed", "-1"), "--seed -1 is no whole number of up to 20 digits."),
        (("--profile", "deep", "--seed", "9" * 21), f"--seed {'9' * 21} is no whole number of up to 20 digits."),
        (("--report-json", "no/report"), "--report-json {here}/no/report cannot be written: No such file or directory."),
        (("--report-html", "."), "--report-html {here} cannot be written: Is a directory."),
    ],
)
def test_a_wrong_option_is_told_by_one_sentence(settings: Told, tmp_path: Path, args: tuple[str, ...], says: str) -> None:
    """It says what is wrong with which option, and where it can what to write instead."""
    (tmp_path / "bytes").write_bytes(b"\xff")
    (tmp_path / "ids").write_text("truth/switch\nring-fit/other # is none\n")
    with pytest.raises(pytest.UsageError) as raised:
        settings(*args)
    assert str(raised.value) == says.replace("{here}", str(tmp_path))


def test_a_report_that_is_there_stays_until_it_is_written_anew(settings: Told, tmp_path: Path) -> None:
    """That it can be written is seen before the run, and leaves no file behind."""
    (tmp_path / "old.json").write_text("old")
    settings("--report-json", "old.json", "--report-html", "new.html")
    assert (tmp_path / "old.json").read_text() == "old"
    assert not (tmp_path / "new.html").exists()


@pytest.mark.parametrize(
    ("lines", "says"),
    [
        ("", "it holds no call"),
        ("\n", "line 1: it is no line of a transcript: it is not JSON"),
        ("hello", "line 1: it is no line of a transcript: it is not JSON"),
        ("[1]", "line 1: it is no line of a transcript: it is an array where an object was due"),
        ('{"method":"hullo","params":{},"result":null}', "line 1: no port has a method 'hullo'"),
        ('{"method":"decode_ring_fit_ladder","params":{}}', 'line 1: it is no line of a transcript: it needs either "result" or "unanswered"'),
        (
            '{"method":"reset","params":{},"result":null}\n{"method":"set_decode_ring_slots","params":{"slots":5},"result":"5"}',
            "line 2: it is no line of a transcript: params.slots is a whole number where a text was due: words are texts of digits",
        ),
        ('{"method":"set_decode_ring_slots","params":{"slots":"5"},"result":5}', "line 1: result is a whole number where a text was due"),
        ('{"method":"race","params":{"calls":[]},"result":[]}', "line 1: a race is of one call or more"),
        (
            '{"method":"reset","params":{},"unanswered":{"kind":"bored","sentence":""}}',
            "line 1: 'bored' is none of the ways in which a call fails: crashed, no answer, not the protocol",
        ),
        ('{"method":"\u00e9","params":{},"result":null}', "it is no text in ASCII"),
    ],
)
def test_what_is_wrong_with_a_transcript_is_told_by_one_sentence(tmp_path: Path, lines: str, says: str) -> None:
    """It names the line, and what is wrong there."""
    file = tmp_path / "transcript.jsonl"
    file.write_text(lines, encoding="utf-8")
    with pytest.raises(pytest.UsageError) as raised:
        replayed(str(file))
    assert str(raised.value).startswith(f"--replay {file} is no transcript: {says}")


def test_a_command_is_split_as_by_a_shell_and_repeated_as_given(settings: Told, tmp_path: Path) -> None:
    """Neither variables nor patterns in it are expanded."""
    given = settings("--port-cmd", "./driver 'two words' $HOME *", "--request-timeout", "2.5")
    assert given.command == ("./driver", "two words", "$HOME", "*")
    assert given.stands_in == str(tmp_path)
    assert given.request_timeout == 2.5
    assert given.repeat[-4:] == (str(ROOT), "--port-cmd", "./driver 'two words' $HOME *", "--request-timeout=2.5")


def test_a_module_is_served_by_this_python(settings: Told) -> None:
    """The checkout's driver serves it, wherever the user stands."""
    command = settings("--port-module", "pkg.mod:factory").command
    assert command is not None
    assert command[0] == sys.executable
    assert command[-2:] == (str(ROOT), "pkg.mod:factory")


def test_the_rules_are_chosen_by_any_glob_in_the_order_of_the_pages(settings: Told) -> None:
    """Without a glob all are."""
    assert settings().rules == RULES
    assert not settings().some_rules_only
    assert settings("--rule", "truth/*", "--rule", "*/ladder").rules == ("ring-fit/ladder", "truth/switch")


def test_the_known_are_ids_with_comments_and_blank_lines(settings: Told, tmp_path: Path) -> None:
    """An id may be listed that is not among the chosen rules."""
    (tmp_path / "known").write_text("# two\n\n  truth/switch  # this\r\nring-fit/monotone\n")
    assert settings("--known", "known", "--rule", "ring-fit/*").known == ("truth/switch", "ring-fit/monotone")


def test_only_the_deep_profile_draws_a_seed(settings: Told) -> None:
    """Another one each time, or the one that is given."""
    assert settings().seed == settings("--profile", "smoke").seed == 0
    assert settings("--profile", "deep").seed != settings("--profile", "deep").seed
    assert settings("--profile", "deep", "--seed", "17").seed == 17
