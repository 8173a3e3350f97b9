"""Inspecting and changing a run at a pause on a terminal: breakpoints, variables, the program, the position."""

from __future__ import annotations

import json
from collections.abc import Callable
from concurrent.futures import Future
from typing import Any, Final

import click

from agentprog.app.session.session import RunSession
from agentprog.cli.watching.state import RunState
from agentprog.errors import AgentProgError, UsageError
from agentprog.runtime.changing import variable
from agentprog.runtime.safety.steering import Assigned, Breakpoint, Change, Moment, Place, Rewritten

HELP: Final = (
    "c, continue        go on",
    "s, step            to the next statement",
    "i, into            one move of a step in plain words, or the next statement",
    "r, run to LINE     go on, and pause before LINE",
    "b, break           the breakpoints",
    "b LINE [if ...]    pause before LINE if the exact condition holds",
    f"b EVENT [if ...]   pause at each {', '.join(Moment)}",
    "b off [LINE|EVENT] remove it; without LINE or EVENT: remove all",
    "v, vars [NAME]     variables and their values",
    "set NAME VALUE     set a variable, or a part of it (guest.name), to JSON or text",
    "edit               the rest of the program, in your editor (VISUAL or EDITOR)",
    "w, where           show the line and the open statements around it",
    "list [LINE]        the program there",
    "t, tell TEXT       tell the run something",
    "o, over            take the phone over",
    "l, look            show all panels once",
    "q, quit            end the run; `agentprog resume` continues it",
)
_AROUND = 8
"""Lines of a program shown before and after the requested one."""
_NAMES = {"b": "break", "v": "vars", "w": "where", "?": "help", "h": "help"}


class Debugger:
    """Debugger of one session, in the thread of its run; `does` carries out a command at a pause."""

    def __init__(self, session: RunSession) -> None:
        self._session = session
        self._changing: tuple[str, Future[None]] | None = None
        self._does: dict[str, Callable[[str, Place], list[str]]] = {
            "break": self._break,
            "vars": self._vars,
            "set": self._set,
            "edit": self._edit,
            "where": self._where,
            "list": self._list,
            "run": self._run_to,
            "r": self._run_to,
            "help": lambda _rest, _place: list(HELP),
        }

    def does(self, word: str, rest: str, place: Place) -> list[str] | None:
        """Executes a command; returns the lines to show, None for an unknown command."""
        action = self._does.get(_NAMES.get(word, word))
        if action is None:
            return None
        try:
            return action(rest.strip(), place)
        except AgentProgError as exc:
            return [f"{exc.message}. {exc.hint}".strip()]

    def changed(self) -> str:
        """The result of the last change, once; empty if there was none."""
        if self._changing is None:
            return ""
        (success, done), self._changing = self._changing, None
        problem = done.exception(0)
        if isinstance(problem, AgentProgError):
            return f"{problem.message}. {problem.hint}".strip()
        return success

    # ------------------------------------------------------------ breakpoints

    def _break(self, rest: str, _place: Place) -> list[str]:
        steering = self._session.steering
        words = rest.split(maxsplit=1)
        if words and words[0] == "off":
            removed = _waits_for(words[1]) if len(words) > 1 else None
            left = [point for point in steering.breakpoints if removed is not None and not _same(point, removed)]
            self._session.break_at(left)
        elif rest:
            place, _, condition = rest.partition(" if ")
            breakpoint = _waits_for(place)
            breakpoint = Breakpoint(line=breakpoint.line, moment=breakpoint.moment, condition=condition.strip())
            if breakpoint.line > len(self._state().program):
                raise UsageError(f"the program has no line {breakpoint.line}", hint="`list` shows it.")
            self._session.break_at(
                [*(point for point in steering.breakpoints if not _same(point, breakpoint)), breakpoint]
            )
        return [_description(point) for point in steering.breakpoints] or ["There are no breakpoints."]

    def _run_to(self, rest: str, _place: Place) -> list[str]:
        line = _waits_for(rest.removeprefix("to ")).line
        if not 0 < line <= len(self._state().program):
            raise UsageError(f"{rest!r} is no line of the program", hint="Such as: run to 3.")
        self._session.run_to(line)
        return []

    # ------------------------------------------------------------ values and the program

    def _vars(self, rest: str, _place: Place) -> list[str]:
        name_typed = rest.strip("{}")
        found = [variable for name, variable in self._state().variables.items() if not name_typed or name == name_typed]
        return found or [f"There is no variable {name_typed}." if name_typed else "There are no variables yet."]

    def _set(self, rest: str, _place: Place) -> list[str]:
        name, _, value = rest.partition(" ")
        value = value.strip().removeprefix("= ").removeprefix("to ").strip()
        if not value:
            raise UsageError("a name and a value are needed", hint='Such as: set n 3, or: set guest.name "Ada".')
        variable(name)
        self._change(Assigned(name=name, value=_value(value)), f"{name} is {value} now.")
        return []

    def _edit(self, _rest: str, place: Place) -> list[str]:
        text = "\n".join(self._state().program) + "\n"
        edited = click.edit(text, extension=".stp")
        if edited is None or edited == text:
            return ["Nothing was changed."]
        self._change(Rewritten(text=edited), f"The changed program continues from line {place.line} on.")
        return []

    def _change(self, change: Change, success: str) -> None:
        self._changing = (success, self._session.steering.change(change))

    # ------------------------------------------------------------ where it stands

    def _where(self, _rest: str, place: Place) -> list[str]:
        path = [entry for entry in self._state().path if entry.line != place.line]
        rounds = [f"  line {entry.line}: {entry.text}{_round(entry.iteration)}" for entry in path]
        return [f"Paused {place.said}", *(["Inside of:"] if rounds else []), *rounds]

    def _list(self, rest: str, place: Place) -> list[str]:
        at = _waits_for(rest).line if rest else place.line
        program, stops = self._state().program, {breakpoint.line for breakpoint in self._session.steering.breakpoints}
        wide = len(str(len(program)))
        return [
            f"{'>' if line == place.line else ' '}{'*' if line in stops else ' '} {line:>{wide}} {text}"
            for line, text in enumerate(program, 1)
            if abs(line - at) <= _AROUND
        ]

    def _state(self) -> RunState:
        found = RunState()
        found.take_all(event.event for event in self._session.events())
        return found


def _waits_for(typed: str) -> Breakpoint:
    """The line or moment of a breakpoint; the beginning of a moment's name suffices. Raises UsageError."""
    place_typed = typed.strip().removeprefix("on ").removeprefix("line ").strip()
    if place_typed.isdecimal() and int(place_typed):
        return Breakpoint(line=int(place_typed))
    found = [moment for moment in Moment if place_typed and moment.value.startswith(place_typed)]
    if len(found) != 1:
        raise UsageError(f"{typed!r} is no line and no event", hint=f"Events are: {', '.join(Moment)}.")
    return Breakpoint(moment=found[0])


def _same(first: Breakpoint, second: Breakpoint) -> bool:
    return (first.line, first.moment) == (second.line, second.moment)


def _description(point: Breakpoint) -> str:
    where = f"before line {point.line}" if point.moment is None else f"at each {point.moment}"
    return f"pauses {where}{f' if {point.condition}' if point.condition else ''}{', once' if point.once else ''}"


def _round(iteration: int) -> str:
    return f" (round {iteration})" if iteration else ""


def _value(typed: str) -> Any:
    """JSON, or a text."""
    try:
        return json.loads(typed)
    except ValueError:
        return typed
