"""Moves in the notation of a reply."""

from __future__ import annotations

from typing import Any

from agentprog.bench.standin.screen import Line

Reply = dict[str, Any]


def _move(action: str, judgement: str, **more: Any) -> Reply:
    return {"judgement": judgement, "action": action, **more}


def tap(line: Line, *, expect: str = "") -> Reply:
    return _move("tap", f"{line.label} has to be tapped.", element=line.index, expectation=expect)


def hold(line: Line) -> Reply:
    return _move("long_press", f"{line.label} has to be selected.", element=line.index)


def write(line: Line, text: str) -> Reply:
    return _move("type", f"{line.label} is not filled in yet.", element=line.index, text=text)


def drag(line: Line, to: str) -> Reply:
    return _move("drag", f"{line.label} has to stand elsewhere.", element=line.index, text=to)


def press(key: str) -> Reply:
    return _move("press", f"The way on is {key}.", text=key)


def scroll(direction: str, line: Line | None = None) -> Reply:
    where = {"element": line.index} if line is not None else {}
    return _move("scroll", "What is needed is not shown yet.", direction=direction, **where)


def seek_text(text: str, direction: str) -> Reply:
    return _move("scroll_to", f"{text} has to be seen.", text=text, direction=direction)


def open_app(name: str) -> Reply:
    return _move("open_app", f"{name} is not in front.", text=name)


def wait() -> Reply:
    return _move("wait", "The phone is still busy.")


def done(evidence: str = "") -> Reply:
    return _move("done", "Everything of the step is done.", expectation=evidence)


def stuck(reason: str) -> Reply:
    return _move("stuck", reason)
