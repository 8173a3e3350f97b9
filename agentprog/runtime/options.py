"""Options of a run besides its program."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, Literal

from agentprog.frozen import field, frozen
from agentprog.lang.ast import Header
from agentprog.recipes.book import Shelf
from agentprog.recipes.form import Recipe
from agentprog.runtime.modes import ContextKind, Mode
from agentprog.runtime.safety.limits import Limits
from agentprog.runtime.safety.policy import Policy


@frozen
class RunOptions:
    """Options of a run.

    `instruction` is the user's sentence, empty for a program from a file. `source` is the program's author: a person's
    program authorises effects itself, a model's only by the instruction. `mine` are the node ids of the lines of a file
    that a person wrote or approved, None: all; the others count as a model's. `keep_approval` is called when a person
    approves them all, `how_to_approve` says how to do that beforehand. `sent`: the run began elsewhere, and no consent
    given there counts here.

    `text` is the program as written; `inputs` the values of its header's inputs; `workspace` the one folder for its
    file statements; `tools` the functions for `use tool`. `lock_folder` is the folder of device locks, None for no
    lock. `code_folder` keeps the code of compute steps between runs, for the same `code_author` only.
    """

    instruction: str = ""
    source: Literal["file", "model"] = "file"
    mine: frozenset[str] | None = None
    sent: bool = False
    how_to_approve: str = ""
    keep_approval: Callable[[], object] = lambda: None
    text: str = ""
    inputs: Mapping[str, Any] = field(default_factory=dict)
    limits: Limits = field(default_factory=Limits)
    policy: Policy = field(default_factory=Policy)
    dry_run: bool = False
    screenshots: Literal["off", "changes", "all"] = "changes"
    workspace: Path | None = None
    tools: Mapping[str, Callable[..., Any]] = field(default_factory=dict)
    lock_folder: Path | None = None
    code_folder: Path | None = None
    code_author: str = ""
    repeats: int = 3
    """The same action on the same screen this often in a step ends it."""
    appear_seconds: float = 30.0
    """Time limit of `wait until` in seconds."""
    verify_seconds: float = 3.0
    """Time in seconds for a `verify` to become visible."""
    context: ContextKind = "ours"
    """The grounder's description of the run: `ours` is guided by the program; the others are the paper's baselines."""
    mode: Mode = "fused"
    """How the program counter moves after a step in plain words: by the answer with the next action (`fused`), or by a
    second question after each action (`separate`).
    """
    changes_per_look: int = 1
    """Calls of one snippet that may change the screen between two looks."""
    replans: int | None = None
    """How often a program may be amended; None: twice if a model wrote it, never if a person did."""
    witness: Literal["phone", "screen"] = "phone"
    """Proof of effects: the phone's own records where they can be read, or its screen only."""
    sealing: str = ""
    """A key of the user's, with which digests of those records are kept for a later life of the run; "": none are."""
    recipes: Literal["on", "off", "only"] = "on"
    """Whether a recipe repeats a step that was done and proven before; `only` allows no model call."""
    known: tuple[Recipe, ...] = ()
    """Recipes of earlier runs that this one has from its beginning."""
    shelf: Shelf | None = None
    """The store of recipes between runs; None: recipes end with the run."""
    foreseen: tuple[str, ...] = ()
    """Expected limitations of this run, reported when it begins."""
    belief: bool = True
    tree: bool = True
    retrieval: bool = True
    variables: bool = True

    @property
    def recalls(self) -> bool:
        """True if steps are learned and replayed; never for the baselines, which have no recipes."""
        return self.recipes != "off" and self.context == "ours" and not self.dry_run

    @property
    def by_persons(self) -> frozenset[str] | None:
        """The node ids of the lines that a person wrote; None: all of them."""
        return self.mine if self.source == "file" and not self.sent else frozenset()

    @property
    def asked_for(self) -> str:
        """The instruction if it is this person's: only then it allows effects."""
        return "" if self.sent else self.instruction


MOST_AMENDMENTS = 2
"""Amendments of one run that a model planned, unless its options say otherwise."""
_BUDGET_NAMES = {"calls": "model_calls"} | {
    name: name for name in ("actions", "tokens", "money", "seconds", "iterations", "holds", "depth")
}


def tightened(limits: Limits, header: Header) -> Limits:
    """The limits of the run and those of the program's header, whichever is lower."""
    values: dict[str, Any] = {name: getattr(limits, name) for name in _BUDGET_NAMES.values()}
    for name, amount in header.budget:
        field_name = _BUDGET_NAMES.get(name)
        if field_name:
            current = values[field_name]
            values[field_name] = amount if current is None else min(current, amount)
    return Limits(**values)
