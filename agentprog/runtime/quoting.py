"""Puts the names in a planner's program into quotes, as the language writes values. Small models forget it."""

from __future__ import annotations

import re
from collections.abc import Sequence

from agentprog.identity import quotes_in
from agentprog.lang.ast import Action, Extract
from agentprog.lang.check import CheckReport, check_text
from agentprog.lang.effects.effect import Effect
from agentprog.lang.effects.manifest import manifest
from agentprog.lang.vocabulary.words import table_of
from agentprog.ports import App, choose_app
from agentprog.runtime.evaluation.mentions import names_in


def with_quotes(draft: str, instruction: str, apps: Sequence[App]) -> str:
    """The draft with quotes around each name of several words that the instruction has too: "add Ada Byron" becomes
    `add "Ada Byron"`. A step's values are its quoted texts, so the recipe of the step and the check of its effect need
    the quotes."""
    lines = draft.splitlines()
    for number, line in enumerate(lines):
        for name in names_in(line):
            if " " in name and _has(instruction, name) and not isinstance(choose_app(name, apps), App):
                lines[number] = _quoted(lines[number], name)
    return draft if lines == draft.splitlines() else "\n".join(lines)


def _has(text: str, name: str) -> bool:
    return re.search(rf"(?<!\w){re.escape(name)}(?!\w)", text) is not None


def _quoted(line: str, name: str) -> str:
    """The line with this name in quotes; unchanged if the quotes would change anything but the name of the effect's
    object. A name beside a number may be part of a date or an address; a name before an apostrophe has an ending."""
    found = re.search(rf"(?<!\w)(?<!\d ){re.escape(name)}(?!\w|['’]\w| \d)", line)
    if found is None or any(quote.start <= found.start() < quote.end for quote in quotes_in(line)):
        return line
    with_quotes = f'{line[: found.start()]}"{name}"{line[found.end() :]}'
    return with_quotes if _only_names_more(_read(line), _read(with_quotes)) else line


def _read(line: str) -> CheckReport:
    return check_text(line.strip(), mode="lenient", name="program")


def _only_names_more(before: CheckReport, after: CheckReport) -> bool:
    """True if both lines are the same step, with the same effects and problems, except that the second names an object.
    In a language that capitalises every noun, capitals do not mark names."""
    program_before, program_after = before.parsed.program, after.parsed.program
    if program_before is None or program_after is None or table_of(program_before.header.language).get("capital_nouns"):
        return False
    kinds = [type(node) for node in program_before.body]
    if kinds not in ([Action], [Extract]) or kinds != [type(node) for node in program_after.body]:
        return False
    if [found.code for found in before.diagnostics] != [found.code for found in after.diagnostics]:
        return False
    old, new = manifest(program_before).effects, manifest(program_after).effects
    return len(old) == len(new) and all(map(_more_exact, old, new))


def _more_exact(old: Effect, new: Effect) -> bool:
    """True if the second effect has all arguments of the first, and otherwise only objects."""
    added = [argument for argument in new.arguments if argument not in old.arguments]
    is_kept = all(argument in new.arguments for argument in old.arguments)
    return old.kind == new.kind and is_kept and all(argument.role == "object" for argument in added)
