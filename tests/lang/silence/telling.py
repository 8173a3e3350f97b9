"""The checker's findings on a line."""

from __future__ import annotations

from agentprog.lang.check import check_text


def codes_for(language: str, line: str) -> set[str]:
    """The codes for a line of a program with a text {x} and a list {rows}, without those about apps and inputs."""
    head = f"---\nlanguage: {language}\ninputs:\n  x: text\n  rows: list\n---\n"
    return {finding.code for finding in check_text(f"{head}{line}\n").diagnostics} - {"STP501", "STP206"}


def messages(language: str, text: str) -> list[tuple[int, str, str, str]]:
    found = check_text(f"---\nlanguage: {language}\n---\n{text}\n").diagnostics
    return [(one.span.line - 3, one.code, one.message, one.suggestion) for one in found]
