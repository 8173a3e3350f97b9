"""How long parsing takes: 10,000 lines in under a second, and cost linear in size.

    python benchmarks/parse.py [--lines N]

Prints one line a measurement and exits 1 when a bar is missed.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Callable

from agentprog.lang import check, compile_program, parse

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


HOSTILE = {
    "one line of spaces and letters": "a " * 500_000,
    "one line of open brackets": "[" * 1_000_000,
    "one line of open braces": "{" * 1_000_000,
    "one line of quotes": '"' * 1_000_001,
    "escaped quotes": '"' + '\\"' * 500_000,
    "commas in an if": "if " + "a, " * 300_000,
    "a list of 200,000 numbers": "Set {x} to [" + ", ".join("1" for _ in range(200_000)) + "]",
    "10,000 levels of indentation": "\n".join(" " * level + "If x:" for level in range(3_000)),
    "100,000 colons": "if x:\n" * 100_000,
    "unclosed brackets": "Set {x} to [\n" * 20_000,
}


def main() -> int:
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--lines", type=int, default=10_000)
    lines = options.parse_args().lines
    parse(program(100))  # tables and grammar are read once
    missed = False
    times = {}
    for size in (lines // 10, lines, lines * 2):
        text = program(size)
        times[size] = best(lambda text=text: parse(text))
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
    for mode in ("strict", "lenient"):
        for name, text in HOSTILE.items():
            seconds = best(lambda text=text, mode=mode: parse(text, mode=mode), 1)  # type: ignore[misc]
            print(f"hostile  {mode:7} {name:32} {len(text):9,} characters  {seconds:7.3f} s")
            missed |= seconds > 10
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main())
