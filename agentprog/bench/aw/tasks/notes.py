"""Task 19: merge ten notes; and the shared parts of the short note tasks."""

from __future__ import annotations

import random

from agentprog.bench.aw import draw
from agentprog.bench.aw.checks import NotesMerged
from agentprog.bench.aw.holdings import File, Setup
from agentprog.bench.aw.task import Instance, Task

MARKOR = "Markor"
NOTEBOOK = "Documents/Markor"


def note(name: str, text: str) -> File:
    """A note as a test bed writes it: with a line break at its end."""
    return File(path=f"{NOTEBOOK}/{name}", text=f"{text}\n")


def some_notes(chance: random.Random, count: int) -> tuple[File, ...]:
    """Notes of different names."""
    names = draw.different(count, lambda: draw.note_name(chance), key=str.casefold)
    return tuple(note(name, draw.sentence(chance)) for name in names)


def merge(chance: random.Random, count: int) -> Instance:
    """Merge notes into a new one, a blank line between each two."""
    names = draw.different(count, lambda: draw.note_name(chance), key=str.casefold)
    texts = tuple(draw.scramble(chance, 20) for _ in names)
    target = draw.scramble(chance, 8)
    return Instance(
        goal=(
            f"In {MARKOR}, make a new note named {target} out of these notes, in this order: {', '.join(names)}. Put "
            "one blank line between the text of one note and the next, nothing else, and save it."
        ),
        setup=Setup(files=tuple(note(name, text) for name, text in zip(names, texts, strict=True))),
        check=NotesMerged(name=target, parts=texts),
        facts={"names": names, "texts": texts, "target": target},
    )


LONG = (
    Task(
        name="MarkorMergeNotesLong",
        about="merge 10 notes into one",
        apps=(MARKOR,),
        make=lambda chance: merge(chance, 10),
    ),
)
