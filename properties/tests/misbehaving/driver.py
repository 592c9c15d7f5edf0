"""A driver that misbehaves in one way: `driver.py MODE`. It stands alone, so that it starts fast and shares no mistake with the code that it tests.

It is a right driver of a few methods until it is asked `bool_value_enabled("trip")`, `set_decode_ring_slots(77)` or a race with one of these; then it
does what its mode says. Modes of the start, of `hello`, of `reset`, of `set_env` and of the end do their harm there instead. Whatever the mode, lines
that nobody trips over are answered rightly.
"""

import json
import os
import signal
import sys
import time
from collections.abc import Callable

MODE = sys.argv[1]
TRIPS = ({"value": "trip"}, {"slots": "77"})
NAP_S = 600.0
with open(__file__.rpartition("properties")[0] + "spec/port.py", encoding="utf-8") as declared:  # noqa: PTH123 - pathlib would double a start
    SPEC = ".".join(next(line for line in declared if line.startswith("VERSION")).split('"')[1].split(".")[:2])
Tree = dict[str, object]

USES = 200
resets = 0
state: dict[str, object] = {"published": None, "codispatch": None}
env: dict[str, object] = {}


def put(text: str | bytes) -> None:
    """Writes all of a text to standard output."""
    rest = text if isinstance(text, bytes) else text.encode()
    while rest:
        rest = rest[os.write(1, rest) :]


def answer(request_id: object, result: object, **members: object) -> str:
    """The line of an answer."""
    return json.dumps({"jsonrpc": "2.0", "id": request_id, "result": result} | members) + "\n"


def error(request_id: object, code: int, message: str) -> str:
    """The line of an error."""
    return json.dumps({"jsonrpc": "2.0", "id": request_id, "error": {"code": code, "message": message}}) + "\n"


def sleep() -> None:
    """Hangs, and does not mind SIGTERM."""
    signal.signal(signal.SIGTERM, signal.SIG_IGN)
    time.sleep(NAP_S)


def child(new_session: bool, keep_pipes: bool = True, nameless: bool = False) -> None:
    """Starts a process that outlives this one, and holds its pipes open or not, and keeps its environment or not."""
    if os.fork() == 0:
        if new_session:
            os.setsid()
        if not keep_pipes:
            os.closerange(0, 3)
        if nameless:
            os.execve("/bin/sleep", ["sleep", f"{NAP_S:g}.{os.environ['CONFORMANCE_DRIVER_OF'].partition('-')[0]}"], {})  # noqa: S606 - no shell is wanted
        time.sleep(NAP_S)


def flood(descriptor: int, line: bytes) -> None:
    """Writes without end."""
    while True:
        os.write(descriptor, line * 1000)


def hello() -> Tree:
    """What the driver says of itself, true or not."""
    methods = {"one-method": ["decode_ring_fit_ladder"], "nothing": []}.get(MODE, METHODS)
    if MODE.startswith("reset"):
        methods = [*methods, "reset"]
    if MODE == "unknown-methods":
        methods = [*methods, "levitate\x1b[31m"]
    return {
        "port": "misbehaving",
        "version": "1",
        "spec": "9.7" if MODE == "other-spec" else SPEC,
        "word_bits": 16 if MODE == "other-word" else 64,
        "methods": methods,
    }


def publish(slots: object) -> object:
    """The first depth stays."""
    if state["published"] is None:
        state["published"] = slots
    return state["published"]


def set_env(name: object, value: object) -> None:
    """Sets a variable, but for a mode."""
    if MODE != "set-env-does-nothing":
        env[str(name)] = value


def reset() -> None:
    """Forgets everything, but for some modes."""
    global resets  # noqa: PLW0603 - as the rest of its state
    resets += 1
    tired = resets > USES
    if MODE == "reset-does-nothing" or (MODE == "reset-tires" and tired):
        return
    if MODE == "reset-fails-late" and tired:
        raise SystemExit(3)
    env.clear()
    if MODE != "reset-forgets-half" and not (MODE == "reset-keeps-some" and state["published"] in ("1", "2", "4")):
        state["published"] = state["codispatch"] = None


def is_on(value: object) -> bool:
    """What the text of a switch means; bytes that are no text mean nothing."""
    if isinstance(value, dict):
        value = bytes.fromhex(value["hex"]).decode("utf-8", "replace")
    return isinstance(value, str) and (value == "1" or (value.isascii() and value.lower() == "true"))


def first_chunk() -> bool:
    """The codispatch switch, resolved at the first read, or Q12, read each time."""
    if state["codispatch"] is None:
        state["codispatch"] = is_on(env.get("METRALE_PREFILL_CODISPATCH"))
    return bool(state["codispatch"]) or is_on(env.get("METRALE_Q12_BATCHED_FIRST_CHUNK"))


