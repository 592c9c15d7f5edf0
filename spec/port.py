"""The port interface: what one process lifetime of an implementation can be asked.

This module is the only place where a method, a result type, a variable or a switch is declared; the wire form, the list of operations that cases draw
from, and the served reference are all derived from it. It holds no behaviour: what the methods must answer is on the pages beside it.

Units: a *word* is the port's unsigned machine word (`usize`); *slots* are depth units of the decode-rollback ring; memory is in bytes.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Annotated, Final, Literal, NamedTuple, Protocol, TypeAlias

VERSION: Final = "0.1.0"
"""The version of the rules and of this suite, MAJOR.MINOR.PATCH. What a step of each means for a port is told in README.md."""

SPEC_VERSION: Final = VERSION.rpartition(".")[0]
"""The version of the rules that `hello` names: MAJOR.MINOR."""

DECODE_ROLLBACK_RING_SLOTS: Final = 8
"""The size of the ring, in slots: the deepest depth that the command line takes, and the first rung of the fit ladder."""

Word: TypeAlias = Annotated[int, "word"]
"""An unsigned machine word. On the wire a decimal string, for a JSON number above 2**53 does not survive every language."""

U32: TypeAlias = Annotated[int, "u32"]
"""A 32-bit unsigned integer. On the wire a JSON number."""

EnvironmentValue: TypeAlias = str | bytes | None
"""A variable's value: text, raw bytes (never NUL; on the wire `{"hex": "31ff"}`), or None for unset."""

CODISPATCH_VARIABLE: Final = "METRALE_PREFILL_CODISPATCH"
VARLEN_VARIABLE: Final = "METRALE_PREFILL_VARLEN"
Q12_VARIABLE: Final = "METRALE_Q12_BATCHED_FIRST_CHUNK"
RING_VARIABLE: Final = "METRALE_SSM_DECODE_RING"
WATCHDOGS_VARIABLE: Final = "METRALE_DISABLE_WATCHDOGS"
SHAPE_LOG_VARIABLE: Final = "METRALE_GEMM_SHAPE_LOG"
RESERVE_FULL_VARIABLE: Final = "METRALE_SSM_RESERVE_RING_FULL"


FIRST_CHUNK: Final = "prefill_batched_first_chunk_enabled"
CHUNK_ZERO: Final = "prefill_batched_chunk_zero_admitted"
"""The two questions of admission, as they are put to a process."""


class Switch(NamedTuple):
    """A process-wide cell that a flag or its own variable resolves: its names on the command line, in the environment and at the port.

    `questions` are those of admission that read it.
    """

    name: str
    flag: str
    variable: str
    setter: str
    getter: str
    questions: tuple[str, ...]

    @property
    def given(self) -> str:
        """The member of `ServeFlags` that holds its flag."""
        return self.flag.removeprefix("--").replace("-", "_")


SWITCHES: Final = (
    Switch(
        "codispatch",
        "--prefill-codispatch",
        CODISPATCH_VARIABLE,
        "set_prefill_codispatch_from_cli",
        "prefill_codispatch_enabled",
        (FIRST_CHUNK, CHUNK_ZERO),
    ),
    Switch("varlen", "--prefill-varlen-batch", VARLEN_VARIABLE, "set_prefill_varlen_from_cli", "prefill_varlen_enabled", (CHUNK_ZERO,)),
)

AFRESH: Final = (Q12_VARIABLE,)
"""The variables of the levers that are no switch: a question of admission reads them itself, each time."""


@dataclass(frozen=True, slots=True)
class Depth:
    """What `parse_decode_ring_slots` accepted: a depth in slots, or None for `auto`."""

    ok: Word | None


@dataclass(frozen=True, slots=True)
class ParseError:
    """What `parse_decode_ring_slots` refused, with its message. `kind` is given where the message does not hold that word."""

    err: str
    kind: Literal["unknown", "exceeds"] | None = None

    @property
    def told_kind(self) -> Literal["unknown", "exceeds"] | None:
        """The kind given, else the word that the message holds, `unknown` before `exceeds`; None when it tells neither."""
        if self.kind is not None:
            return self.kind
        if "unknown" in self.err:
            return "unknown"
        return "exceeds" if "exceeds" in self.err else None


@dataclass(frozen=True, slots=True)
class Decision:
    """A ring depth in slots, and on an implicit skip the reason for it."""

    slots: Word
    skip_reason: str | None


@dataclass(frozen=True, slots=True)
class LogRecord:
    """One record that a call logged: level in lower case, and message."""

    level: str
    message: str


@dataclass(frozen=True, slots=True)
class ServeFlags:
    """The command line of a serve. None means that the flag was not given; one that joins comes last and has None for its default."""

    prefill_codispatch: bool | None
    prefill_varlen_batch: bool | None
    ssm_decode_ring_slots: str | None
    speculative: bool
    dflash: bool


