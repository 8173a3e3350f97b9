"""The entry point: boots, prints "ready" on stdout, serves until stopped, and cleans up."""

from __future__ import annotations

import argparse
import asyncio
import json
import logging
import os
import re
import secrets
import shutil
import signal
import sys
import threading
import time
from collections.abc import Callable, Sequence
from pathlib import Path

from agentprog.errors import AgentProgError
from agentprog.phone.kernel import loop
from agentprog.phone.process import registry
from agentprog.phone.process.admin import Admin
from agentprog.phone.process.assembly import PhoneOptions, SimulatedPhone
from agentprog.phone.process.fork import several
from agentprog.phone.process.registry import PhoneRecord
from agentprog.phone.wire.adbd import Adbd
from agentprog.phone.wire.console import Console

_TICK = 0.05
_FAILED = 3
_ERRNO = re.compile(r"^\[Errno \d+\] ")
_PAIRS = 50
"""How many pairs of ports to try before giving up."""


def _arguments(argv: Sequence[str]) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m agentprog.phone", description="Run one simulated phone.")
    parser.add_argument("--port", type=int, default=0, help="port for adb servers; 0 takes a free one")
    parser.add_argument("--count", type=int, default=1, help="so many equal phones on free ports")
    parser.add_argument("--image", default="default")
    parser.add_argument("--profile", default="pixel")
    parser.add_argument("--latency", default="zero", help="zero, pixel or slow-wifi")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--speed", type=float, default=1.0, help="how fast the phone's time runs")
    parser.add_argument("--authorization", choices=["open", "ask"], default="", help="overrides the profile's")
    parser.add_argument("--storage", type=Path, default=None, help="folder of the phone's storage; kept when given")
    parser.add_argument("--root", action="store_true", help="a build that lets adb root in")
    parser.add_argument("--console", action="store_true", help="the emulator's console, on the port before adbd's")
    parser.add_argument("--lifetime", choices=["stopped", "command", "run"], default="stopped",
                        help="command, run: end when stdin is closed, that is when the parent ends")  # fmt: skip
    parser.add_argument("--log", default="", help="where the client sends stderr, for the registry")
    return parser.parse_args(argv)


def main(argv: Sequence[str]) -> int:
    """Run a phone. Returns the process's exit code."""
    args = _arguments(argv)
    logging.basicConfig(stream=sys.stderr, level=logging.INFO, format="%(asctime)s %(name)s %(message)s")
    if args.count != 1:
        return (
            several(args.count, lambda: _one(args)) if args.count > 1 and not (args.port or args.storage) else _refuse()
        )
    return _one(args)


def _refuse() -> int:
    sys.stderr.write("--count is at least 1, and several phones take neither --port nor --storage\n")
    return _FAILED


def _one(args: argparse.Namespace) -> int:
    storage, is_own = _storage(args.storage)
    try:
        loop.run(_run(args, storage))
    except AgentProgError as exc:
        sys.stderr.write(f"{exc}\n")
        return _FAILED
    except OSError as exc:
        sys.stderr.write(f"{_reason(exc)}\n")
        return _FAILED
    finally:
        if is_own:
            shutil.rmtree(storage, ignore_errors=True)
    return 0


def _reason(problem: OSError) -> str:
    """The system's reason, and the file. Copying a folder collects one for every file that failed: the first counts."""
    if isinstance(problem, shutil.Error) and problem.args and isinstance(problem.args[0], list):
        _, target, cause = problem.args[0][0]
        return f"cannot write {target}: {_ERRNO.sub('', cause).partition(': ')[0]}"
    return str(problem)


def _storage(folder: Path | None) -> tuple[Path, bool]:
    if folder is not None:
        return folder.resolve(), False
    own_folder = registry.state_dir() / "storage" / f"{os.getpid()}-{secrets.token_hex(4)}"
    own_folder.mkdir(parents=True)
    return own_folder, True


async def _run(args: argparse.Namespace, storage: Path) -> None:
    options = PhoneOptions(
        storage=storage,
        root=args.root,
        image=args.image,
        profile=args.profile,
        latency=args.latency,
        seed=args.seed,
        speed=args.speed,
        authorization=args.authorization,
    )
    loop, stopping = asyncio.get_running_loop(), asyncio.Event()
    sim = SimulatedPhone(options)
    record: PhoneRecord | None = None
    try:
        _stop_by_signal(loop, stopping)
        if args.lifetime != "stopped":
            _watch_parent(lambda: loop.call_soon_threadsafe(stopping.set))
        console = Console(sim.rig, stopping.set) if args.console else None
        port = await _listen(sim.adbd, console, args.port)
        token = secrets.token_hex(16)
        admin = Admin(sim, token, lambda: _soon(loop, stopping))
        record = _record(args, storage, port=port, admin_port=await admin.start(), token=token)
        registry.write_entry(record)
        sys.stdout.write(json.dumps({"ready": record.serial}) + "\n")
        sys.stdout.flush()
        ticker = asyncio.ensure_future(_tick(sim))
        await stopping.wait()
        ticker.cancel()
        await admin.close()
        if console is not None:
            await console.stop()
    finally:
        if record is not None:
            registry.remove_entry(record)
        await sim.close()


async def _listen(adbd: Adbd, console: Console | None, wanted_port: int) -> int:
    """Listen, and return adbd's port. A console takes the port before it, as the emulator's does. Raises OSError if
    they are taken."""
    for left in reversed(range(_PAIRS)):
        port = await adbd.start(wanted_port)
        try:
            if console is not None:
                await console.start(port - 1)
            break
        except OSError:
            await adbd.stop()
            if wanted_port or not left:
                raise
    return port


def _stop_by_signal(loop: asyncio.AbstractEventLoop, stopping: asyncio.Event) -> None:
    """Stop on a signal. Windows' event loop takes no signal handlers, so plain handlers wake it there."""
    for number in (signal.SIGTERM, signal.SIGINT):
        if sys.platform == "win32":
            signal.signal(number, lambda *_: loop.call_soon_threadsafe(stopping.set))
        else:
            loop.add_signal_handler(number, stopping.set)


def _soon(loop: asyncio.AbstractEventLoop, stopping: asyncio.Event) -> None:
    """Stop after the answer to the stop request has been sent."""
    loop.call_later(_TICK, stopping.set)


def _record(args: argparse.Namespace, storage: Path, *, port: int, admin_port: int, token: str) -> PhoneRecord:
    return PhoneRecord(
        console_port=port - 1 if args.console else 0,
        serial=f"127.0.0.1:{port}",
        pid=os.getpid(),
        port=port,
        admin_port=admin_port,
        token=token,
        image=args.image,
        profile=args.profile,
        latency=args.latency,
        seed=args.seed,
        speed=args.speed,
        storage=str(storage),
        log=args.log,
        lifetime=args.lifetime,
        started=time.time(),
    )


async def _tick(sim: SimulatedPhone) -> None:
    """Check regularly for faults that begin and end by the clock."""
    while True:
        await asyncio.sleep(_TICK)
        if sim.rig.faults.waiting:
            sim.rig.faults.poll()


def _watch_parent(ended: Callable[[], object]) -> None:
    """Watch stdin, whose other end the parent holds: reading returns when the parent ends for any reason."""

    descriptor = sys.stdin.fileno()

    def wait() -> None:
        # Not through sys.stdin: a waiting thread would hold its lock and keep the interpreter from ending.
        while os.read(descriptor, 4096):
            pass
        ended()

    threading.Thread(target=wait, name="parent-watch", daemon=True).start()
