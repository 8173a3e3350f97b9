"""Reading program files: text, diagnostics, and whether a program touches a phone at all."""

from __future__ import annotations

from pathlib import Path

from agentprog.app.job import Written
from agentprog.errors import UsageError
from agentprog.lang import ast
from agentprog.lang.visit import walk

SUFFIX = ".stp"
_ON_THE_PHONE = (ast.Action, ast.DirectUI, ast.Extract, ast.Within, ast.OnScreen)


def read_program(path: Path) -> Written:
    """The text of a program file. Raises UsageError when it cannot be read."""
    try:
        text = path.read_text(encoding="utf-8-sig")
    except FileNotFoundError as exc:
        near = sorted(other.name for other in path.parent.glob("*" + SUFFIX)) if path.parent.is_dir() else []
        hint = f"There are: {', '.join(near[:10])}." if near else ""
        raise UsageError(f"there is no file {path}", hint=hint) from exc
    except UnicodeDecodeError as exc:
        raise UsageError(f"{path} is not UTF-8 text: {exc.reason} at byte {exc.start}") from exc
    except OSError as exc:
        raise UsageError(f"cannot read {path}: {exc.strerror}") from exc
    return Written(text=text, name=str(path), folder=path.resolve().parent)


def needs_phone(program: ast.Program) -> bool:
    """Whether some statement looks at a phone or acts on it."""
    for node in walk(program):
        if isinstance(node, _ON_THE_PHONE) or (isinstance(node, ast.Statement) and node.app is not None):
            return True
        condition = node.condition if isinstance(node, ast.Verify) else None
        if isinstance(condition, ast.Semantic):
            return True
    return False
