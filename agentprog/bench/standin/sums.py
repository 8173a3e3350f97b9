"""Generates the code for the computations in the stand-in's plans."""

from __future__ import annotations

import re

_FORMS: tuple[tuple[str, str], ...] = (
    (r"the (?P<parts>[\w, ]+) in each line of {(?P<text>\w+)}, separated by (?P<sign>\S+)", ""),
    (r"the lines of {(?P<l>\w+)} as one text", '"\\n".join({l})'),
    (r"the last line of {(?P<t>\w+)}", "{t}.strip().splitlines()[-1]"),
    (r"the last sign of {(?P<t>\w+)}", "{t}[-1]"),
    (r"the hour of {(?P<t>\w+)}", "int({t}.partition(':')[0])"),
    (r"on or off, as {(?P<t>\w+)} asks", '"on" if " on " in {t} else "off"'),
    (r"{(?P<n>\w+)} with two decimals", 'f"{{float({n}):.2f}}"'),
)


def code(statement: str) -> str | None:
    """The Python code for a statement; None for unknown wording."""
    for pattern, template in _FORMS:
        found = re.fullmatch(pattern, statement.removeprefix("Compute "))
        if found and template:
            return template.format(**found.groupdict())
        if found:
            return _parts(found["text"], found["parts"].split(", "), found["sign"])
    return None


def _parts(text: str, names: list[str], sign: str) -> str:
    """Code for a list of objects, one for each non-empty line."""
    row = f"line.split({'None' if sign == 'spaces' else repr(sign)}, {len(names) - 1})"
    pairs = f"zip({names!r}, [part.strip(' $') for part in {row}])"
    return f"[dict({pairs}) for line in {text}.splitlines() if line.strip()]"
