"""STP, the language: text to program and back, without I/O, model or device."""

from agentprog.lang.check import CheckReport, check, check_text
from agentprog.lang.diagnostics import CODES, Diagnostic, Repair, render_diagnostic, render_diagnostics
from agentprog.lang.parser import ParseResult, parse
from agentprog.lang.resolve import resolve_apps
from agentprog.lang.unparse import unparse

__all__ = [
    "CODES",
    "CheckReport",
    "Diagnostic",
    "ParseResult",
    "Repair",
    "check",
    "check_text",
    "parse",
    "render_diagnostic",
    "render_diagnostics",
    "resolve_apps",
    "unparse",
]