@dataclass(frozen=True, slots=True)
class Served:
    """Depths in slots after a start-up: published (None when none is), used for the reserve, and used for the allocation."""

    published: Word | None
    reserved: Word
    allocated: Word


@dataclass(frozen=True, slots=True)
class Hello:
    """What a driver says of itself: the methods are those that it offers."""

    port: str
    version: str
    spec: str
    word_bits: int
    methods: tuple[str, ...]


class Call(NamedTuple):
    """One call: a method of `Port` and its arguments in the declared order."""

    method: str
    args: tuple[Argument, ...] = ()

    @property
    def racing(self) -> tuple[Call, ...]:
        """The calls that a call of `race` lets go at once; none of another method."""
        calls = self.args[0] if self.method == "race" else ()
        return calls if isinstance(calls, tuple) else ()


Argument: TypeAlias = bool | int | str | bytes | ServeFlags | tuple[Call, ...] | None
"""Any value that a method takes."""

Result: TypeAlias = (
    bool | int | str | Depth | ParseError | Decision | Served | Hello | tuple[LogRecord, ...] | tuple[int, ...] | tuple["Result", ...] | None
)
"""Any value that a method answers."""


class PureFunctions(Protocol):
    """Functions of their arguments alone."""

    def bool_value_enabled(self, value: str | None) -> bool: ...
    def watchdogs_disabled_from_value(self, value: str | None) -> bool: ...
    def prefill_batched_first_chunk_from_parts(self, codispatch: bool, q12: str | None) -> bool: ...
    def batched_chunk_zero_admitted(self, first_chunk_lever: bool, varlen: bool) -> bool: ...
    def parse_decode_ring_slots(self, s: str) -> Depth | ParseError: ...
    def decode_ring_fit_ladder(self) -> tuple[Word, ...]: ...
    def decode_rollback_ring_slots_with(
        self,
        num_ssm_layers: Word,
        use_speculative: bool,
        published: Word | None,
        ring_override: str | None,
        watchdogs_disabled: bool,
    ) -> Decision: ...
    def fit_decode_ring_slots(self, start_slots: Word, reserve_without_ring: Word, bytes_per_ring_slot: Word, free_mem: Word) -> Word: ...


class ProcessCalls(Protocol):
    """Calls that read or write the state of the process, or read its environment."""

    def set_prefill_codispatch_from_cli(self, enabled: bool) -> bool: ...
    def prefill_codispatch_enabled(self) -> bool: ...
    def set_prefill_varlen_from_cli(self, enabled: bool) -> bool: ...
    def prefill_varlen_enabled(self) -> bool: ...
    def prefill_batched_first_chunk_enabled(self) -> bool: ...
    def prefill_batched_chunk_zero_admitted(self) -> bool: ...
    def set_decode_ring_slots(self, slots: Word) -> Word: ...
    def published_decode_ring_slots(self) -> Word | None: ...
    def decode_rollback_ring_slots(self, num_ssm_layers: Word, use_speculative: bool) -> Decision: ...
    def log_gemm_shape(self, backend: str, name: str, m: U32, n: U32, k: U32) -> tuple[LogRecord, ...]: ...
    def log_cutlass_nvfp4_route(self, backend: str, name: str, m: U32, n: U32, k: U32) -> tuple[LogRecord, ...]: ...


class ServeCalls(Protocol):
    """The start-up of a serve and the rollback, for a port that models them."""

    def start_serve(
        self,
        flags: ServeFlags,
        num_ssm_layers: Word,
        reserve_without_ring: Word,
        bytes_per_ring_slot: Word,
        free_mem: Word,
    ) -> Served: ...
    def rollback_to_boundary(self, num_ssm_layers: Word, depth: Word) -> str | None: ...


class DriverCalls(Protocol):
    """What the driver does around the implementation."""

    def hello(self) -> Hello: ...
    def set_env(self, name: str, value: EnvironmentValue) -> None: ...
    def set_debug_logging(self, enabled: bool) -> None: ...
    def race(self, calls: Sequence[Call]) -> tuple[Result, ...]: ...
    def reset(self) -> None: ...


class Port(PureFunctions, ProcessCalls, ServeCalls, DriverCalls, Protocol):
    """Every method that a port may offer."""


def methods_of(calls: type) -> tuple[str, ...]:
    """The names of the methods that one of these classes declares, in their order."""
    return tuple(name for name in vars(calls) if not name.startswith("_"))


PURE_METHODS: Final = methods_of(PureFunctions)
PROCESS_METHODS: Final = methods_of(ProcessCalls)
PORT_METHODS: Final = (*PURE_METHODS, *PROCESS_METHODS, *methods_of(ServeCalls), *methods_of(DriverCalls))
"""Every method of `Port`."""
