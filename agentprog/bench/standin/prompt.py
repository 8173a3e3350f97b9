"""Splits a prompt into its question and its named parts."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Literal

from agentprog.frozen import frozen

Purpose = Literal["plan", "code", "ground", "next_pc", "judge", "read", "summary", "manage", "belief", "query"]

_MARKS: tuple[tuple[str, Purpose], ...] = (
    ("You turn an instruction for an Android phone into a short program", "plan"),
    ("You turn a statement about data into a few lines of Python", "code"),
    ("You operate an Android phone for a user", "ground"),
    ("You keep the program counter", "next_pc"),
    ("say whether a condition holds", "judge"),
    ("copy from it what is asked for", "read"),
    ("You sum up one move", "summary"),
    ("You manage an agent", "manage"),
    ("You watch an Android phone for a program", "belief"),
    ("You answer one question of a program", "query"),
)


class UnknownPrompt(Exception):
    """Raised for a kind of prompt that the stand-in does not know."""


@frozen
class Prompt:
    """`system` and the user's last message; answers use nothing else."""

    purpose: Purpose
    system: str
    user: str

    def line(self, name: str) -> str:
        """The text after `name:` on its line, "" if the line is missing."""
        found = re.search(rf"^{re.escape(name)}: ?(.*)$", self.user, re.M)
        return found[1].strip() if found else ""

    def listed(self, head: str) -> list[str]:
        """The numbered or dashed lines under a heading, without their numbers or dashes."""
        found = re.search(rf"^{head}[^\n]*:\n((?:(?:\d+\. |- ).*\n?)+)", self.user, re.M)
        return [re.sub(r"^(?:\d+\. |- )", "", line) for line in found[1].splitlines()] if found else []

    def rest(self, name: str, ends: Sequence[str]) -> str:
        """The text after `name:` up to the first line that begins with one of `ends`."""
        found = re.search(rf"^{re.escape(name)}: ?(.*)\Z", self.user, re.M | re.S)
        if not found:
            return ""
        lines: list[str] = []
        for line in found[1].splitlines():
            if any(line.startswith(end) for end in ends):
                break
            lines.append(line)
        return "\n".join(lines).strip()

    @property
    def apps(self) -> list[str]:
        listed = self.line("Apps on the phone") or self.system.partition("Use only these apps: ")[2].partition(".\n")[0]
        return [name.strip() for name in listed.split(",") if name.strip()]


def read_prompt(messages: Sequence[tuple[str, str]]) -> Prompt:
    """Parses the (role, text) messages of one request. Raises UnknownPrompt."""
    system = next((text for role, text in messages if role == "system"), "")
    user = next((text for role, text in reversed(messages) if role == "user"), "")
    purpose = next((purpose for mark, purpose in _MARKS if mark in system), None)
    if purpose is None:
        raise UnknownPrompt(f"the stand-in knows no prompt that begins: {system[:80]!r}")
    return Prompt(purpose=purpose, system=system, user=user)
