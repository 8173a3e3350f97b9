"""Possible faults of a planner's program without diagnostics."""

from __future__ import annotations

import difflib
import json
import re

from agentprog.identity import Quote, quotes_in
from agentprog.lang.ast import Action, Assign, ForEach, ListExpr, ObjectExpr, Program, Ref, Statement
from agentprog.lang.effects.kinds import Risk
from agentprog.lang.visit import walk
from agentprog.ports import App
from agentprog.runtime.handset.observing import find_app
from agentprog.runtime.safety.risk import asks_for
from agentprog.runtime.safety.texts import NAMES_APART

NO_APP = "there is no app "
_SETTINGS = "com.android.settings"
_APART = re.compile(rf"(?>{NAMES_APART.pattern})+")


def doubts_of(program: Program, apps: tuple[App, ...], instruction: str) -> tuple[str, ...]:
    """Possible faults of a program without diagnostics that are worth another draft."""
    return (*_missing_apps(program, apps, instruction), *_idle_loops(program), *_several_at_once(program))


def _idle_loops(program: Program) -> tuple[str, ...]:
    """A problem for each loop whose steps do not name the loop's item: small models write "add it with its name"."""
    loops = (node for node in walk(program) if isinstance(node, ForEach))
    return tuple(_idle(node, program) for node in loops if not _uses(node.body, node.target.name))


def _idle(node: ForEach, program: Program) -> str:
    item = node.target.name
    parts = [f"{{{item}.{key}}}" for key in _keys(node, program)]
    named = ", ".join(parts) if parts else f"{{{item}}}, or its parts such as {{{item}.name}},"
    return (
        f"line {node.span.line}: no step of this loop says {{{item}}}: each round would do the same. Write {named} "
        f"where its values belong in the sentence, and record nothing that the list already gives"
    )


def _keys(node: ForEach, program: Program) -> tuple[str, ...]:
    """Keys of a loop's items, if a line sets the list to objects."""
    if not isinstance(node.items, Ref) or node.items.path:
        return ()
    for line in walk(program):
        if isinstance(line, Assign) and line.target == node.items and isinstance(line.value, ListExpr):
            first = line.value.items[0] if line.value.items else None
            return tuple(entry.key for entry in first.entries) if isinstance(first, ObjectExpr) else ()
    return ()


def _several_at_once(program: Program) -> tuple[str, ...]:
    """A problem for each step that removes several quoted things: in a loop each removal is proven and resumed by
    itself.
    """
    steps = (node for node in walk(program) if isinstance(node, Action))
    return tuple(problem for node in steps if (problem := _removes_several(node)))


def _removes_several(node: Action) -> str:
    sentence = str(node.text)
    several = _listed(sentence)
    if len(several) < 2 or not asks_for(Risk.DELETE, [sentence]):
        return ""
    names = json.dumps([quote.text for quote in several], ensure_ascii=False)
    merged = f'{sentence[: several[0].start]}"{{thing}}"{sentence[several[-1].end :]}'
    scope = f'In the "{node.app}" app, ' if node.app is not None else ""
    return (
        f"line {node.span.line}: this step removes several things at once: give each a step of its own. Write: "
        f"Set {{things}} to {names}   then: For each {{thing}} in {{things}}:   and indented in it: {scope}{merged}"
    )


def _listed(sentence: str) -> list[Quote]:
    """The first quoted texts of a sentence with only a comma or "and" between them."""
    row: list[Quote] = []
    for quote in quotes_in(sentence):
        if row and not _APART.fullmatch(sentence[row[-1].end : quote.start]):
            if len(row) > 1:
                return row
            row = []
        row.append(quote)
    return row


def _uses(body: tuple[Statement, ...], name: str) -> bool:
    """True if a statement uses a variable; setting it, or a part of it, does not count."""
    nodes = [node for statement in body for node in walk(statement)]
    into = [node.capture for node in nodes if isinstance(node, Action)]
    return any(isinstance(n, Ref) and n.name == name and not any(n is ref for ref in into) for n in nodes)


def _missing_apps(program: Program, apps: tuple[App, ...], instruction: str) -> tuple[str, ...]:
    """A problem for each app that the program names and the phone does not have."""
    app_names = dict.fromkeys(
        node.app.constant for node in walk(program) if isinstance(node, Statement) and node.app is not None
    )
    missing = (name for name in app_names if name is not None and find_app(name, apps) is None)
    return tuple(_no_such_app(name, apps, instruction) for name in missing)


def _no_such_app(name: str, apps: tuple[App, ...], instruction: str) -> str:
    labels = [app.label for app in apps]
    if is_no_app(name, instruction):
        settings = next((app.label for app in apps if app.package == _SETTINGS), "")
        advice = (
            f'. Wi-Fi, Bluetooth, brightness, sound and the like are set in the app "{settings}"' if settings else ""
        )
        return f'{NO_APP}"{name}": the instruction names it as something else. Use one of: {", ".join(labels)}{advice}'
    near = difflib.get_close_matches(name, labels, n=1, cutoff=0.5)
    instead = f'the nearest is "{near[0]}"' if near else f"there are: {', '.join(labels)}"
    return f'the phone has no app "{name}"; {instead}'


def is_no_app(name: str, instruction: str) -> bool:
    """True if an instruction means a person or a thing by this name: "text Hana", not "in Hana", "the Hana app" or
    "open Hana".
    """
    pattern = re.escape(name)
    if not re.search(rf"(?<!\w){pattern}(?!\w)", instruction, re.IGNORECASE):
        return False
    before, after = (
        rf"(?:in|on|using|via|open|launch)\s+(?:the\s+)?[\"'“`]?{pattern}(?!\w)",
        rf"{pattern}[\"'”`]?\s+app",
    )
    as_app = f"{before}|{after}"
    return not re.search(as_app, instruction, re.IGNORECASE)
