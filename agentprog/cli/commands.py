"""Every command: importing this adds them to the tree, in the order in which a new user needs them."""

from agentprog.cli import run_command, resume_command, plan_command, program_commands  # isort: skip
from agentprog.cli import setup_command, device_commands, doctor_command, observe_command  # isort: skip
from agentprog.cli import bench_commands, bench_oracle_command, bench_run_command, bench_report_command  # isort: skip
from agentprog.cli import phone_commands, models_commands  # isort: skip
from agentprog.cli import trace_commands, cost_command, context_command, report_command  # isort: skip
from agentprog.cli import trace_replay_command, trace_test_command, trace_export_command  # isort: skip
from agentprog.cli.app import app

_ORDER = (
    *("run", "resume", "plan", "check", "fmt", "show"),
    *("setup", "devices", "doctor", "observe", "connect", "pair", "disconnect"),
    *("trace", "phone", "models", "bench"),
)


def _place(name: str | None) -> int:
    """A command that has no place yet comes last."""
    return _ORDER.index(name) if name in _ORDER else len(_ORDER)


app.registered_commands.sort(key=lambda made: _place(made.name or getattr(made.callback, "__name__", None)))
app.registered_groups.sort(key=lambda made: _place(made.typer_instance.info.name if made.typer_instance else None))

__all__ = [
    "app",
    "bench_commands",
    "bench_oracle_command",
    "bench_report_command",
    "bench_run_command",
    "context_command",
    "cost_command",
    "device_commands",
    "doctor_command",
    "models_commands",
    "observe_command",
    "phone_commands",
    "plan_command",
    "program_commands",
    "report_command",
    "resume_command",
    "run_command",
    "setup_command",
    "trace_commands",
    "trace_export_command",
    "trace_replay_command",
    "trace_test_command",
]
