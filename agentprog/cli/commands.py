"""Every command, in the order in which the help lists them: importing this adds them to the tree."""

from agentprog.cli import run_command  # isort: skip
from agentprog.cli import device_commands, models_commands, trace_commands
from agentprog.cli.app import app

__all__ = ["app", "device_commands", "models_commands", "run_command", "trace_commands"]