def parse(s: str) -> Tree:
    """The depth that the command line names."""
    digits = s.removeprefix("+").lstrip("0")
    if s == "auto":
        return {"ok": None}
    if not (s.removeprefix("+").isdigit() and s.isascii()) or len(digits) > 20 or int(digits or "0") >= 2**64:
        return {"err": f"unknown ssm-decode-ring-slots '{s}' (valid: auto, 0..=8)"}
    if int(digits or "0") > 8:
        return {"err": f"ssm-decode-ring-slots {digits} exceeds the 8 the ring is sized for"}
    return {"ok": digits or "0"}


RIGHT: dict[str, Callable[..., object]] = {
    "hello": hello,
    "bool_value_enabled": is_on,
    "decode_ring_fit_ladder": lambda: ["8", "4", "2", "1", "0"],
    "prefill_batched_first_chunk_enabled": first_chunk,
    "set_decode_ring_slots": publish,
    "published_decode_ring_slots": lambda: state["published"],
    "parse_decode_ring_slots": parse,
    "race": lambda calls: [RIGHT[one["method"]](**one["params"]) for one in calls],
    "set_env": set_env,
}
if MODE.startswith("reset"):
    RIGHT["reset"] = reset
METHODS = list(RIGHT)


def lie(request_id: int) -> str | bytes | None:
    """The line of a mode whose harm is one line."""
    if MODE.startswith("word-"):
        return answer(request_id, "@").replace('"@"', WORDS[MODE.removeprefix("word-")])
    lies: dict[str, str | bytes] = {
        "other-id": answer(request_id + 5, False),
        "text-id": answer(str(request_id), False),
        "fraction-id": answer(float(request_id), False),
        "null-id": answer(None, False),
        "no-id": '{"jsonrpc":"2.0","result":false}\n',
        "other-version": answer(request_id, False, jsonrpc="1.0"),
        "no-version": f'{{"id":{request_id},"result":false}}\n',
        "no-result": f'{{"jsonrpc":"2.0","id":{request_id}}}\n',
        "both": answer(request_id, False, error=None),
        "surplus-member": answer(request_id, False, took_ms=3),
        "twice": answer(request_id, False) * 2,
        "broken-json": f'{{"jsonrpc":"2.0","id":{request_id},"result":fal\n',
        "nested": f'{{"jsonrpc":"2.0","id":{request_id},"result":' + "[" * 200_000 + "\n",
        "not-utf-8": answer(request_id, False).encode().replace(b"false", b'"\xff"'),
        "nan": answer(request_id, float("nan")),
        "duplicate-members": f'{{"jsonrpc":"2.0","id":{request_id},"result":true,"result":false}}\n',
        "one-for-true": answer(request_id, 1),
        "text-for-true": answer(request_id, "false"),
        "error": error(request_id, -32603, "\x1b[2Jboom\n<b>" + "!" * 1_000_000),
        "byte-order-mark": "\ufeff" + answer(request_id, False),
        "utf-16": answer(request_id, False).encode("utf-16"),
        "long-id": f'{{"jsonrpc":"2.0","id":{"1" * 100_000},"result":false}}\n',
        "minus-zero-id": '{"jsonrpc":"2.0","id":-0,"result":false}\n',
        "huge-exponent": f'{{"jsonrpc":"2.0","id":{request_id},"result":1e{"9" * 30}}}\n',
        "half-a-pair": f'{{"jsonrpc":"2.0","id":{request_id},"result":"\\ud800"}}\n',
        "takes-its-offer-back": error(request_id, -32601, "no such method"),
    }
    return lies.get(MODE)


def out_of_order(request_id: int) -> None:
    """Answers the next request first."""
    after = json.loads(sys.stdin.buffer.readline())
    put(answer(after["id"], RIGHT[after["method"]](**after["params"])) + answer(request_id, False))


def leave(status: int, before: str = "") -> Callable[[int], None]:
    """Writes something of the answer's kind and exits at once."""

    def exit_now(request_id: int) -> None:
        put(answer(request_id, False)[: {"half": 20, "all": None, "": 0}[before]])
        os._exit(status)

    return exit_now


def exit_complaining(_: int) -> None:
    """Says on standard error why it exits."""
    os.write(2, b"fatal: \x1b[31mred\n")
    os._exit(3)


def half_a_line(request_id: int) -> None:
    """Stops in the middle of a line."""
    put(answer(request_id, False)[:20])
    sleep()


def exit_leaving(new_session: bool) -> Callable[[int], None]:
    """Exits while something that it started holds the pipes."""

    def exit_now(_: int) -> None:
        child(new_session)
        os._exit(0)

    return exit_now


def close_output(_: int) -> None:
    """Goes on running without an output."""
    os.close(1)
    sleep()


def gigabytes(request_id: int) -> None:
    """Writes a line that never ends."""
    put(f'{{"jsonrpc":"2.0","id":{request_id},"result":"')
    flood(1, b"x" * 1000)


def flood_objects(request_id: int) -> None:
    """Answers, and then writes objects that answer nothing."""
    put(answer(request_id, False))
    flood(1, b'{"level":"info"}\n')


