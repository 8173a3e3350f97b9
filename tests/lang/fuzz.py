"""People's programs in four languages, damaged at random: nothing crashes, and `fmt` keeps the meaning of a valid one.

`python -m tests.lang.fuzz --n 50000 [--seed 1]` prints the figures and the first inputs that fail; its exit status is 1
if one does.
"""

from __future__ import annotations

import argparse
import random
import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path

from agentprog.lang.check import check_text
from agentprog.lang.parser import parse
from agentprog.lang.writing.fmt import format_text
from tests.lang.golden import FOLDER, chunks
from tests.lang.hands import HANDS
from tests.lang.labelled import programs

_SIGNS = list(" \t\n:,;.\"'`{}[]()#=-“”„«»「」：，。…éßñ如ß\\|/*0129aZ")
_SLOW = 3.0
"""Seconds of processor time that one input may take."""


@dataclass(slots=True)
class Found:
    """The result of a number of inputs. `wrong` has the failed inputs with their faults."""

    inputs: int = 0
    valid: int = 0
    languages: dict[str, int] = field(default_factory=dict)
    wrong: list[tuple[str, str]] = field(default_factory=list)


def corpus() -> list[str]:
    """The programs in other people's hands, and the chunks of the golden files."""
    files = (path for path in sorted(Path(FOLDER).glob("*.stp")))
    return [program.text for program in programs(HANDS)] + [chunk.text for path in files for chunk in chunks(path)]


def inputs(count: int, seed: int) -> Iterator[str]:
    """That many damaged programs, the same for the same seed."""
    chance, texts = random.Random(seed), corpus()
    for _ in range(count):
        text = chance.choice(texts)
        for _ in range(chance.randint(1, 4)):
            text = chance.choice(_MUTATIONS)(text, texts, chance)
        yield text


def fuzz(count: int, seed: int) -> Found:
    """Every input is parsed, checked, formatted and read again."""
    found = Found()
    for text in inputs(count, seed):
        found.inputs += 1
        began = time.process_time()
        try:
            why = _wrong(text, found)
        except Exception as exc:  # noqa: BLE001 - whatever it raises is what is looked for
            why = f"{type(exc).__name__}: {exc}"
        if time.process_time() - began > _SLOW:
            why = why or "slow"
        if why:
            found.wrong.append((text, why))
    return found


def _wrong(text: str, found: Found) -> str:
    parsed = parse(text)
    check_text(text)
    parse(text, mode="lenient")
    if parsed.program is None or not parsed.ok:
        return ""
    found.valid += 1
    language = parsed.program.header.language
    found.languages[language] = found.languages.get(language, 0) + 1
    formatted = format_text(text)
    again = parse(formatted)
    if again.program != parsed.program:
        return "fmt changes what it means"
    return "" if format_text(formatted) == formatted else "fmt is not done after once"


# ---------------------------------------------------------------------------------------------------- mutations


def _lines(change: Callable[[list[str], list[str], random.Random], None]) -> Callable[..., str]:
    def mutation(text: str, texts: list[str], chance: random.Random) -> str:
        lines = text.split("\n")
        change(lines, chance.choice(texts).split("\n"), chance)
        return "\n".join(lines)

    return mutation


def _drop(lines: list[str], _other: list[str], chance: random.Random) -> None:
    del lines[chance.randrange(len(lines))]


def _double(lines: list[str], _other: list[str], chance: random.Random) -> None:
    at = chance.randrange(len(lines))
    lines.insert(chance.randrange(len(lines) + 1), lines[at])


def _swap(lines: list[str], _other: list[str], chance: random.Random) -> None:
    one, two = chance.randrange(len(lines)), chance.randrange(len(lines))
    lines[one], lines[two] = lines[two], lines[one]


def _indent(lines: list[str], _other: list[str], chance: random.Random) -> None:
    at = chance.randrange(len(lines))
    lines[at] = chance.choice(["    ", "  ", "\t", ""]) + (lines[at] if chance.random() < 0.5 else lines[at].lstrip())


def _graft(lines: list[str], other: list[str], chance: random.Random) -> None:
    lines.insert(chance.randrange(len(lines) + 1), chance.choice(other))


def _join(lines: list[str], other: list[str], chance: random.Random) -> None:
    at = chance.randrange(len(lines))
    lines[at] = f"{lines[at]}{chance.choice([' ', ', ', ': ', ' and then ', ' und '])}{chance.choice(other).lstrip()}"


def _sign(text: str, _texts: list[str], chance: random.Random) -> str:
    at = chance.randrange(len(text) + 1)
    cut = chance.choice([0, 0, 1, 1, 3])
    return text[:at] + (chance.choice(_SIGNS) if chance.random() < 0.7 else "") + text[at + cut :]


def _case(text: str, _texts: list[str], chance: random.Random) -> str:
    at = chance.randrange(len(text) + 1)
    return text[:at] + text[at : at + 12].swapcase() + text[at + 12 :]


_MUTATIONS: list[Callable[[str, list[str], random.Random], str]] = [
    *(_lines(change) for change in (_drop, _double, _swap, _indent, _graft, _join)),
    _sign,
    _sign,
    _case,
]


def main() -> int:
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--n", type=int, default=50_000)
    options.add_argument("--seed", type=int, default=1)
    given = options.parse_args()
    found = fuzz(given.n, given.seed)
    spoken = ", ".join(f"{code} {count}" for code, count in sorted(found.languages.items()))
    sys.stdout.write(f"{found.inputs} inputs, {found.valid} valid ({spoken}), {len(found.wrong)} wrong\n")
    for text, why in found.wrong[:10]:
        sys.stdout.write(f"--- {why}\n{text!r}\n")
    return 1 if found.wrong else 0


if __name__ == "__main__":
    raise SystemExit(main())
