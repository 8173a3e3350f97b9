"""The instructions in the drawn apps, drawn from the phone's contents; the app's storage decides the result."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping
from typing import Literal

from agentprog.frozen import field, frozen

Marks = Mapping[str, int]
"""An app's contents: named values in display order."""
Needs = Literal["texts", "pictures"]
"""The needed part of the pixels: the words on them, or the place and look of things."""


@frozen
class DrawnApp:
    label: str
    package: str
    surface: str


TALLY = DrawnApp(label="Tally Sheet", package="org.example.tallysheet", surface="a canvas")
LARDER = DrawnApp(label="Larder", package="org.example.larder", surface="Flutter without semantics")
BOARD = DrawnApp(label="Notice Board", package="org.example.noticeboard", surface="a web view without nodes")
LAMPS = DrawnApp(label="Lamp Field", package="org.example.lampfield", surface="a game board")
PINS = DrawnApp(label="Pin Map", package="org.example.pinmap", surface="a map")


@frozen
class Aim:
    """The instruction, the contents that the app must have then, the answer to a question, and the parts to touch, by
    text or kind."""

    goal: str
    wanted: Marks
    touches: tuple[str, ...]
    answer: str = ""


@frozen
class DrawnTask:
    name: str
    about: str
    app: DrawnApp
    needs: Needs
    make: Callable[[random.Random, Marks], Aim] = field(repr=False)


def _count(chance: random.Random, marks: Marks, *, kinds: int) -> Aim:
    added = {name: chance.randint(2, 3) for name in chance.sample(sorted(marks), kinds)}
    orders = " and ".join(f"{by} more {name}" for name, by in added.items())
    return Aim(
        goal=f"Count {orders} on the {TALLY.label}.",
        wanted={name: value + added.get(name, 0) for name, value in marks.items()},
        touches=tuple(f"{name} more" for name, by in added.items() for _ in range(by)),
    )


def _read(chance: random.Random, marks: Marks) -> Aim:
    name = chance.choice(sorted(marks))
    goal = f"How many {name} are on the {TALLY.label}? Answer with the number only."
    return Aim(goal=goal, wanted=marks, touches=(), answer=str(marks[name]))


def _tick(chance: random.Random, marks: Marks) -> Aim:
    names = chance.sample([name for name, ticked in marks.items() if not ticked], 2)
    return Aim(
        goal=f"Tick {names[0]} and {names[1]} in the {LARDER.label}.",
        wanted={**marks, **dict.fromkeys(names, 1)},
        touches=tuple(names),
    )


def _untick(chance: random.Random, marks: Marks) -> Aim:
    del chance
    names = [name for name, ticked in marks.items() if ticked]
    return Aim(
        goal=f"In the {LARDER.label}, take the tick off {' and off '.join(names)}.",
        wanted=dict.fromkeys(marks, 0),
        touches=tuple(names),
    )


def _vote(chance: random.Random, marks: Marks) -> Aim:
    day = chance.choice([name for name in marks if name != "Sent"])
    goal = f"On the {BOARD.label}, answer that {day} suits me, and send it."
    return Aim(goal=goal, wanted={**marks, day: 1, "Sent": 1}, touches=(day, "Send my answer"))


def _lamp(chance: random.Random, marks: Marks, *, count: int) -> Aim:
    names = chance.sample(sorted(marks), count)
    places = " and the ".join(f"{name} one" for name in names)
    return Aim(
        goal=f"{LAMPS.label} has three rows of three lamps. Switch the {places}, no other.",
        wanted={name: 1 - lit if name in names else lit for name, lit in marks.items()},
        touches=tuple(f"lamp {name}" for name in names),
    )


def _dark(chance: random.Random, marks: Marks) -> Aim:
    del chance
    lit = [name for name, value in marks.items() if value]
    return Aim(
        goal=f"Switch off every lamp that is lit on the {LAMPS.label}.",
        wanted=dict.fromkeys(marks, 0),
        touches=tuple(f"lamp {name}" for name in lit),
    )


def _keep(chance: random.Random, marks: Marks, *, count: int) -> Aim:
    colours = chance.sample(sorted(marks), count)
    places = " and the ".join(f"{colour} pin" for colour in colours)
    return Aim(
        goal=f"Keep the place of the {places} on the {PINS.label}.",
        wanted={**marks, **dict.fromkeys(colours, 1)},
        touches=tuple(touch for colour in colours for touch in (f"{colour} pin", "Keep this place")),
    )


TREELESS: tuple[DrawnTask, ...] = (
    DrawnTask(
        name="CanvasCount", about="count one kind on a canvas", app=TALLY, needs="texts",
        make=lambda chance, marks: _count(chance, marks, kinds=1),
    ),
    DrawnTask(
        name="CanvasCountTwo", about="count two kinds on a canvas", app=TALLY, needs="texts",
        make=lambda chance, marks: _count(chance, marks, kinds=2),
    ),
    DrawnTask(name="CanvasRead", about="read a number off a canvas", app=TALLY, needs="texts", make=_read),
    DrawnTask(name="FlutterTick", about="tick two things in a list", app=LARDER, needs="texts", make=_tick),
    DrawnTask(name="FlutterUntick", about="take the ticks off", app=LARDER, needs="texts", make=_untick),
    DrawnTask(name="WebViewVote", about="choose and send on a web page", app=BOARD, needs="texts", make=_vote),
    DrawnTask(
        name="BoardOne", about="switch one field of a board", app=LAMPS, needs="pictures",
        make=lambda chance, marks: _lamp(chance, marks, count=1),
    ),
    DrawnTask(
        name="BoardTwo", about="switch two fields of a board", app=LAMPS, needs="pictures",
        make=lambda chance, marks: _lamp(chance, marks, count=2),
    ),
    DrawnTask(name="BoardDark", about="switch off what is lit", app=LAMPS, needs="pictures", make=_dark),
    DrawnTask(
        name="MapKeep", about="keep the place of a pin", app=PINS, needs="pictures",
        make=lambda chance, marks: _keep(chance, marks, count=1),
    ),
    DrawnTask(
        name="MapKeepTwo", about="keep the places of two pins", app=PINS, needs="pictures",
        make=lambda chance, marks: _keep(chance, marks, count=2),
    ),
)  # fmt: skip
