"""STP, the language: text to program and back, without I/O, model or device."""

from agentprog.lang.diagnostics import CODES, Diagnostic, Repair, render_diagnostic, render_diagnostics
from agentprog.lang.parser import ParseResult, parse
from agentprog.lang.unparse import unparse

__all__ = [
    "CODES",
    "Diagnostic",
    "ParseResult",
    "Repair",
    "parse",
    "render_diagnostic",
    "render_diagnostics",
    "unparse",
]
