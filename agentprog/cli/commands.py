"""Every command, in the order in which the help lists them: importing this adds them to the tree."""

from agentprog.cli import trace_commands
from agentprog.cli.app import app

__all__ = ["app", "trace_commands"]
