"""The picture of `spec/serve.md`: the messages of a start held to the calls that the reference makes, in their order, for starts of every kind."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import islice, product
from typing import Final, NamedTuple

from properties.pictures.diagram import Message, Unread, sequence
from properties.pictures.walk import MOST_LIES
from reference import Process
from spec.port import SWITCHES, Call, Decision, ServeFlags
from spec.wire import METHODS

DECIDE: Final = "decode_rollback_ring_slots"
FIT: Final = "fit_decode_ring_slots"
SET: Final = "set_decode_ring_slots"
PUBLISHED: Final = "published_decode_ring_slots"
QUESTION: Final = re.compile(r"(reserved|allocated) = decode_rollback_ring_slots\(layers, speculative or dflash\)")
LAYERS: Final = 4


class Made(NamedTuple):
    """A call that the reference made in a start, and its answer."""

    call: Call
    answer: object


class Traced(Process):
    """A reference that writes down the calls that a start makes of it; those that they make in turn are left out."""

    def __init__(self) -> None:
        self.made: list[Made] = []
        self._nested = 0
        super().__init__()

    def __getattribute__(self, name: str) -> object:
        found = super().__getattribute__(name)
        if name not in METHODS or name == "reset":
            return found

        def call(*args: object) -> object:
            self._nested += 1
            answer = found(*args)
            self._nested -= 1
            if self._nested == 1:
                self.made.append(Made(Call(name, args), answer))  # type: ignore[arg-type]  # what the reference passes on is an argument
            return answer

        return call


def lies(picture: str) -> Iterator[str]:
    """What the picture gets wrong."""
    messages = sequence(picture)
    told = dict.fromkeys(lie for published, flags, free in starts() for lie in _lies(messages, published, flags, free))
    return islice(told, MOST_LIES)


def starts() -> Iterator[tuple[int | None, ServeFlags, int]]:
    """Depths published before, command lines, and memory for all of the ring, for a little of it and for none."""
    texts = (None, "auto", "0", "3")
    for published, text, switches, speculative, dflash, free in product(
        (None, 6), texts, ((None, None), (True, False)), (False, True), (False, True), (1_000, 25, 0)
    ):
        yield published, ServeFlags(*switches, text, speculative, dflash), free


def _lies(messages: Sequence[Message], published: int | None, flags: ServeFlags, free: int) -> Iterator[str]:
    made = calls_of(published, flags, free)
    drawn: list[Call] = []
    for message in messages:
        if all(holds(branch, published, flags) for branch in message.within):
            drawn.extend(calls_meant(message.words, flags, made[: len(drawn)]))
        for place, call in enumerate(_filled(drawn, made)):
            called = made[place].call if place < len(made) else None
            if call != called:
                yield f"at {message.words!r} it shows {_shown(call)}, and the reference calls {_shown(called)}"
                return
    if len(drawn) < len(made):
        yield f"it does not show {_shown(made[len(drawn)].call)}, which the reference calls with {flags} and {free} bytes free"


def _shown(call: Call | None) -> str:
    return "nothing" if call is None else f"{call.method}({', '.join(map(repr, call.args))})"


def calls_of(published: int | None, flags: ServeFlags, free: int) -> list[Made]:
    """The calls that the reference makes in such a start."""
    process = Traced()
    if published is not None:
        process.set_decode_ring_slots(published)
    process.start_serve(flags, LAYERS, 0, 10, free)
    return process.made


def holds(branch: str, published: int | None, flags: ServeFlags) -> bool:
    """Whether a branch is taken."""
    is_published = published is not None or (flags.ssm_decode_ring_slots or "auto") != "auto"
    if branch not in ("a depth is published", "none is published"):
        raise Unread(f"the branch {branch!r} is none that this start knows; write one for a depth that is published and one for none")
    return is_published == (branch == "a depth is published")


def calls_meant(words: str, flags: ServeFlags, before: Sequence[Made]) -> Iterator[Call]:
    """The calls that a message stands for in a start. Arguments that are what an earlier call answered are told by what was called before."""
    text = flags.ssm_decode_ring_slots
    speculative = flags.speculative or flags.dflash
    if words == "parse --ssm-decode-ring-slots, if it is given":
        yield from [Call("parse_decode_ring_slots", (text,))] if text is not None else []
    elif words == "the setter of each switch, if its flag is given":
        for switch in SWITCHES:
            given: bool | None = getattr(flags, switch.given)
            yield from [Call(switch.setter, (given,))] if given is not None else []
    elif words == f"{SET}(N), if the text is a number":
        yield from [Call(SET, (int(text),))] if text is not None and text != "auto" else []
    elif words in (f"{PUBLISHED}()", "Served(published, reserved, allocated)"):
        yield Call(PUBLISHED)
    elif words == "decide, then fit the depth to free memory":
        yield from (Call(DECIDE, (LAYERS, speculative)), Call(FIT))
    elif words == f"{SET}(fitted), if it is smaller":
        decided, fitted = (None, None, *(one.answer for one in before))[-2:]
        yield from [Call(SET, (fitted,))] if isinstance(decided, Decision) and isinstance(fitted, int) and fitted < decided.slots else []
    elif QUESTION.fullmatch(words) is not None:
        yield Call(DECIDE, (LAYERS, speculative))
    elif words != "no fit: an explicit depth is kept":
        raise Unread(f"the message {words!r} stands for no call of a start; name the call as spec/port.py does, or teach the check of this picture")


def _filled(drawn: Sequence[Call], made: Sequence[Made]) -> list[Call]:
    """The calls that are drawn; a fit has the arguments with which it was called, for the picture names none."""
    return [one.call if call.method == FIT == one.call.method else call for call, one in zip(drawn, made, strict=False)] + list(drawn[len(made) :])
