"""A port behind a command: the asker that speaks the wire to processes of it.

What is judged comes from here as transcripts. Calls are written ahead; what looks like a failure then is put again to a new process call by call, and
that run is the transcript. A port that hangs does not hold the run up for ever: a method that has cost too much time is not asked any more.
"""

from __future__ import annotations

import time
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from typing import Final

from properties.harness.acquaintance import introduce, measure, nothing_to_judge
from properties.harness.escape import shown
from properties.harness.fleet import Fleet
from properties.harness.lane import BROKEN_OFF, RESET, WINDOW, Deadline, Lane, Strays
from properties.harness.limits import EXIT_TIMEOUT_S, REQUEST_TIMEOUT_S, START_TIMEOUT_S, Limits
from properties.harness.offered import offered_calls
from properties.harness.pipeline import Pipeline, Suspicion
from properties.harness.trust import environment_reaches, kept_by_reset, reset_forgets
from properties.transcript import Exchange, Failure, NoAnswer, Script, Transcript
from spec.port import Call

ACQUAINTANCE_S: Final = 20.0
"""What `set_env` and `reset` are worth, and what asking costs, is each found out within so many seconds."""

HANGS_A_METHOD: Final = 3
"""A method that has hung so often is not asked again, once it has cost `LOST_A_METHOD_S`, or all of them have cost `LOST_IN_ALL_S`."""

LOST_A_METHOD_S: Final = 60.0
LOST_IN_ALL_S: Final = 300.0

LEAST_START_S: Final = 2.0
STARTS: Final = 20
"""Once the port is known, the first answer of a process may take so much longer than any other: these seconds, and so many starts as measured."""

DOUBTS: Final = 3
"""After so many failures that did not come again when the calls were put one by one, no call is written ahead any more."""

STAYS: Final = 3
"""After so many drivers that did not exit at the end of their input, none is waited for any more."""


