"""State shared by the outside of the phone: the phone itself, its faults, its pace, and the owners of resources."""

from __future__ import annotations

import random
from collections import deque
from collections.abc import Awaitable, Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field

from agentprog.frozen import frozen
from agentprog.phone.access import UserFiles
from agentprog.phone.facade import ROOT, SHELL, Caller, Phone
from agentprog.phone.faults import Faults
from agentprog.phone.kernel.streams import Sockets
from agentprog.phone.kernel.wire_profile import WireProfile
from agentprog.phone.pace import Pace
from agentprog.phone.panel import Panel
from agentprog.phone.pseudo import Contents, PseudoFiles

_TRACE_LENGTH = 5000
_DEVICE_BYTES = 1 << 20
"""Read limit for an endless device."""


_CORES = 8
_HERTZ = 100
_FIRST_PID = 20_000
"""Lowest process number of background programs, above those of shells."""
_CPU_INFO = b"".join(
    b"processor\t: %d\nBogoMIPS\t: 49.15\nFeatures\t: fp asimd evtstrm aes pmull sha1 sha2 crc32 atomics\n"
    b"CPU implementer\t: 0x41\nCPU architecture: 8\nCPU variant\t: 0x1\nCPU part\t: 0xd44\nCPU revision\t: 0\n\n" % core
    for core in range(_CORES)
)


