"""Maps commands to modules, so that `agentprog check` need not import the code of runs.

The commands are in the order in which a new user needs them.
"""

from __future__ import annotations

from importlib import import_module

from typer import Typer

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
    "bench": {"list": "group", **{name: name for name in ("oracle", "run", "report", "androidworld")}},
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
    _arrange(app, tuple(MODULES))
    app.registered_groups.sort(key=lambda registered: _place(_name(registered.typer_instance), tuple(MODULES)))
    for group in app.registered_groups:
        if group.typer_instance is not None:
            _arrange(group.typer_instance, tuple(PARTS.get(_name(group.typer_instance), ())))
    return app


def _arrange(group: Typer, order: tuple[str, ...]) -> None:
    """Put the group's own commands in this order, whichever module was imported first."""
    group.registered_commands.sort(
        key=lambda registered: _place(str(registered.name or getattr(registered.callback, "__name__", "")), order)
    )


def _name(group: Typer | None) -> str:
    name = group.info.name if group is not None else None
    return name if isinstance(name, str) else ""


def _place(name: str, order: tuple[str, ...]) -> int:
    """A command that has no place yet comes last."""
    return order.index(name) if name in order else len(order)
