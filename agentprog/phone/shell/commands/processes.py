"""Processes: ps, pidof, pgrep, kill, top."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping

from agentprog.phone.facade import Process
from agentprog.phone.rig import Running
from agentprog.phone.shell.call import Call, Command, option, split_flags

_MOMENTS, _MOMENT = 20, 0.05
_HEADER = "USER           PID  PPID        VSZ    RSS WCHAN            ADDR S NAME                       \n"


def _processes(call: Call) -> tuple[Process, ...]:
    automation = call.rig.automation
    server = Process(
        pid=automation.pid, ppid=520, user="shell", name="app_process", rss_kb=98_000, command=automation.command
    )
    shell_processes = (
        *((server,) if automation.pid else ()),
        *(
            Process(pid=found.pid, ppid=found.shell, user="shell", name=found.name, rss_kb=12_000)
            for found in call.rig.programs_running
        ),
        Process(pid=call.shell_pid, ppid=520, user="shell", name="sh", rss_kb=3400),
        Process(pid=call.shell_pid + 1, ppid=call.shell_pid, user="shell", name=call.name, rss_kb=3300),
    )
    return (*call.phone.activities.processes(), *shell_processes)


async def ps(call: Call) -> int:
    """`ps`, `ps -A`, `ps -ef`, `ps -o PID,NAME`, `ps -p PID`, `ps -u USER`."""
    args = list(call.args)
    columns = option(args, "-o")
    pid = option(args, "-p")
    users = (option(args, "-u", "-U") or "shell").split(",")
    flags, names = split_flags(tuple(args))
    everybody = bool(flags & {"A", "e"})
    chosen = [
        process
        for process in _processes(call)
        if (everybody or pid or names or process.user in users)
        and (not pid or str(process.pid) == pid)
        and (not names or names[0] in process.name)
    ]
    if columns:
        _columns(call, chosen, columns.upper().split(","))
        return 0
    if "f" in flags:
        call.say("UID            PID  PPID C STIME TTY          TIME CMD\n")
        for p in chosen:
            call.say(f"{p.user:<12} {p.pid:>5} {p.ppid:>5} 0 15:34:00 ?     00:00:01 {p.command or p.name}\n")
        return 0
    call.say(_HEADER)
    for p in chosen:
        size = 14_000_000 + p.rss_kb
        call.say(f"{p.user:<12} {p.pid:>5} {p.ppid:>5} {size:>10} {p.rss_kb:>6} {'0':<19} 0 S {p.name}\n")
    return 0


def _columns(call: Call, processes: list[Process], columns: list[str]) -> None:
    call.say(" ".join(columns) + "\n")
    for p in processes:
        whole = p.command or p.name
        values = {"PID": p.pid, "PPID": p.ppid, "USER": p.user, "NAME": p.name, "CMD": whole, "ARGS": whole}
        values["RSS"] = p.rss_kb
        call.say(" ".join(str(values.get(column, "-")) for column in columns) + "\n")


async def pidof(call: Call) -> int:
    flags, names = split_flags(call.args)
    found = [str(p.pid) for p in _processes(call) if p.name in names]
    if not found:
        return 1
    call.say(" ".join(found[:1] if "s" in flags else found) + "\n")
    return 0


async def pgrep(call: Call) -> int:
    flags, names = split_flags(call.args)
    pattern = names[0] if names else ""
    found = [p for p in call.phone.activities.processes() if pattern in p.name]
    for p in found:
        call.say(f"{p.pid} {p.name}\n" if "l" in flags else f"{p.pid}\n")
    return int(not found)


async def kill(call: Call) -> int:
    """`kill`: the shell user may only signal its own processes."""
    status = 0
    for pid in (arg for arg in call.args if arg.isdigit()):
        known = [p for p in _processes(call) if str(p.pid) == pid]
        running = await _begun(call, int(pid), known=bool(known))
        if running is not None:
            running.stop()
        elif not known or known[0].user != "shell":
            words = "Operation not permitted" if known else "No such process"
            status = call.complain(f"/system/bin/sh: kill: {pid}: {words}")
        elif known[0].name == "app_process":
            call.rig.automation.kill()
    return status


async def _begun(call: Call, pid: int, *, known: bool) -> Running | None:
    """The background program with this number. It waits a moment for a program that is still starting."""
    for _ in range(_MOMENTS):
        running = _running(call, pid, known=known)
        if running is not None or known:
            return running
        await asyncio.sleep(_MOMENT)
    return None


def _running(call: Call, pid: int, *, known: bool) -> Running | None:
    """The running program with this number.

    bashkit numbers background programs itself. If no process has the number, it means the only program that this sh
    still runs.
    """
    own_programs = [found for found in call.rig.programs_running if found.shell == call.shell_pid]
    found = [found for found in call.rig.programs_running if found.pid == pid] if known else own_programs
    return found[0] if len(found) == 1 else None


async def pkill(call: Call) -> int:
    _, names = split_flags(call.args)
    running = [found for found in call.rig.programs_running if names and names[-1] in found.name]
    for found in running:
        found.stop()
    if running:
        return 0
    if names and any(names[0] in name for name in ("app_process", "com.wetest.uia2", "uiautomator")):
        call.rig.automation.kill()
        return 0
    return 1


async def top(call: Call) -> int:
    processes = _processes(call)
    call.say(f"Tasks: {len(processes)} total,   1 running, {len(processes) - 1} sleeping,   0 stopped,   0 zombie\n")
    call.say("  Mem:  7729752K total,  6626724K used,  1103028K free,     3072K buffers\n")
    call.say("800%cpu   5%user   0%nice   4%sys 791%idle   0%iow   0%irq   0%sirq   0%host\n")
    call.say("  PID USER         PR  NI VIRT  RES  SHR S[%CPU] %MEM     TIME+ ARGS\n")
    for p in processes:
        size = f"{p.rss_kb // 1024}M"
        call.say(f"{p.pid:>5} {p.user:<12} 20   0  14G {size:>4}  40M S  0.0   1.5   0:01.00 {p.name}\n")
    return 0


COMMANDS: Mapping[str, Command] = {
    "ps": ps,
    "pidof": pidof,
    "pgrep": pgrep,
    "kill": kill,
    "pkill": pkill,
    "killall": pkill,
    "top": top,
}
