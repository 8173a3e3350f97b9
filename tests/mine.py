"""Says for a test that the lines of a program file are its user's, as `agentprog approve` does."""

from __future__ import annotations

from pathlib import Path

from agentprog.app.authorship import book
from agentprog.app.launching.programs import check_program, read_program


def mine(path: Path) -> Path:
    """The path, once its lines are the user's, in the home that the test has."""
    book.approve(check_program(read_program(path)).program, path)
    return path
