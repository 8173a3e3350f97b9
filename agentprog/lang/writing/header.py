"""Writes a header as YAML that parses to the same header."""

from __future__ import annotations

import re

from agentprog.lang import ast
from agentprog.lang.reading.nodes import VALUE_TAG
from agentprog.lang.writing.statements import Writer

_INDENT = "  "
_SIGNS = {"\n": "\\n", "\t": "\\t", "\r": "\\r", "\\": "\\\\", '"': '\\"'}
_UNPRINTABLE = re.compile(r"[^\t\n\r -~\u00a0-\u2027\u202a-\ud7ff\ue000-\ufefe\uff00-\ufffd\U00010000-\U0010ffff]")
"""Characters that YAML rejects or treats as line breaks, and the byte order mark."""
_BRACE = re.compile(r"\\(.)", re.DOTALL)


def header_lines(header: ast.Header, writer: Writer, *, with_language: bool) -> list[str]:
    """The header lines with their fences; empty for an empty header. `with_language`: include the language."""
    lines: list[str] = []
    if header.title:
        lines.append(f"title: {_quoted(header.title)}")
    if with_language:
        lines.append(f"language: {header.language}")
    if header.inputs:
        lines.append("inputs:")
        lines += [_INDENT + _input(entry, writer) for entry in header.inputs]
    if header.apps:
        lines.append("apps: [" + ", ".join(_plain_or_quoted(name) for name in header.apps) + "]")
    if header.budget:
        lines.append("budget: {" + ", ".join(f"{name}: {amount}" for name, amount in header.budget) + "}")
    lines = [*header.comments, *lines]
    return ["---", *lines, "---"] if lines else []


def _input(entry: ast.Input, writer: Writer) -> str:
    parts = [f"type: {_plain_or_quoted(entry.type)}"] if entry.type else []
    if entry.description:
        parts.append(f"description: {_quoted(entry.description)}")
    if entry.default is not None:
        parts.append(f"default: {_default(entry.default, writer)}")
    if not entry.description and entry.default is None:
        return f"{entry.name}: {_plain_or_quoted(entry.type)}" if entry.type else f"{entry.name}:"
    return f"{entry.name}: {{{', '.join(parts)}}}"


def _default(value: ast.Expr, writer: Writer) -> str:
    """A default value as YAML. A value that YAML cannot hold becomes tagged text."""
    text = writer.expression(value)
    if not _is_literal(value):
        return f"{VALUE_TAG} {_quoted(text)}"
    return _UNPRINTABLE.sub(_code, _BRACE.sub(_without_brace, text))


def _is_literal(value: ast.Expr) -> bool:
    if isinstance(value, ast.Template):
        return all(isinstance(part, str) for part in value.parts)
    if isinstance(value, ast.ListExpr):
        return all(_is_literal(item) for item in value.items)
    if isinstance(value, ast.ObjectExpr):
        return all(_is_literal(entry.value) for entry in value.entries)
    return isinstance(value, ast.Boolean | ast.Date | ast.Nothing | ast.Number)


def _without_brace(found: re.Match[str]) -> str:
    """Writes an escaped brace as a Unicode escape, since YAML has no other escape for it."""
    sign = found.group(1)
    return f"\\u{ord(sign):04x}" if sign in "{｛" else found.group()


def _quoted(text: str) -> str:
    return '"' + _UNPRINTABLE.sub(_code, "".join(_SIGNS.get(sign, sign) for sign in text)) + '"'


def _code(found: re.Match[str]) -> str:
    return f"\\u{ord(found.group()):04x}"


def _plain_or_quoted(text: str) -> str:
    simple = all(sign.isalnum() or sign in " _+&." for sign in text) and text == text.strip() and bool(text)
    return text if simple and text.isascii() and text[0].isalnum() else _quoted(text)
