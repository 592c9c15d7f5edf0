"""The door's own part of a run: it opens the port, gathers what the batches came to, draws the verdict, prints it and sets the exit status.

It is a pytest plugin of the process that the user started. With pytest-xdist the batches run in workers, and what comes back is in the test reports.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Mapping, Sequence
from pathlib import Path

import msgspec
import pytest

from properties.cases.batch import Plan
from properties.harness.asker import Asker
from properties.harness.driver import PortCannotRun
from properties.harness.escape import shown as escaped
from properties.pages import spec_pages
from properties.report import outcome as outcomes
from properties.report import port_session
from properties.report.failures import failed_of, failing_rules, replayed
from properties.report.gathered import Gathered
from properties.report.html_report import as_html
from properties.report.interrupt import leave_interrupts_to_pytest
from properties.report.items import CARRIED, PLAN, RUN, SENTENCES, SETTINGS, batch_of, batches_of, chosen, is_of_rules
from properties.report.json_report import as_json
from properties.report.options import Settings, settings_of
from properties.report.outcome import Outcome
from properties.report.port_run import PortRun
from properties.report.progress import Progress, batch_line
from properties.report.report import SUITE, Asked, Report
from properties.report.shorten import Shortened, Shortener, unshortened
from properties.report.shown import how_many
from properties.report.text import failure_lines, verdict_lines
from properties.report.verdict import Exit, Wanted, by_rule, exit_status
from properties.report.workers import Workers
from spec.port import VERSION


def configure(config: pytest.Config) -> None:
    """Checks the options in the process that the user started; a worker of pytest-xdist is told what they came to.

    Raises:
        pytest.UsageError: with one sentence on an option that is wrong.
    """
    leave_interrupts_to_pytest()
    sentences = config.stash[SENTENCES] = {rule.id: rule.sentence for page in spec_pages() for rule in page.rules if not rule.withdrawn}
    workerinput: dict[str, str] | None = getattr(config, "workerinput", None)
    if workerinput is not None:
        config.stash[SETTINGS] = msgspec.json.decode(workerinput["metrale_settings"], type=Settings)
        if "metrale_plan" in workerinput:
            config.stash[PLAN] = msgspec.json.decode(workerinput["metrale_plan"], type=Plan)
        return
    settings = config.stash[SETTINGS] = settings_of(config.option, config.invocation_params.dir, tuple(sentences))
    if getattr(config.option, "numprocesses", None) and not is_text(settings.port):
        raise pytest.UsageError("The command holds bytes that are no text in UTF-8, of which workers cannot be told; leave -n out.")
    if settings.replay is not None:
        replayed(settings.replay)
    workers = Workers(config)
    config.pluginmanager.register(workers)
    config.pluginmanager.register(Door(config, settings, sentences, workers))


def is_text(given: str) -> bool:
    """Whether what a command line gave is text, and not bytes that Python has handed on as surrogates."""
    return all(not "\ud800" <= character <= "\udfff" for character in given)


class Door:
    """Gathers and tells what a run came to."""

    def __init__(self, config: pytest.Config, settings: Settings, sentences: Mapping[str, str], workers: Workers) -> None:
        self._config = config
        self._settings = settings
        self._sentences = sentences
        self._asker: Asker | None = None
        self._run: PortRun | None = None
        self._progress: Progress | None = None
        self._gathered = Gathered()
        self._suite_failures: list[str] = []
        self._workers = workers
        self._tests_failed = False
        self._left_out: list[tuple[str, str]] = []
        self._report: Report | None = None

    # Beginning

    def pytest_sessionstart(self, session: pytest.Session) -> None:
        """Opens the port, so that one that cannot be run is told before anything else is done."""
        if session.config.option.collectonly:
            return
        try:
            self._asker = port_session.open_port(self._settings)
            plan = port_session.plan_for(self._settings, self._asker)
        except PortCannotRun as error:
            self._close()
            self._report = self._drawn(Outcome("all", cannot_run=str(error)), {}, interrupted=False)
            self._write_files(self._report)
            pytest.exit(f"The port cannot be run: {error}", returncode=Exit.CANNOT_RUN)
        session.config.stash[PLAN] = plan
        if self._judges_a_port and session.config.option.verbose >= 0:
            reporter = session.config.pluginmanager.get_plugin("terminalreporter")
            if isinstance(reporter, pytest.TerminalReporter):  # its line of dots a file gives way to a line a batch
                reporter.showfspath = False
            self._progress = Progress(sys.__stdout__.fileno() if sys.__stdout__ is not None else 1, self._current)
        asker = self._asker
        session.config.stash[RUN] = self._run = PortRun(lambda: asker, plan, chosen(self._settings))

    def pytest_report_header(self) -> list[str]:
        """Says what is judged, and what is to be noted of it before many rules fail for it."""
        if self._asker is None:
            return []
        hello = self._asker.hello
        seed = f" --seed {self._settings.seed}" if self._settings.profile == "deep" else ""
        return [
            f"{SUITE} {VERSION} judges {escaped(self._settings.port)}: {f'{escaped(hello.port)} {escaped(hello.version)}'.strip()},"
            f" words of {hello.word_bits} bits, {how_many(len(hello.methods), 'method')}; --profile {self._settings.profile}{seed}",
            *(f"Note: {notice}" for notice in port_session.notices_of(self._asker)),
        ]

    # In between

    @pytest.hookimpl(tryfirst=True)
    def pytest_report_teststatus(self, report: pytest.TestReport | pytest.CollectReport) -> tuple[str, str, str] | None:
        """Counts a batch without a letter of its own where a line says more."""
        if self._judges_a_port and is_of_rules(report.nodeid) and isinstance(report, pytest.TestReport) and report.when == "call":
            return report.outcome, "", ""
        return None

    @property
    def _judges_a_port(self) -> bool:
        return self._settings.command is not None

    def pytest_runtest_logstart(self, nodeid: str) -> None:
        """A batch begins."""
        if self._progress is not None and is_of_rules(nodeid):
            self._progress.begin(batch_of(nodeid))

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """Keeps what a batch came to, and what the verdict says of the project's own tests."""
        if is_of_rules(report.nodeid):
            self._batch_reported(report)
        elif report.failed:
            self._tests_failed = True
        if report.skipped:
            reason = getattr(report, "wasxfail", None)
            said = f"expected to fail: {reason}" if reason is not None else _skip_reason(report)
            self._left_out.append((report.nodeid, said))

    def _batch_reported(self, report: pytest.TestReport) -> None:
        packed: str | None = getattr(report, CARRIED, None)
        if packed is None:
            if report.failed:
                self._suite_failures.append(f"{report.nodeid}\n{report.longreprtext}")
            return
        self._keep(outcomes.unpacked(packed), report.duration)

    def _keep(self, outcome: Outcome, seconds: float) -> None:
        self._gathered.keep(outcome, seconds)
        if self._progress is not None:
            self._progress.done(outcome.batch, batch_line(outcome, seconds, failing_rules(outcome, self._settings.known)))

    def pytest_collectreport(self, report: pytest.CollectReport) -> None:
        """A module that cannot be collected is a fault of the suite, not of the port."""
        if report.failed:
            self._suite_failures.append(f"{report.nodeid}\n{report.longreprtext}")

    # End

    @pytest.hookimpl(trylast=True)
    def pytest_sessionfinish(self, session: pytest.Session, exitstatus: int) -> None:
        """Draws the verdict and sets the exit status."""
        interrupted = exitstatus == pytest.ExitCode.INTERRUPTED and not self._suite_failures
        try:
            if self._asker is not None and (self._judges_a_port or self._gathered or self._current() is not None):
                self._finish(session, exitstatus, interrupted=interrupted)
        finally:
            self._close()

    def pytest_unconfigure(self) -> None:
        """Leaves nothing running, however early the run was broken off."""
        self._close()

    def _finish(self, session: pytest.Session, exitstatus: int, *, interrupted: bool) -> None:
        unfinished = self._current()
        if interrupted and unfinished is not None and unfinished.batch not in self._gathered:
            self._gathered.keep(unfinished, 0.0)
        spoilt = self._gathered.drop_what_reset_spoilt()
        if not interrupted:
            try:
                self._put_again_without_reset(spoilt)
            except KeyboardInterrupt:
                interrupted, exitstatus = True, pytest.ExitCode.INTERRUPTED
        total = self._gathered.total()
        findings = {rule: found for rule, found in total.shortest().items() if rule not in self._settings.known}
        if self._progress is not None and findings and not interrupted:
            self._progress.begin(f"looking for the shortest transcript of {how_many(len(findings), 'rule')}")
        if interrupted or total.cannot_run is not None or self._asker is None:
            shortened = unshortened(findings)
        else:
            try:
                shortened = Shortener(self._asker.ask_alone).shorten(findings)
            except PortCannotRun as error:
                total.cannot_run = str(error)
                shortened = unshortened(findings)
            except KeyboardInterrupt:
                interrupted, exitstatus = True, pytest.ExitCode.INTERRUPTED
                shortened = unshortened(findings)
        noticed = self._workers.notices + (port_session.notices_of(self._asker) if self._asker is not None else [])
        total.notices.extend(dict.fromkeys(noticed))
        self._report = report = self._drawn(total, shortened, interrupted=interrupted)
        self._write_files(report)
        session.exitstatus = self._exit(report, exitstatus)
        reporter = self._config.pluginmanager.get_plugin("terminalreporter")
        if self._judges_a_port and isinstance(reporter, pytest.TerminalReporter):
            # The verdict says it better than pytest's account of its tests, which is for the project's own.
            self._config.option.tbstyle = "no"
            reporter.reportchars = ""

    def _put_again_without_reset(self, names: Sequence[str]) -> None:
        """Puts the batches that rested on a `reset` that was found out to new processes."""
        why = self._gathered.reset_failed
        if self._run is None or why is None:
            return
        self._run.distrust_reset(why)
        for batch in batches_of(self._settings):
            if batch.name in names:
                if self._progress is not None:
                    self._progress.begin(batch.name)
                begun = time.monotonic()
                self._keep(self._run.run(batch), time.monotonic() - begun)

    def _exit(self, report: Report, exitstatus: int) -> int:
        """The exit status of the whole: the verdict's, unless the project's own tests say worse, or the run was broken off."""
        if exitstatus in (pytest.ExitCode.INTERNAL_ERROR, pytest.ExitCode.USAGE_ERROR) or report.interrupted:
            return exitstatus
        if report.exit in (Exit.HOLDS, Exit.NOTHING_RAN) and self._tests_failed:
            return Exit.BROKEN
        return report.exit

    def _drawn(self, outcome: Outcome, shortened: Mapping[str | None, Shortened], *, interrupted: bool) -> Report:
        settings = self._settings
        wanted = Wanted(settings.rules, frozenset(settings.known), settings.require_all)
        hello = self._asker.hello if self._asker is not None else None
        verdicts = by_rule(wanted, self._sentences, hello.methods, outcome, shortened) if hello is not None else ()
        return Report(
            Asked(settings.port, hello, settings.profile, settings.seed, settings.require_all, settings.replay is not None),
            outcome,
            tuple(self._gathered.batches()),
            verdicts,
            failed_of(settings, self._sentences, shortened),
            tuple(self._suite_failures),
            tuple(self._left_out),
            interrupted,
            exit_status(
                wanted,
                verdicts,
                unruled=None in shortened,
                cannot_run=outcome.cannot_run is not None,
                suite_failed=bool(self._suite_failures),
            ),
        )

    def _write_files(self, report: Report) -> None:
        for path, form in ((self._settings.report_json, as_json), (self._settings.report_html, as_html)):
            if path is not None:
                try:
                    # the command may hold bytes that are no text
                    Path(path).write_text(form(report), encoding="utf-8", errors="backslashreplace")
                except OSError as error:
                    report.outcome.notices.append(f"{path} could not be written: {error.strerror}.")

    @pytest.hookimpl(tryfirst=True)
    def pytest_terminal_summary(self, terminalreporter: pytest.TerminalReporter) -> None:
        """Prints each failure, and the verdict below them."""
        report = self._report
        if report is None:
            return
        if report.failed or report.suite_failures:
            terminalreporter.section("what is broken")
            for line in failure_lines(report):
                terminalreporter.write_line(line)
        terminalreporter.section("verdict")
        for line in verdict_lines(report):
            terminalreporter.write_line(line)

    def _current(self) -> Outcome | None:
        return self._run.current if self._run is not None else None

    def _close(self) -> None:
        if self._progress is not None:
            self._progress.close()
            self._progress = None
        if self._asker is not None:
            self._asker.close()
            self._asker = None


def _skip_reason(report: pytest.TestReport) -> str:
    longrepr = report.longrepr
    return longrepr[2].removeprefix("Skipped: ") if isinstance(longrepr, tuple) else str(longrepr)
