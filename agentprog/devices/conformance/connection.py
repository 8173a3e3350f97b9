"""Checks of the connection to the phone: shell, files, limits, the automation server and its loss."""

from __future__ import annotations

import os
import time
from concurrent.futures import ThreadPoolExecutor

from agentprog.devices.conformance.bench import Bench, Failed, must
from agentprog.devices.link.deadline import run_bounded
from agentprog.devices.link.foreign import mapped
from agentprog.errors import DeviceTimeout

WORDS = 'héllo "$x" `id` \\ %s 你好 😀 \' ; | &'
_FILE = "/data/local/tmp/agentprog.conformance"
_BYTES = 70_000
_LIMIT = 0.7


def commands(bench: Bench) -> str:
    """Commands receive and return every character; outputs and exit status are separate."""
    done = bench.transport.shell(["echo", WORDS])
    must(done.out == f"{WORDS}\n", f"echo returned {done.out!r}")
    done = bench.transport.shell("echo out; echo err >&2; exit 7")
    must((done.out.strip(), done.code) == ("out", 7), f"a command that ends with 7 gave {done}")
    return "Unicode and shell characters intact, exit status reported"


def side_by_side(bench: Bench) -> str:
    """Four commands at once do not mix."""
    with ThreadPoolExecutor(max_workers=4) as pool:
        answers = list(pool.map(lambda n: bench.transport.shell(["echo", f"{n}"]).out.strip(), range(8)))
    must(answers == [str(n) for n in range(8)], f"eight commands answered {answers}")
    return "eight commands, four at a time"


def files(bench: Bench) -> str:
    """A pushed file is equal, byte for byte, when printed and when pulled."""
    transport = bench.transport
    phone = transport.stock()
    data = os.urandom(_BYTES)

    def there_and_back() -> bytes:
        with mapped(transport.serial, "moving a file"):
            phone.sync.push(data, _FILE)
            return bytes(phone.sync.read_bytes(_FILE))

    try:
        back = run_bounded(there_and_back, transport.deadline("moving a file", 30.0))
        written = transport.exec_out(f"cat {_FILE}")
    finally:
        transport.shell(["rm", "-f", _FILE])
    must(back == data, f"{len(back)} of {len(data)} bytes came back, or other bytes")
    must(written == data, f"`cat` wrote {len(written)} of {len(data)} bytes, or other bytes")
    return f"{_BYTES} random bytes pushed, written and pulled"


def time_limit(bench: Bench) -> str:
    """A hanging command ends within its time limit."""
    began = time.monotonic()
    try:
        bench.transport.shell("sleep 6", seconds=_LIMIT)
    except DeviceTimeout:
        took = time.monotonic() - began
        must(took < _LIMIT + 1, f"a limit of {_LIMIT} s ended after {took:.1f} s")
        return f"a limit of {_LIMIT} s ended after {took:.2f} s"
    raise Failed("a command of six seconds ended at once")


def automation_answers(bench: Bench) -> str:
    """The automation server and the window manager agree about the display."""
    facts = bench.automation.call("deviceInfo")
    must(isinstance(facts, dict), f"deviceInfo returned {facts!r}")
    size = (facts.get("displayWidth"), facts.get("displayHeight"))
    must(all(isinstance(side, int) and side > 0 for side in size), f"the display is {size}")
    return f"display {size[0]}x{size[1]}, rotation {facts.get('displayRotation')}"


def connection_lost(bench: Bench) -> str:
    """A lost connection is restored silently."""
    bench.automation.disconnect()
    return f"made again: {automation_answers(bench)}"


def server_lost(bench: Bench) -> str:
    """A dead automation server is started again; a server that another tool started stays as it is."""
    if not bench.automation.starts:
        return "the server was running already and is left alone"
    bench.automation.stop_server()
    answer = automation_answers(bench)
    return f"started again: {answer}"
