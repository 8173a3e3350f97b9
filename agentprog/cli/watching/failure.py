"""The screen of a failure in a terminal: its words, with the possible targets marked, and a small picture."""

from __future__ import annotations

from rich.text import Text

from agentprog.cli.console import err, say
from agentprog.cli.watching.picture import picture
from agentprog.report.failing import FailingScreen

_MOST = 14
"""Lines; of a longer screen the marked ones and their neighbours."""
_LONGEST = 70
_ROWS, _COLUMNS = 24, 60


def show_failure(failed: FailingScreen) -> None:
    """On standard error; the picture only where colours can be seen."""
    say(f"The screen on which it failed ({failed.package or 'the phone'}):", style="bold")
    for line in listed(failed):
        say(line)
    console = err()
    if failed.picture is None or not console.is_terminal or console.color_system is None:
        return
    drawn = picture(failed.picture, rows=_ROWS, columns=_COLUMNS, boxes=failed.boxes, size=failed.size)
    if drawn is not None:
        console.print(Text("\n").join([drawn, Text("")]))


def listed(failed: FailingScreen) -> list[str]:
    """The screen's texts, one element a line, with `>` before the elements that the failure names. A long screen shows
    only the lines nearest to them.
    """
    names = failed.things
    marked = [place for place, (_, is_named) in enumerate(names) if is_named] or [0]
    near = sorted(range(len(names)), key=lambda place: (min(abs(place - at) for at in marked), place))
    shown_places = sorted(near[:_MOST])
    lines = [f"  {'>' if names[place][1] else ' '} {_cut(names[place][0])}" for place in shown_places]
    more = len(names) - len(shown_places)
    return [*lines, f"    and {more} more"] if more else lines


def _cut(words: str) -> str:
    line = " ".join(words.split())
    return line if len(line) <= _LONGEST else f"{line[: _LONGEST - 1]}…"