class WirePort:
    """The port that `command` starts.

    Args:
        command: the program and its arguments.
        directory: where it is started, and what a relative path in it is relative to; None for where the suite runs.
        request_timeout: how long an answer is waited for, in seconds.
        start_timeout: how long the first answer of a process is waited for, in seconds; never less than any other.
        exit_timeout: how long a process has to exit at the end of its input, in seconds.

    Raises:
        PortCannotRun: when the command cannot be started, does not speak the wire, or speaks another version of the rules.
    """

    def __init__(
        self,
        command: Sequence[str],
        *,
        directory: str | None = None,
        request_timeout: float = REQUEST_TIMEOUT_S,
        start_timeout: float = START_TIMEOUT_S,
        exit_timeout: float = EXIT_TIMEOUT_S,
    ) -> None:
        self._fleet = Fleet(command, directory)
        self._limits = Limits(max(start_timeout, request_timeout), request_timeout, exit_timeout)
        self._strays = Strays()
        self.deadline: Final = Deadline()
        self._stays = 0
        self._left_holding = 0
        self._doubts: list[Transcript] = []
        self._hangs: Counter[str] = Counter()
        self._lost: dict[str, float] = defaultdict(float)
        self._findings: list[str] = []
        self._largest_word = 2**64 - 1
        self._resets = False
        self.reset_failed: str | None = None
        """How `reset` was found out after it had been trusted, a clause; None for as long as it was not."""
        self._kept: Lane | None = None
        self._acquainted = False
        try:
            self._get_acquainted()
        except BaseException:
            self.close()
            raise

    def _get_acquainted(self) -> None:
        self.hello, findings = introduce(self._start_alone, self._leave)
        self._findings += findings
        self._largest_word = 2**self.hello.word_bits - 1
        self._methods = frozenset(self.hello.methods)
        if (finding := nothing_to_judge(self._methods)) is not None:
            self._findings.append(finding)
        with self._within(ACQUAINTANCE_S):
            finding = environment_reaches(self.ask, self._methods)
        if finding is not None:
            self._findings.append(finding)
        if "reset" in self._methods:
            with self._within(ACQUAINTANCE_S):
                finding = reset_forgets(self.ask, self._methods)
            if finding is None:
                self._resets = True
            else:
                self._findings.append(finding)
                self._forget_reset()
        self._measure()
        self._acquainted = True
        start = self._limits.request + LEAST_START_S + STARTS * self.cost_per_start
        self._limits = replace(self._limits, start=min(self._limits.start, start))

    @property
    def notices(self) -> list[str]:
        """What the person who runs the suite should know of the port and is no verdict, a sentence each."""
        notices = list(self._findings)
        if self._strays.count:
            some = "one line that is no JSON object" if self._strays.count == 1 else f"{self._strays.count} lines that are no JSON objects"
            first = shown(self._strays.first)
            notices.append(f"The driver printed {some} on standard output, the first `{first}`; they were passed over, and belong on standard error.")
        if self._doubts:
            last = self._doubts[0].exchanges[-1]
            how = last.answer.sentence if isinstance(last.answer, NoAnswer) else ""
            ahead = "; none is written ahead to it any more, which takes longer" if self._writes_none_ahead else ""
            notices.append(
                f"{_times(len(self._doubts))} the driver failed while requests were written ahead of its answers, and not when the same were put one "
                f"by one, first at {last.call.method}: {how}. Let it read a line at a time and answer that, whatever else there is to read{ahead}."
            )
        if self._stays:
            notices.append("The driver does not exit at the end of its standard input and was killed; have it return when there is no more to read.")
        if self._left_holding + self._fleet.strays_ended:
            notices.append("The driver left processes behind when it exited, which were killed.")
        if self._fleet.outliving:
            often = _times(self._fleet.outliving).capitalize()
            notices.append(f"{often} the driver could not be ended, as one that runs as another user; see whether it still runs.")
        for how, times in self._fleet.odd_exits.items():
            notices.append(f"After its last answer the driver {how}, {_times(times)}.")
        return notices

    def ask(self, scripts: Iterable[Script]) -> Iterator[Transcript]:
        """Yields one transcript a script, in order, each from a lifetime of its own. Reads `scripts` lazily.

        At the deadline the asking ends, with what was answered of the script that it broke off.
        """
        pipeline = Pipeline(scripts, self._calls_ahead, self._start_ahead, self._leave, self._resets)
        for script, exchanges in pipeline:
            if exchanges is not None:
                yield self._transcript(script, exchanges, behind_reset=pipeline.behind_reset)
                continue
            if pipeline.suspicion is not None and pipeline.suspicion.failure.answer is BROKEN_OFF:
                yield self._transcript(script, pipeline.suspicion.exchanges[:-1], behind_reset=pipeline.behind_reset)
            if self.deadline.is_over:
                return
            before = len(self._hangs), len(self._methods), self._writes_none_ahead
            transcript = self.ask_alone(Script(script.case, offered_calls(script.calls, self._methods)))
            if pipeline.suspicion is not None and not _has_failed(transcript.exchanges):
                self._doubt(script.case, pipeline.suspicion, behind_reset=pipeline.behind_reset)
            if before != (len(self._hangs), len(self._methods), self._writes_none_ahead):
                pipeline.reconsider(self._resets)
            yield transcript

    def ask_alone(self, script: Script) -> Transcript:
        """Puts one script to a new process, call by call, with methods that `ask` has given up as well: what was found must be able to come again."""
        calls = offered_calls(script.calls, frozenset(self.hello.methods))
        if not calls:
            return self._transcript(script, ())
        lane = self._start_alone()
        lane.add(calls)
        lane.finish()
        started = time.monotonic()
        exchanges = lane.next_script()
        self._leave(lane)
        if lane.failure is not None and lane.failure.answer is BROKEN_OFF:
            return self._transcript(script, exchanges[:-1])
        if _has_failed(exchanges):
            self._mind_hang(exchanges[-1], time.monotonic() - started)
        return self._transcript(script, exchanges, lane.driver.stderr if lane.failed else "")

    def holds_in_new_process(self, transcript: Transcript) -> Transcript | None:
        """What a new process comes to at the calls of a lifetime that began behind a `reset`; None if that is something else: `reset` is at fault."""
        again = self.ask_alone(Script(transcript.case, tuple(exchange.call for exchange in transcript.exchanges)))
        kept = kept_by_reset(transcript, again)
        if kept is None:
            return again
        self.distrust_reset(kept)
        return None

    def distrust_reset(self, why: str) -> None:
        """Has each script get a new process from now on; `why` is a clause that says how `reset` was found out."""
        if not self._resets:
            return
        self._resets = False
        self.reset_failed = why
        self._findings.append(f"reset is not used any more, and what had been put behind it was put to new processes: {why}.")
        self._forget_reset()
        kept, self._kept = self._kept, None
        if kept is not None:
            self._fleet.end(kept.driver)
        if self._acquainted:
            self._measure()

    def close(self) -> None:
        """Ends every process that was started. May be called twice."""
        self._fleet.close()

    def _measure(self) -> None:
        """Measures what asking costs, twice: what is less of each is the port's, the rest is what else the machine was doing."""
        resets = self._resets
        costs = [self._measured(), self._measured()]
        if resets is not self._resets:  # it was found out meanwhile, and a lifetime costs a start
            costs = [self._measured()]
        self.cost_per_start, self.cost_per_call = map(min, zip(*costs, strict=True))

    def _measured(self) -> tuple[float, float]:
        with self._within(ACQUAINTANCE_S):
            return measure(self.ask, self._methods)

    @contextmanager
    def _within(self, seconds: float) -> Iterator[None]:
        before = self.deadline.at
        self.deadline.at = time.monotonic() + seconds
        try:
            yield
        finally:
            self.deadline.at = before

    def _forget_reset(self) -> None:
        self._methods -= {"reset"}
        self.hello = replace(self.hello, methods=tuple(name for name in self.hello.methods if name != "reset"))

    @property
    def _writes_none_ahead(self) -> bool:
        return len(self._doubts) >= DOUBTS

    def _doubt(self, case: str, suspicion: Suspicion, *, behind_reset: bool) -> None:
        """Minds a failure that did not come again on a new process: where there was a `reset` it is to blame, else it stands as a doubt."""
        (call, answer), exchanges, stderr = suspicion
        what = answer.sentence if isinstance(answer, NoAnswer) else ""
        if call is RESET:
            self.distrust_reset(f"after many a use it failed itself ({what})")
        elif behind_reset:
            self.distrust_reset(f"behind many a reset, {call.method} failed ({what}), and in a new process it did not")
        else:
            self._doubts.append(self._transcript(Script(case, ()), exchanges, stderr))

    def _calls_ahead(self, script: Script) -> tuple[Call, ...] | None:
        calls = offered_calls(script.calls, self._methods)
        if self._resets and any(call.method == "race" for call in calls):
            return None  # threads need a process that nothing has happened in
        if self._hangs and any(call.method in self._hangs for call in calls):
            return None  # else each hang would be waited for twice
        if self._writes_none_ahead:
            return None
        return calls

    def _start_ahead(self) -> Lane:
        kept, self._kept = self._kept, None
        return kept or Lane(self._fleet.take(), self._limits, self._largest_word, self._strays, WINDOW, self.deadline, self._resets)

    def _start_alone(self) -> Lane:
        return Lane(self._fleet.take(), self._limits, self._largest_word, self._strays, 1, self.deadline)

    def _leave(self, lane: Lane) -> None:
        if self._resets and lane.resets and not lane.over and not lane.outstanding and self._kept is None:
            self._kept = lane  # for the next asking
            return
        if not lane.over or lane.failed or lane.stayed:
            self._fleet.end(lane.driver)
        else:
            self._fleet.let_leave(lane.driver, self._limits.exit)
        if lane.stayed:
            self._left_holding += lane.driver.held_open
            self._stays += not lane.driver.held_open
            if self._stays + self._left_holding >= STAYS:
                self._limits = replace(self._limits, exit=0.0)

    def _mind_hang(self, last: Exchange, seconds: float) -> None:
        if not _waited((last,)):
            return
        method = last.call.method
        self._hangs[method] += 1
        self._lost[method] += seconds
        too_long = self._lost[method] >= LOST_A_METHOD_S or sum(self._lost.values()) >= LOST_IN_ALL_S
        if self._hangs[method] >= HANGS_A_METHOD and too_long:
            self._methods -= {method}
            self._findings.append(
                f"{method} gave no answer {_times(self._hangs[method])} and is not asked any more; what rests on it may be unexercised."
            )

    def _transcript(self, script: Script, exchanges: tuple[Exchange, ...], stderr: str = "", *, behind_reset: bool = False) -> Transcript:
        return Transcript(script.case, self.hello.word_bits, exchanges, stderr, behind_reset)


def _has_failed(exchanges: tuple[Exchange, ...]) -> bool:
    return bool(exchanges) and isinstance(exchanges[-1].answer, NoAnswer)


def _waited(exchanges: tuple[Exchange, ...]) -> bool:
    last = exchanges[-1].answer
    return isinstance(last, NoAnswer) and last.kind is Failure.NO_ANSWER


def _times(number: int) -> str:
    return "once" if number == 1 else f"{number} times"
