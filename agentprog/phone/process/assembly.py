"""Assembles one phone: inside, faults, pace, wire."""

from __future__ import annotations

import asyncio
import hashlib
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path

from agentprog.phone.bash.programs import programs
from agentprog.phone.bash.session import Session
from agentprog.phone.facade import Phone
from agentprog.phone.faults import Faults
from agentprog.phone.kernel.wire_profile import load_wire_profile
from agentprog.phone.pace import Pace, load_latency
from agentprog.phone.process.happenings import Happenings
from agentprog.phone.rig import Rig, ShellResult
from agentprog.phone.shell.commands import COMMANDS
from agentprog.phone.shell.io import Buffer, Nothing, Streams
from agentprog.phone.system.phone import build_phone
from agentprog.phone.wire.adbd import Adbd

_RESTART_SECONDS = 0.05
"""Delay before adbd restarts, so that its last reply reaches the host."""
_AUTOMATION_FILES = ("/data/local/tmp/u2.jar",)


@dataclass(frozen=True, kw_only=True)
class PhoneOptions:
    """The options of a phone's start. `speed` 2 lets its time run twice as fast."""

    storage: Path
    image: str = "default"
    profile: str = "pixel"
    latency: str = "zero"
    seed: int = 0
    speed: float = 1.0
    authorization: str = ""
    root: bool = False
    """True if the build allows `adb root`, whatever its profile says."""


class ScaledTime:
    """The computer's monotonic clock, faster or slower."""

    def __init__(self, speed: float) -> None:
        self._speed = speed
        self._start = time.monotonic()

    def monotonic(self) -> float:
        return self._start + (time.monotonic() - self._start) * self._speed


class SimulatedPhone:
    """A phone together with its shell, adbd, faults and clock."""

    def __init__(self, options: PhoneOptions) -> None:
        self.options = options
        latency = load_latency(options.latency)
        wire = load_wire_profile(options.profile)
        self.phone: Phone = build_phone(
            root=options.storage,
            profile=options.profile,
            image=options.image,
            seed=options.seed,
            clock=ScaledTime(options.speed),
        )
        self.phone.props.set("ro.serialno", serial_number(options))
        happenings = Happenings(self.phone, lambda: self.adbd.drop(), lambda: self.rig.automation.kill())
        faults = Faults(
            seed=options.seed,
            now=self.phone.clock.monotonic,
            happen=happenings.happen,
            throw=happenings.throw,
        )
        self.rig = Rig(
            phone=self.phone,
            faults=faults,
            pace=Pace(latency, seed=options.seed, speed=options.speed),
            profile=wire,
            run_shell=self.run_shell,
            reboot=self.reboot,
            programs=programs(COMMANDS),
            restart_adbd=self._restart_adbd,
        )
        if options.root:
            self._make_debuggable()
        self.adbd = Adbd(self.rig)
        if options.authorization:
            self.adbd.authorization = options.authorization

    def _restart_adbd(self, root: bool) -> None:
        def back() -> None:
            self.rig.adb_root = root
            self.phone.props.set("service.adb.root", str(int(root)))
            self.adbd.drop()

        asyncio.get_running_loop().call_later(_RESTART_SECONDS, back)

    def _make_debuggable(self) -> None:
        """Mark the build as debuggable, as a build that allows root is."""
        props = self.phone.props
        fingerprint = (props.get("ro.build.fingerprint") or "").replace(":user/", ":userdebug/")
        changed = {"ro.debuggable": "1", "ro.build.type": "userdebug", "ro.build.fingerprint": fingerprint}
        for name, value in changed.items():
            props.set(name, value)

    async def run_shell(self, command: str) -> ShellResult:
        """Run a command as the shell user, without adb."""
        out, err = Buffer(), Buffer()
        streams = Streams(stdin=Nothing(), stdout=out, stderr=err)
        code = await Session(self.rig, COMMANDS).run(command, streams)
        return ShellResult(code=code, stdout=_text(out), stderr=_text(err))

    def reboot(self) -> None:
        """End all processes and keep storage, as a restart does; hosts have to connect again."""
        name = "reboot"
        self.rig.automation.kill()
        self.rig.adb_root = False
        self.phone.snapshots.save(name)
        self.phone.snapshots.restore(name)
        self.phone.snapshots.delete(name)
        self.adbd.drop()

    def reset(self, *, keep_automation: bool = True) -> None:
        """Return to the image and clear faults and traces. The automation server may survive, which saves its start."""
        self._swap(self.phone.snapshots.reset, keep_automation=keep_automation)
        self.rig.faults.clear()
        self.rig.trace.entries.clear()

    def restore(self, name: str, *, keep_automation: bool = True) -> None:
        """Return to a snapshot. Raises KeyError if there is none of that name."""
        if name not in self.phone.snapshots.list():
            raise KeyError(name)
        self._swap(lambda: self.phone.snapshots.restore(name), keep_automation=keep_automation)

    def _swap(self, swap: Callable[[], None], *, keep_automation: bool) -> None:
        saved_files: dict[str, bytes] = {}
        if keep_automation:
            saved_files = {p: self.phone.files.read(p) for p in _AUTOMATION_FILES if self.phone.files.stat(p)}
        else:
            self.rig.automation.kill()
        swap()
        self.rig.adb_root = False
        for path, data in saved_files.items():
            self.phone.files.write(path, data)

    async def close(self) -> None:
        await self.adbd.stop()
        self.phone.close()


def describe(sim: SimulatedPhone) -> Mapping[str, object]:
    """The phone's state in plain values, for people and evaluators."""
    phone = sim.phone
    resumed = phone.activities.resumed()
    focused = phone.windows.focused()
    editor = phone.editor.focused()
    return {
        "time": phone.clock.now().isoformat(),
        "uptime": phone.clock.monotonic(),
        "activity": resumed.component if resumed is not None else None,
        "package": resumed.package if resumed is not None else None,
        "window": focused.title if focused is not None else None,
        "windows": [found.title for found in phone.windows.list()],
        "stack": [record.component for record in phone.activities.stack()],
        "keyboard": phone.ime.shown(),
        "ime": next((found.id for found in phone.ime.list() if found.selected), None),
        "editor": None if editor is None else {"package": editor.package, "text": editor.text},
        "clipboard": phone.clipboard.get(),
        "toast": phone.toasts.last(),
        "rotation": phone.display.info.rotation,
        "awake": phone.power.awake,
        "locked": phone.power.locked,
        "notifications": [f"{found.title}: {found.text}" for found in phone.notifications.list()],
        "automation": sim.rig.automation.owner or None,
        "faults": sim.rig.faults.describe(),
        "snapshots": list(phone.snapshots.list()),
        "databases": dict(phone.storage.databases()),
    }


def serial_number(options: PhoneOptions) -> str:
    """The phone's serial number. It is the same at every start with the same options."""
    digest = hashlib.sha256(f"{options.profile}:{options.image}:{options.seed}".encode()).hexdigest()
    return digest[:12].upper()


def _text(buffer: Buffer) -> str:
    return buffer.data.decode("utf-8", "replace")
