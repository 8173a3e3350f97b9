"""How much of the client's input a script reads.

bashkit passes input to a pipeline as a whole. Therefore an endless input may only be connected to commands that read
it, and it ends for a script once the script has its lines.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Collection

from bashkit import AnalyzedCommand, BashError, ScriptAnalysis

_SUMS = "md5sum sha1sum sha224sum sha256sum sha384sum sha512sum"
_FILTERS = frozenset(f"awk base64 cat cut grep gunzip gzip head od sed sort tac tail tar tr {_SUMS}".split())
_ALWAYS = frozenset(("content", "dd", "nc", "netcat", "read", "tee", "xargs"))
_INSTALLERS = frozenset(("pm", "cmd"))
_READERS = _FILTERS | _ALWAYS | _INSTALLERS | {"sqlite3", "app_process", "app_process32", "app_process64"}
_DEEPEST = 4
"""Limit of nested scripts that are analysed."""
_OPERANDS_FIRST = {"awk": 1, "cut": 1, "grep": 1, "sed": 1, "tr": 2}
"""How many leading operands are not files."""
_HEAD = r"(?:^|&&|\|\||[;&(\n{]|\b(?:do|then|else|while|until|if|!)\s)\s*(?:[A-Za-z_]\w*=\S*\s+)*"
"""Matches the start of a command that no pipe feeds."""
_REPEATS = re.compile(r"\b(?:while|until|for|function)\b|\(\)|<<")


def lines_wanted(text: str, analyze: Callable[[str], ScriptAnalysis], script_of: Callable[[str], str | None]) -> float:
    """How many lines of input the first commands of the pipelines read, as far as the script's text shows.

    0 means none, `math.inf` means all. This includes the scripts that it runs: `script_of` returns a file's script, or
    None.
    """
    return _wanted(text, analyze, script_of, _DEEPEST)


def deafened(text: str, analyze: Callable[[str], ScriptAnalysis], names: Collection[str]) -> str:
    """Aliases that connect commands to /dev/null if they never read input, for the commands of `names` in a script.

    bashkit gives a group's input to the first external command in it, and closes it afterwards: in `sleep 1; cat`,
    `cat` would get nothing.
    """
    not_reading = sorted((set(names) - _READERS) & {command.name for command in analyze(text).commands if command.name})
    return "".join(f"alias {name}='</dev/null {name}'; " for name in not_reading)


def _wanted(
    text: str, analyze: Callable[[str], ScriptAnalysis], script_of: Callable[[str], str | None], deepest: int
) -> float:
    try:
        commands = analyze(text).commands
    except BashError:
        return 0
    lines = 0.0
    for command in commands:
        if re.search(rf"{_HEAD}{re.escape(command.name or '')}(?![\w.])", text) is None:
            continue
        inner = _script(command, script_of) if deepest else None
        if _may_read(command):
            lines += 1 if _reads_a_line(command, text) else math.inf
        if inner is not None:
            lines += _wanted(inner, analyze, script_of, deepest - 1)
    return lines


def _reads_a_line(command: AnalyzedCommand, text: str) -> bool:
    """True for a `read NAME` outside any loop."""
    plain = all(arg is not None and (not arg.startswith("-") or arg == "-r") for arg in command.args)
    return command.name == "read" and plain and _REPEATS.search(text) is None


def _script(command: AnalyzedCommand, script_of: Callable[[str], str | None]) -> str | None:
    """The script that a command runs: the words of `sh -c`, or a file."""
    name = command.name or ""
    if name in (".", "source"):
        return script_of(command.args[0]) if command.args and command.args[0] else None
    if name.rpartition("/")[2] != "sh":
        return script_of(name) if "/" in name else None
    operands = [arg for arg in command.args if arg is not None and not arg.startswith("-")]
    if not operands:
        return None
    return operands[0] if "-c" in command.args else script_of(operands[0])


def _may_read(command: AnalyzedCommand) -> bool:
    name = (command.name or "").rpartition("/")[2]
    operands = [arg for arg in command.args if arg is None or not arg.startswith("-") or arg == "-"]
    if name in _ALWAYS or (name in _INSTALLERS and "-S" in command.args):
        return True
    if name == "sh":
        return not operands or "-s" in command.args
    return name in _FILTERS and operands[_OPERANDS_FIRST.get(name, 0) :] in ([], ["-"])
