"""What a simulated phone costs: its start, its memory, one alone and eight at once, and the calls agents make most.

    python benchmarks/phone.py [--phones 8] [--rounds 15]

Memory is the kernel's proportional set size (PSS: private pages plus a fair share of common ones) after the phone has
shown five apps and taken a screenshot of each. Bars are the goals of issue 6; a missed one is said and ends with 1.
"""

from __future__ import annotations

import argparse
import os
import statistics
import sys
import tempfile
import threading
import time
from collections.abc import Callable
from pathlib import Path

from agentprog.phone.client import PhoneHandle, start_phone, start_phones
from agentprog.phone.process.registry import STATE_DIR_VARIABLE

APPS = (
    "com.google.android.contacts",
    "com.simplemobiletools.smsmessenger",
    "com.simplemobiletools.calendar.pro",
    "com.android.settings",
    "net.gsantner.markor",
)
BARS = {"boot": 1.0, "memory": 40.0, "changed": 60.0, "unchanged": 5.0}


def pss(pid: int) -> float:
    """Proportional set size in MB."""
    lines = Path(f"/proc/{pid}/smaps_rollup").read_text(encoding="ascii").splitlines()
    return next(int(line.split()[1]) / 1000 * 1.024 for line in lines if line.startswith("Pss:"))


def cpu(pid: int) -> float:
    """Seconds of processor time so far: what a busy computer does not stretch."""
    fields = Path(f"/proc/{pid}/stat").read_text(encoding="ascii").rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def median_ms(function: Callable[[], object], rounds: int, before: Callable[[], object] = lambda: None) -> float:
    """Median wall time of a call in milliseconds, after one to warm up."""
    took = []
    for _ in range(rounds + 1):
        before()
        began = time.perf_counter()
        function()
        took.append((time.perf_counter() - began) * 1000)
    return statistics.median(took[1:])


def use(phone: PhoneHandle) -> None:
    """Look at some apps, as an agent would."""
    for package in APPS:
        phone.start_app(package)
        phone.advance(1.0)
        phone.screenshot()


def started(count: int) -> tuple[list[PhoneHandle], float]:
    """So many phones started by themselves at once, and the seconds until the last one listened."""
    phones: list[PhoneHandle] = []
    threads = [threading.Thread(target=lambda: phones.append(start_phone(lifetime="command"))) for _ in range(count)]
    began = time.perf_counter()
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return phones, time.perf_counter() - began


def forked(count: int) -> tuple[list[PhoneHandle], float]:
    """The same from one process."""
    began = time.perf_counter()
    phones = start_phones(count, lifetime="command")
    return phones, time.perf_counter() - began


def calls(phone: PhoneHandle, rounds: int) -> dict[str, float]:
    """Milliseconds of each call over the admin socket, which adds about a third of one."""
    phone.start_app(APPS[0])
    phone.advance(1.0)
    flip = [False]

    def change() -> None:
        flip[0] = not flip[0]
        phone.start_app(APPS[int(flip[0])])
        phone.advance(1.0)

    def shell(command: str) -> Callable[[], object]:
        return lambda: phone.shell(command)

    def dump() -> None:
        code, out, err = phone.shell("uiautomator dump /data/local/tmp/w.xml")
        if "ERROR" in out + err:
            raise SystemExit(f"the dump failed: {code} {out}{err}")

    return {
        "request without work": median_ms(lambda: phone.faults(), rounds),
        "screenshot, another app": median_ms(phone.screenshot, rounds, change),
        "screenshot, one field changed": median_ms(phone.screenshot, rounds, lambda: phone.shell("input keyevent 19")),
        "screenshot, nothing changed": median_ms(phone.screenshot, rounds),
        "dump of the tree": median_ms(dump, rounds),
        "tap": median_ms(shell("input tap 540 300"), rounds),
    }


def report(label: str, value: float, unit: str, bar: float | None = None) -> bool:
    """Print a row; False when a bar is missed."""
    ratio = f"{value / bar:5.2f} of {bar:g} {unit}" if bar else ""
    missed = bar is not None and value > bar
    print(f"{label:36} {value:8.1f} {unit:3} {ratio}{'  MISSED' if missed else ''}")
    return not missed


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--phones", type=int, default=8)
    parser.add_argument("--rounds", type=int, default=15)
    args = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        os.environ[STATE_DIR_VARIABLE] = folder
        print(f"{os.cpu_count()} cores, Python {sys.version.split()[0]}")
        good = alone(args.rounds)
        good = together(args.phones, "at once", started) and good
        good = together(args.phones, "forked", forked) and good
    raise SystemExit(0 if good else 1)


def alone(rounds: int) -> bool:
    """One phone: its start, its calls, its memory."""
    boots = []
    for _ in range(3):
        phones, seconds = started(1)
        boots.append(seconds)
        phones[0].stop()
    phones, _ = started(1)
    with phones[0] as phone:
        good = report("boot until adb can connect", statistics.median(boots), "s", BARS["boot"])
        report("processor time of a boot", cpu(phone.record.pid), "s")
        report("memory after boot", pss(phone.record.pid), "MB")
        took = calls(phone, rounds)
        for label, value in took.items():
            bar = BARS["changed"] if "changed" in label or "another" in label else None
            good = report(label, value, "ms", BARS["unchanged"] if "nothing" in label else bar) and good
        use(phone)
        return report("memory after five apps, alone", pss(phone.record.pid), "MB", BARS["memory"]) and good


def together(count: int, words: str, start: Callable[[int], tuple[list[PhoneHandle], float]]) -> bool:
    """Several phones at once on this computer."""
    phones, seconds = start(count)
    try:
        report(f"boot of {count} {words}, until the last", seconds, "s")
        began = time.perf_counter()
        threads = [threading.Thread(target=use, args=(phone,)) for phone in phones]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        shots = count * len(APPS)
        report(f"{shots} new screens of {count} {words}", (time.perf_counter() - began) * 1000 / shots, "ms")
        sizes = [pss(phone.record.pid) for phone in phones]
        return report(f"memory a phone, {count} {words}", statistics.mean(sizes), "MB", BARS["memory"])
    finally:
        for phone in phones:
            phone.stop()


if __name__ == "__main__":
    main()
