"""How long parsing takes: 10,000 lines in under a second, and cost linear in size.

    python benchmarks/parse.py [--lines N]

Prints one line a measurement and exits 1 when a bar is missed.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Callable
from functools import partial
from typing import Literal

from agentprog.lang.check import check
from agentprog.lang.parser import parse
from agentprog.lang.table import compile_program

_BLOCK = """\
# Section {n}: add people, then greet them.
For each {{person}} in {{people}}:
    In the "Contacts" app, create a contact named {{person.name}} with number {{person.number}}, and save it
    Verify that the contact {{person.name}} exists
    If {{person.age}} is greater than {n} and {{person.city}} is not empty:
        Set {{greeting_{n}}} to "Hello {{person.name}}, number {n}"
        calculate {{person.age}} * 2 + {n}, record as {{double_{n}}}
    Otherwise if the dialog "Sync {n}" is shown:
        Tap "Cancel"
        press back
    Otherwise:
        Tell user "Nothing to do for {{person.name}}"
In the `Simple SMS Messenger` app, send "hello {n}" to +1 555 01{n}
Get the first item of {{people}}, record as {{first_{n}}}
Create an object {{client_{n}}} with "name" as "Li {n}" and "age" as {n}
Repeat {n} times:
    Scroll down
    wait 2 seconds
Record list "a", "b", "c {n}" as {{letters_{n}}}
Open the gallery and look for the picture number {n} that was taken yesterday
"""


def program(lines: int) -> str:
    """An ordinary program with at least that many lines."""
    size = _BLOCK.count("\n")
    return "".join(_BLOCK.format(n=number + 1) for number in range(-(-lines // size)))


def best(work: Callable[[], object], rounds: int = 3) -> float:
    """The shortest of a few runs, in seconds of processor time: other work on the machine does not count."""
    times = []
    for _ in range(rounds):
        start = time.process_time()
        work()
        times.append(time.process_time() - start)
    return min(times)


HOSTILE: dict[str, Callable[[int], str]] = {
    "one line of spaces and letters": lambda n: "a " * n,
    "one line of open brackets": lambda n: "[" * n,
    "one line of open braces": lambda n: "{" * n,
    "one line of quotes": lambda n: '"' * (n | 1),
    "escaped quotes": lambda n: '"' + '\\"' * n,
    "commas in an if": lambda n: "if " + "a, " * n,
    "a list of numbers": lambda n: "Set {x} to [" + ", ".join("1" for _ in range(n // 5)) + "]",
    "levels of indentation": lambda n: "\n".join(" " * level + "If x:" for level in range(int(n**0.5) * 3)),
    "blocks without steps": lambda n: "if x:\n" * (n // 10),
    "unclosed brackets": lambda n: "Set {x} to [\n" * (n // 20),
}
"""Texts of a size that grows with n (the levels' text with its square root's square)."""


def hostile(mode: Literal["strict", "lenient"], name: str, size: int) -> bool:
    """Whether twice the text takes clearly more than twice the time."""
    make = HOSTILE[name]
    times = []
    for n in (size // 2, size):
        text = make(n)
        times.append(best(lambda text=text: parse(text, mode=mode), 1))  # type: ignore[misc]
    print(f"hostile  {mode:7} {name:32} {len(make(size)):9,} characters  {times[0]:6.3f} s, {times[1]:6.3f} s")
    return times[1] > 0.5 and times[1] > 3 * times[0]


def main() -> int:
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--lines", type=int, default=10_000)
    lines = options.parse_args().lines
    parse(program(100))  # tables and grammar are read once
    missed = False
    times = {}
    for size in (lines // 10, lines, lines * 2):
        text = program(size)
        times[size] = best(partial(parse, text))
        print(
            f"parse    {text.count(chr(10)):7,} lines  {times[size]:7.3f} s  {times[size] / size * 1e6:6.1f} us a line"
        )
    if times[lines] >= 1.0 * lines / 10_000:
        missed = True
        print("MISSED: 10,000 lines in under a second")
    growth = times[lines * 2] / times[lines]
    print(f"growth   twice the lines take {growth:.2f} times as long")
    missed |= growth > 2.6
    parsed = parse(program(lines)).program
    if parsed is not None:
        print(f"check    {lines:7,} lines  {best(lambda: check(parsed), 1):7.3f} s")
        print(f"compile  {lines:7,} lines  {best(lambda: compile_program(parsed), 1):7.3f} s")
    modes: tuple[Literal["strict", "lenient"], ...] = ("strict", "lenient")
    for mode in modes:
        for name in HOSTILE:
            missed |= hostile(mode, name, 500_000)
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main())
