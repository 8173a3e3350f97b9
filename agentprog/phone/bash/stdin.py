"""Whether a script wants what its client types.

bashkit gives a pipeline its input as a whole, so an input that never ends may only be connected where it is read.
"""

from __future__ import annotations

import re

from bashkit import AnalyzedCommand, ScriptAnalysis

_FILTER_NAMES = "awk base64 cat cut grep gunzip gzip head md5sum od sed sha1sum sha256sum sort tac tail tar tr"
_FILTERS = frozenset(_FILTER_NAMES.split())
_ALWAYS = frozenset(("content", "dd", "nc", "netcat", "read", "tee", "xargs"))
_INSTALLERS = frozenset(("pm", "cmd"))
_OPERANDS_FIRST = {"awk": 1, "cut": 1, "grep": 1, "sed": 1, "tr": 2}
"""Operands that are no files."""
_HEAD = r"(?:^|&&|\|\||[;&(\n{]|\b(?:do|then|else|while|until|if|!)\s)\s*(?:[A-Za-z_]\w*=\S*\s+)*"
"""Where a command begins that no pipe feeds."""


def reads_stdin(analysis: ScriptAnalysis, text: str) -> bool:
    """Whether a command at the head of a pipeline reads its input, as far as the script's text shows."""
    return any(
        _may_read(command) and re.search(rf"{_HEAD}{re.escape(command.name or '')}\b", text) is not None
        for command in analysis.commands
    )


def _may_read(command: AnalyzedCommand) -> bool:
    name = (command.name or "").rpartition("/")[2]
    operands = [arg for arg in command.args if arg is None or not arg.startswith("-") or arg == "-"]
    if name in _ALWAYS or (name in _INSTALLERS and "-S" in command.args):
        return True
    if name == "sh":
        return not operands or "-s" in command.args
    return name in _FILTERS and operands[_OPERANDS_FIRST.get(name, 0) :] in ([], ["-"])
