"""Which modules hold which command, so that `agentprog check` need not import what only a run needs.

The commands stand in the order in which a new user needs them.
"""

from __future__ import annotations

from importlib import import_module

from agentprog.cli.app import app

MODULES: dict[str, tuple[str, ...]] = {
    "run": ("run_command",),
    "resume": ("resume_command",),
    "plan": ("plan_command",),
    "check": ("program_commands",),
    "fmt": ("program_commands",),
    "show": ("program_commands",),
    "setup": ("setup_command",),
    "devices": ("device_commands",),
    "doctor": ("doctor_command",),
    "observe": ("observe_command",),
    "connect": ("device_commands",),
    "pair": ("device_commands",),
    "disconnect": ("device_commands",),
    "trace": (
        *("trace_commands", "cost_command", "context_command", "report_command"),
        *("trace_replay_command", "trace_test_command", "trace_export_command"),
    ),
    "phone": ("phone_commands",),
    "models": ("models_commands",),
    "bench": ("bench_commands", "bench_oracle_command", "bench_run_command", "bench_report_command"),
}
_ORDER = tuple(MODULES)


def load(command: str) -> None:
    """Adds one command, with those it holds, to the tree."""
    for name in MODULES[command]:
        import_module(f"agentprog.cli.{name}")


def load_all() -> None:
    """Adds every command, in their order: for help, completion and the reference."""
    for command in MODULES:
        load(command)
    app.registered_commands.sort(key=lambda made: _place(made.name or getattr(made.callback, "__name__", None)))
    app.registered_groups.sort(key=lambda made: _place(made.typer_instance.info.name if made.typer_instance else None))


def _place(name: str | None) -> int:
    """A command that has no place yet comes last."""
    return _ORDER.index(name) if name in _ORDER else len(_ORDER)
