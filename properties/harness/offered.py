"""Which calls of a script a port is asked: those whose methods it offers."""

from __future__ import annotations

from spec.port import Call


def offered_calls(calls: tuple[Call, ...], methods: frozenset[str]) -> tuple[Call, ...]:
    """The calls that a port with these methods can be asked; a race keeps those of its calls that the port offers."""
    asked = {call.method for call in calls}
    if asked <= methods and "race" not in asked:
        return calls
    kept = []
    for call in calls:
        if call.method not in methods:
            continue
        if call.method == "race":
            racing = tuple(one for one in call.racing if one.method in methods)
            if racing:
                kept.append(Call("race", (racing,)))
        else:
            kept.append(call)
    return tuple(kept)