def _stat(up: float) -> bytes:
    """/proc/stat of a mostly idle phone: user, nice, system, idle and so on, in hundredths of a second."""
    ticks = int(up * _HERTZ)
    core_ticks = (ticks // 20, 0, ticks // 25, ticks * 91 // 100, 0, 0, 0, 0, 0, 0)
    lines = [("cpu ", [n * _CORES for n in core_ticks]), *((f"cpu{core}", core_ticks) for core in range(_CORES))]
    text = "".join(f"{name} {' '.join(map(str, numbers))}\n" for name, numbers in lines)
    return f"{text}intr {ticks}\nctxt {ticks * 7}\nbtime 1697383980\nprocesses 9001\nprocs_running 1\n".encode()


class Automation:
    """UiAutomation: the phone has one, and refuses a second connection."""

    def __init__(self) -> None:
        self._kill: Callable[[], None] | None = None
        self.owner = ""
        self.pid = 0
        self.command = ""

    def claim(self, owner: str, kill: Callable[[], None], *, pid: int = 0, command: str = "") -> bool:
        """Take it; False if another owner has it. `kill` ends the owner from outside.

        `pid` and `command` are those of the owner's process, if `ps` shows it.
        """
        if self.owner:
            return False
        self.owner, self._kill, self.pid, self.command = owner, kill, pid, command
        return True

    def release(self, owner: str) -> None:
        if self.owner == owner:
            self.owner, self._kill, self.pid, self.command = "", None, 0, ""

    def kill(self) -> None:
        """End its owner, as the system does when memory is short."""
        if self._kill is not None:
            self._kill()


@frozen
class Running:
    """A background program of the shell, until `stop`: its process, and the process of its sh."""

    pid: int
    shell: int
    name: str
    stop: Callable[[], None]


@frozen
class TraceEntry:
    """One request of a client; `at` is the phone's monotonic time."""

    at: float
    kind: str
    text: str


@dataclass(kw_only=True)
class Trace:
    """The last requests of all clients, for tests and debugging."""

    entries: deque[TraceEntry] = field(default_factory=lambda: deque(maxlen=_TRACE_LENGTH))

    def add(self, at: float, kind: str, text: str) -> None:
        self.entries.append(TraceEntry(at=at, kind=kind, text=text))


@frozen
class ShellResult:
    """A finished shell command."""

    code: int
    stdout: str
    stderr: str


async def _no_shell(command: str) -> ShellResult:
    return ShellResult(code=127, stdout="", stderr=f"/system/bin/sh: {command}: no shell is attached\n")


@dataclass(kw_only=True)
class Rig:
    """One phone and everything attached to it."""

    phone: Phone
    faults: Faults
    pace: Pace
    profile: WireProfile
    sockets: Sockets = field(default_factory=Sockets)
    automation: Automation = field(default_factory=Automation)
    panel: Panel = field(init=False)
    """Its touch screen, for people's fingers."""
    trace: Trace = field(default_factory=Trace)
    programs_running: list[Running] = field(default_factory=list)
    keyboard_seen: float | None = None
    battery: dict[str, int] = field(default_factory=dict)
    """The values set by `cmd battery set`, until `reset`."""
    run_shell: Callable[[str], Awaitable[ShellResult]] = _no_shell
    reboot: Callable[[], None] = lambda: None
    programs: Mapping[str, str] = field(default_factory=dict)
    """The files in /system/bin: scripts by name."""

    adb_root: bool = False
    """True if adbd runs as root; a command or a restart changes it."""
    restart_adbd: Callable[[bool], None] = field(default=lambda _: None)
    """Restarts adbd as root, or as the shell."""

    def __post_init__(self) -> None:
        self.panel = Panel(self.phone)

    @property
    def debuggable(self) -> bool:
        """True if this build allows root for adbd and `su`."""
        return self.phone.props.get("ro.debuggable") == "1"

    @property
    def user(self) -> Caller:
        """The user of adbd's services."""
        return ROOT if self.adb_root else SHELL

    def files(self, user: Caller) -> UserFiles:
        """Storage with the rights of a user of the shell."""
        pseudo = PseudoFiles(self._pseudo_files(), self.programs)
        return UserFiles(
            self.phone.files,
            pseudo,
            root=user.uid == ROOT.uid,
            full=lambda: self.strikes("storage_full") is not None,
            unreadable=lambda path: path.endswith("/base.apk") and self.strikes("apk_unreadable") is not None,
        )

    def _pseudo_files(self) -> Contents:
        """The kernel's files that clients read."""
        up = self.phone.clock.monotonic
        return {
            "/proc/uptime": lambda: f"{up():.2f} {up() * 6:.2f}\n".encode(),
            "/proc/meminfo": lambda: (
                b"MemTotal:        7729752 kB\nMemFree:         1103028 kB\nMemAvailable:    4025916 kB\n"
            ),
            "/proc/stat": lambda: _stat(up()),
            "/proc/cpuinfo": lambda: _CPU_INFO,
            "/proc/loadavg": lambda: b"0.42 0.40 0.37 1/1402 9001\n",
            "/system/build.prop": self._build_properties,
            "/proc/version": lambda: b"Linux version 6.1.23-android14-4 (build-user@build-host) #1 SMP PREEMPT\n",
            "/sys/class/power_supply/battery/capacity": lambda: f"{self.battery_level}\n".encode(),
            "/dev/null": lambda: b"",
            "/dev/zero": lambda: bytes(_DEVICE_BYTES),
            "/dev/urandom": lambda: random.Random(up()).randbytes(_DEVICE_BYTES),
        }

    def _build_properties(self) -> bytes:
        props = self.phone.props.items()
        return "".join(f"{name}={value}\n" for name, value in props.items() if name.startswith("ro.")).encode()

    @property
    def battery_level(self) -> int:
        """Charge in percent."""
        return self.battery.get("level", self.profile.battery_level)

    @contextmanager
    def running(self, name: str, shell: int, stop: Callable[[], None]) -> Iterator[None]:
        """Register a program: `ps` shows it and `kill` stops it while this context lasts."""
        pid = max((found.pid for found in self.programs_running), default=_FIRST_PID) + 1
        program = Running(pid=pid, shell=shell, name=name, stop=stop)
        self.programs_running.append(program)
        try:
            yield
        finally:
            self.programs_running.remove(program)

    def record(self, kind: str, text: str) -> None:
        """Keep a request in the trace."""
        self.trace.add(self.phone.clock.monotonic(), kind, text)

    def strikes(self, fault: str) -> Mapping[str, str | int | float | bool] | None:
        """The parameters of a fault that hits this one operation; None otherwise."""
        return self.faults.strikes(fault)

    @property
    def sdk(self) -> int:
        """The API level that the phone reports; it decides dumpsys's format."""
        return int(self.phone.props.get("ro.build.version.sdk") or "34")
