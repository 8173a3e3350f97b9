"""Questions about notes, answered by reading Joplin's lists and pages. The oracle knows the task's parameters."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ElementTree
from collections.abc import Callable
from typing import Any

from agentprog.bench.aw.oracle.hand import Hand, OracleLost

PACKAGE = "net.cozic.joplin"
_DOWN = (0.5, 0.7, 0.5, 0.4)
_SLOWLY = 0.8
_TODO = "to-do: "
_MOST_PAGES = 30
_PEOPLE = re.compile(r"attend|participant|people|member|present", re.IGNORECASE)


def quantity(hand: Hand, task: Any) -> str:
    """The quantity of an ingredient: the text before its name in the recipe's list."""
    ingredient = str(task.params["ingredient"])
    _open_note(hand, task.params["title"])
    line = _line(hand, lambda text: text.endswith(f" {ingredient}"))
    return line.removesuffix(ingredient).strip()


def attendees(hand: Hand, task: Any) -> str:
    """The number in the line about people."""
    _open_note(hand, task.params["title"])
    line = _line(hand, lambda text: bool(_PEOPLE.search(text) and re.search(r"\d", text)))
    return str(re.findall(r"\d+", line)[0])


def is_todo(hand: Hand, task: Any) -> str:
    title = task.params["title"]
    _search(hand, title)
    rows = [name for name, _ in _rows(hand.device.dump_hierarchy())]
    if title not in rows:
        raise OracleLost(f"no note of {title!r} among {rows}")
    return str(hand.sees(desc=f"{_TODO}{title}"))


def todos(hand: Hand, task: Any) -> str:
    """The number of a notebook's rows with a box, from its first row to its last."""
    _begin(hand)
    hand.tap(desc="Sidebar")
    hand.scroll_to(task.params["folder"]).click()
    hand.await_(desc="Add new")
    rows: list[tuple[str, bool]] = []
    seen = ""
    for _ in range(_MOST_PAGES):
        shown = hand.device.dump_hierarchy()
        if shown == seen:
            break
        seen = shown
        page = _rows(shown)
        shared = next(n for n in range(min(len(rows), len(page)), -1, -1) if rows[len(rows) - n :] == page[:n])
        rows += page[shared:]
        hand.swipe(*_DOWN, seconds=_SLOWLY)
    return str(sum(box for _, box in rows))


def _begin(hand: Hand) -> None:
    hand.open(PACKAGE)
    hand.await_(desc="Add new")


def _search(hand: Hand, words: str) -> None:
    _begin(hand)
    hand.tap(desc="Search")
    hand.write(words, className="android.widget.EditText")
    hand.leave_keyboard()


def _open_note(hand: Hand, title: str) -> None:
    _search(hand, title)
    hand.tap(title, className="android.widget.TextView")
    hand.await_(desc="Edit")


def _rows(shown: str) -> list[tuple[str, bool]]:
    """The rows of a list: title, and whether the row has a box."""
    found = []
    for row in ElementTree.fromstring(shown).iter("node"):
        inside = list(row)
        texts = [node.get("text", "") for node in inside if node.get("class", "").endswith("TextView")]
        boxes = [node for node in inside if node.get("content-desc", "").startswith(_TODO)]
        if row.get("long-clickable") == "true" and len(texts) == 1:
            found.append((texts[0], bool(boxes)))
    return found


def _line(hand: Hand, matches: Callable[[str], bool]) -> str:
    """The first matching line of the page, scrolling down to it."""
    for _ in range(_MOST_PAGES):
        tree = ElementTree.fromstring(hand.device.dump_hierarchy())
        texts = (node.get("text", "") for node in tree.iter("node") if node.get("class") == "android.view.View")
        found = next((text for text in texts if matches(text)), "")
        if found:
            return found
        hand.swipe(*_DOWN, seconds=_SLOWLY)
    raise OracleLost("no line of the page says it")
