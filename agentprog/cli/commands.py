"""The whole command tree: importing this imports every command."""

from agentprog.cli.app import app
from agentprog.cli.tree import load_all

load_all()

__all__ = ["app"]
