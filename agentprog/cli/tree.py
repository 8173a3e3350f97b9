"""Maps commands to modules, so that `agentprog check` need not import the code of runs.

The commands are in the order in which a new user needs them.
"""

from __future__ import annotations

from importlib import import_module

from agentprog.cli.app import Commands, app

MODULES: dict[str, tuple[str, ...]] = {
    "run": ("run",),
    "resume": ("resume",),
    "studio": ("studio",),
    "plan": ("plan",),
    "check": ("programs",),
    "fmt": ("programs",),
    "show": ("programs",),
    "approve": ("approve",),
    "compile": ("compiling",),
    "init": ("examples",),
    "examples": ("examples",),
    "setup": ("setup",),
    "devices": ("devices",),
    "doctor": ("doctor",),
    "observe": ("observe",),
    "connect": ("devices",),
    "pair": ("devices",),
    "disconnect": ("devices",),
    "alias": ("alias",),
    "recipes": ("recipes",),
    "trace": ("trace.group",),
    "phone": ("phone",),
    "models": ("models",),
    "bench": ("bench.group",),
    "learn": ("learn.group",),
}
PARTS: dict[str, dict[str, str]] = {
    "trace": {
        "list": "listing",
        "show": "show",
        "cost": "cost",
        "effects": "effects",
        "context": "context",
        "schema": "context",
        "report": "report",
        "replay": "replay",
        "test": "regression",
        "export": "export",
    },
    "bench": {name: name for name in ("oracle", "run", "report", "androidworld")} | {"list": "group"},
    "learn": {
        "collect": "data",
        "import": "data",
        "export": "data",
        "split": "data",
        "rewards": "scores",
        "measure": "scores",
        "compare": "scores",
        "judge": "judging",
        **dict.fromkeys(("sft", "grpo", "rounds", "specialists"), "training"),
        "arithmetic": "tutoring",
    },
}
"""For groups: the module of each command in the group's folder, in the order of the help."""
_ORDER = tuple(MODULES)


def load(command: str, part: str = "") -> Commands:
    """The tree with one more command; for a group only `part`, or the whole group if `part` is not one of its
    commands."""
    for name in MODULES[command]:
        import_module(f"agentprog.cli.commands.{name}")
    parts = PARTS.get(command, {})
    for name in dict.fromkeys([parts[part]] if part in parts else parts.values()):
        import_module(f"agentprog.cli.commands.{command}.{name}")
    return app


def load_all() -> Commands:
    """The whole tree, every command in its place: for help, completion and the reference."""
    for command in MODULES:
        load(command)
    app.registered_commands.sort(key=lambda made: _place(made.name or getattr(made.callback, "__name__", None)))
    app.registered_groups.sort(key=lambda made: _place(made.typer_instance.info.name if made.typer_instance else None))
    return app


def _place(name: str | None) -> int:
    """A command that has no place yet comes last."""
    return _ORDER.index(name) if name in _ORDER else len(_ORDER)
