"""Golden files: chunks of program text with the tree or the diagnostics that they must give.

    === purpose of the chunk [lenient]
    program text
    >>> tree            every statement, one a line, in full
    >>> diagnostics     line:column code message
    >>> repairs         line kind
    >>> fmt             the formatted text

A chunk has one or more of these parts. `python -m tests.lang.golden FILE...` writes the parts anew, to be read by
a person before they are committed.
"""

from __future__ import annotations

import re
import sys
from dataclasses import dataclass
from pathlib import Path

from agentprog.lang import ast as a
from agentprog.lang.check import check_text
from agentprog.lang.ids import own_fields
from agentprog.lang.visit import arms
from agentprog.lang.writing.fmt import format_text

FOLDER = Path(__file__).resolve().parent.parent / "golden"


@dataclass(frozen=True, slots=True)
class Chunk:
    file: str
    title: str
    lenient: bool
    text: str
    parts: dict[str, str]

    @property
    def id(self) -> str:
        return f"{self.file}: {self.title}"


def chunks(path: Path) -> list[Chunk]:
    found: list[Chunk] = []
    for block in re.split(r"^=== ", path.read_text(encoding="utf-8"), flags=re.MULTILINE)[1:]:
        title, _, rest = block.partition("\n")
        pieces = re.split(r"^>>> (\w+)\n", rest, flags=re.MULTILINE)
        parts = {pieces[i]: pieces[i + 1].strip("\n") for i in range(1, len(pieces), 2)}
        lenient = title.endswith("[lenient]")
        found.append(
            Chunk(path.stem, title.removesuffix("[lenient]").strip(), lenient, pieces[0].strip("\n") + "\n", parts)
        )
    return found


def actual(chunk: Chunk, part: str) -> str:
    """The present result of the language for a chunk."""
    report = check_text(chunk.text, mode="lenient" if chunk.lenient else "strict")
    if part == "tree":
        return dump(report.parsed.program) if report.parsed.program else "nothing"
    if part == "diagnostics":
        return "\n".join(f"{d.span.line}:{d.span.column} {d.code} {d.message}" for d in report.diagnostics) or "none"
    if part == "repairs":
        return "\n".join(f"{r.span.line} {r.kind}" for r in report.parsed.repairs) or "none"
    if part == "fmt":
        return format_text(chunk.text).strip("\n")
    raise ValueError(f"no part is called {part}")


# ---------------------------------------------------------------------------------------------------- dump


def dump(program: a.Program) -> str:
    lines = _header(program.header)
    for statement in program.body:
        lines += _statement(statement, 0)
    return "\n".join(lines)


def _header(header: a.Header) -> list[str]:
    lines = [f"title {header.title!r}"] if header.title else []
    lines += [f"language {header.language}"] if header.language != "en" else []
    for entry in header.inputs:
        default = "" if entry.default is None else f" default {expr(entry.default)}"
        lines.append(f"input {entry.name} type {entry.type or '-'}{default} {entry.description}".rstrip())
    lines += [f"apps {', '.join(header.apps)}"] if header.apps else []
    return lines + [f"budget {name} {amount}" for name, amount in header.budget]


def _statement(s: a.Statement, depth: int) -> list[str]:
    pad = "  " * depth
    app = f"[{s.app}] " if s.app is not None else ""
    if type(s) is a.If:
        return _arms(s, depth, app)
    shown = [(name, getattr(s, name)) for name in own_fields(type(s)) if name not in ("app", "details")]
    fields = " ".join(f"{name}={_field(value)}" for name, value in shown if value not in (None, "", (), False))
    lines = [f"{pad}{app}{type(s).__name__} {fields}".rstrip()]
    if isinstance(s, a.Action):
        lines += [f"{pad}  | {detail}" for detail in s.details]
        lines += [] if s.implementation is None else [f"{pad}  exactly"]
        inside = s.implementation.body if s.implementation is not None else ()
        lines += [line for inner in inside for line in _statement(inner, depth + 2)]
    lines += [line for inner in getattr(s, "body", ()) for line in _statement(inner, depth + 1)]
    return lines + _arms(s, depth + isinstance(s, a.Switch))


def _arms(s: a.Statement, depth: int, app: str = "") -> list[str]:
    lines: list[str] = []
    for number, arm in enumerate(arms(s)):
        head = type(arm).__name__.replace("Branch", "ElseIf" if number else "If").replace("Otherwise", "Else")
        test = f" {expr(arm.condition)}" if isinstance(arm, a.Branch) else ""
        lines.append(f"{'  ' * depth}{'' if number else app}{head}{test}")
        lines += [line for inner in arm.body for line in _statement(inner, depth + 1)]
    return lines


def _field(value: object) -> str:
    if isinstance(value, tuple):
        return "(" + ", ".join(_field(item) for item in value) + ")"
    if isinstance(value, a.Parameter):
        default = "" if value.default is None else f"={expr(value.default)}"
        return f"{value.name}:{value.type or 'any'}{default}"
    if isinstance(value, a.Argument):
        return f"{value.name}={expr(value.value)}"
    return expr(value) if isinstance(value, a.Node) else repr(value)


def expr(value: object) -> str:
    """An expression in prefix form; text in double quotes, references in braces."""
    match value:
        case a.Template():
            return '"' + str(value) + '"'
        case a.Ref():
            return str(value)
        case a.Number() | a.Boolean():
            return repr(value.value)
        case a.Date():
            return value.value.isoformat()
        case a.ListExpr(items=items):
            return "[" + ", ".join(map(expr, items)) + "]"
        case a.ObjectExpr(entries=entries):
            return "{" + ", ".join(f"{e.key}: {expr(e.value)}" for e in entries) + "}"
        case a.TableExpr(columns=columns):
            return f"table{list(columns)}"
        case a.Arithmetic() | a.Compare():
            return f"({value.op} {expr(value.left)} {expr(value.right)})"
        case a.Logic():
            return f"({value.op} {' '.join(map(expr, value.operands))})"
        case a.Between():
            return f"(between {expr(value.operand)} {expr(value.low)} {expr(value.high)})"
        case a.Apply():
            return f"({value.function} {expr(value.operand)})"
        case a.Not() | a.IsEmpty() | a.Negative():
            return f"({type(value).__name__.lower()} {expr(value.operand)})"
        case a.OnScreen() | a.Semantic() | a.Compute():
            return f"({type(value).__name__.lower()} {expr(value.text)})"
        case a.FileExists(path=path):
            return f"(file {expr(path) if path is not None else 'checked'})"
        case a.Target():
            parts = [(name, getattr(value, name)) for name in own_fields(a.Target)]
            return "<" + " ".join(f"{name}={_field(part)}" for name, part in parts if part is not None) + ">"
        case a.Nothing():
            return "nothing"
        case _:
            return repr(value)


def rewrite(path: Path) -> None:
    """Writes the parts of every chunk anew. A chunk without parts gets its tree, and its diagnostics."""
    out: list[str] = []
    for chunk in chunks(path):
        parts = list(chunk.parts) or ["tree"]
        out.append(f"=== {chunk.title}{' [lenient]' if chunk.lenient else ''}\n{chunk.text}")
        out += [f">>> {part}\n{actual(chunk, part)}\n" for part in parts]
        out.append("\n")
    path.write_text("".join(out).rstrip("\n") + "\n", encoding="utf-8")


if __name__ == "__main__":
    for name in sys.argv[1:]:
        rewrite(Path(name))