def flood_standard_error(_: int) -> None:
    """Writes to standard error for ever."""
    flood(2, b"\x1b[31mdebug\n")


HARM: dict[str, Callable[[int], None]] = {
    "signal": lambda _: os.kill(os.getpid(), signal.SIGSEGV),
    "exits-with-0": leave(0),
    "exits-with-3": exit_complaining,
    "dies-after-answering": leave(4, "all"),
    "dies-in-a-line": leave(0, "half"),
    "hangs": lambda _: sleep(),
    "reset-and-hangs": lambda _: sleep(),
    "half-a-line": half_a_line,
    "child-holds-the-pipe": exit_leaving(new_session=False),
    "forks-away": exit_leaving(new_session=True),
    "closes-its-output": close_output,
    "stops-itself": lambda _: os.kill(os.getpid(), signal.SIGSTOP),
    "gigabytes": gigabytes,
    "floods-output": lambda _: flood(1, b"still here\n"),
    "floods-objects": flood_objects,
    "floods-standard-error": flood_standard_error,
    "out-of-order": out_of_order,
    "flips": lambda request_id: put(answer(request_id, time.time_ns() // 1000 % 2 == 0)),
}

WORDS = {
    "08": '"08"',
    "sign": '"+8"',
    "number": "8",
    "fraction": "8.0",
    "exponent": "8e0",
    "minus-zero": '"-0"',
    "too-big": f'"{2**64}"',
    "space": '" 8"',
    "other-digits": '"٨"',
}


def start() -> None:
    """Starts, in the way of the mode."""
    match MODE:
        case "exits-at-start":
            sys.exit("no licence found")
        case "hangs-at-start":
            sleep()
        case "starts-slowly":
            time.sleep(0.6)
        case "banners":
            put("Welcome!\n\n[1, 2]\n\x1b[31mnull\n")
        case "stays":
            signal.signal(signal.SIGTERM, signal.SIG_IGN)
        case "closes-standard-error":
            os.close(2)
        case "daemonizes":
            daemonize()


def daemonize() -> None:
    """Goes on in a grandchild of its own session."""
    if os.fork():
        os._exit(0)
    os.setsid()
    if os.fork():
        os._exit(0)


def greet(request_id: int) -> str:
    """Answers `hello`, in the way of the mode."""
    match MODE:
        case "nonsense":
            return "{hello yourself\n"
        case "dies-at-hello":
            os.abort()
        case "hangs-at-hello":
            sleep()
        case "no-hello":
            return error(request_id, -32601, "unknown")
    return answer(request_id, hello())


def reply(request_id: int, method: str, params: Tree) -> str | bytes:
    """The line for a request, where there is one to give."""
    if method == "hello":
        return greet(request_id)
    if method not in RIGHT:
        return error(request_id, -32601, "unknown")
    raced = params["calls"] if method == "race" else []
    if params in TRIPS or any(one["params"] in TRIPS for one in raced):  # type: ignore[attr-defined]  # the calls of a race are a list
        if MODE in HARM:
            HARM[MODE](request_id)
            return ""
        told = lie(request_id)
        if told is not None:
            return told
    return answer(request_id, RIGHT[method](**params))


def reply_to(line: bytes) -> str | bytes:
    """The line for a line."""
    asked = json.loads(line)
    return reply(asked["id"], asked["method"], asked["params"])


def answer_at_once() -> None:
    """Answers as many requests as there are to read, and where these are several does it in the way of the mode."""
    rest = b""
    while data := os.read(0, 1 << 16):
        *lines, rest = (rest + data).split(b"\n")
        several = any(b"bool_value_enabled" in line and b'"1"' not in line for line in lines[:-1])
        if several and MODE == "dies-ahead":
            os._exit(3)
        if several and MODE == "hangs-ahead":
            sleep()
        replies = list(map(reply_to, lines))
        for one in reversed(replies) if several and MODE == "reversed-ahead" else replies:
            put(one)


def end() -> None:
    """Meets the end of the input, in the way of the mode."""
    match MODE:
        case "banners":
            put("Bye.\n")
        case "exits-oddly":
            os._exit(7)
        case "stays":
            sleep()
        case "leaves-a-child":
            child(new_session=True, keep_pipes=False)
        case "leaves-a-nameless-child":
            child(new_session=True, keep_pipes=False, nameless=True)


def main() -> None:
    """Answers every line of the input."""
    start()
    if MODE.endswith("-ahead"):
        answer_at_once()
    while line := sys.stdin.buffer.readline():
        if MODE == "banners":
            put("debug: thinking\n")
        if MODE == "slow":
            time.sleep(0.1)
        if MODE == "naps":
            time.sleep(int.from_bytes(os.urandom(1), "big") / 1000)
        said = reply_to(line)
        put(said.replace("\n", "\r\n") if MODE == "carriage-returns" and isinstance(said, str) else said)
    end()


main()
