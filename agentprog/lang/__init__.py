"""STP, the language: text to program and back, without I/O, model or device."""

from agentprog.lang.check import CheckReport, check, check_text
from agentprog.lang.diagnostics import CODES, Diagnostic, Repair, render_diagnostic, render_diagnostics
from agentprog.lang.effects.manifest import Manifest, manifest
from agentprog.lang.jsonform import from_json, json_schema, to_json
from agentprog.lang.parser import ParseResult, parse
from agentprog.lang.resolve import resolve_apps
from agentprog.lang.show import show_table, show_tree, table_rows
from agentprog.lang.table import Row, Table, compile_program
from agentprog.lang.tiers import Tier, tier_of
from agentprog.lang.writing.fmt import format_diff, format_text
from agentprog.lang.writing.unparse import unparse

__all__ = [
    "CODES",
    "CheckReport",
    "Diagnostic",
    "Manifest",
    "ParseResult",
    "Repair",
    "Row",
    "Table",
    "Tier",
    "check",
    "check_text",
    "compile_program",
    "format_diff",
    "format_text",
    "from_json",
    "json_schema",
    "manifest",
    "parse",
    "render_diagnostic",
    "render_diagnostics",
    "resolve_apps",
    "show_table",
    "show_tree",
    "table_rows",
    "tier_of",
    "to_json",
    "unparse",
]
