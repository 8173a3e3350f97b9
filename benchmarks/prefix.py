"""How much of a prompt a local model really evaluates: tokens a call, of the prompt and new, over fifty steps.

    python benchmarks/prefix.py MODEL [--steps N]     # grounds N steps on the probe's screens, in one process
    python benchmarks/prefix.py --run FOLDER          # or reads the journal of a run that was
    python benchmarks/prefix.py MODEL --processes     # the first questions of a new process, beginnings on disk or not

The first asks a small model as a run does (the grounder's own prompts, one after the other, a judgement between every
fifth), without a phone: what counts is which beginning of a prompt is still there from the one before.
"""

from __future__ import annotations

import argparse
import re
import statistics
import tempfile
from contextlib import closing, suppress
from datetime import UTC, datetime
from pathlib import Path

from agentprog.agents import make_roles
from agentprog.errors import ModelReplyInvalid
from agentprog.models.llamacpp import LlamaModel
from agentprog.models.observed import ModelCall, ObservedModel
from agentprog.models.probing.cases import Grounding, cases
from agentprog.models.registry import open_model
from agentprog.models.weights import find_weights
from agentprog.ports import Bounds, Element, Model, Role, Screen
from agentprog.runtime.journal.events import ModelCalled
from agentprog.runtime.journal.folder import RunFolder
from agentprog.runtime.roles import Background, ConditionContext, Goal, PlanRequest, Seen, StepContext

_NOW = datetime(2026, 1, 15, 9, 0, tzinfo=UTC)
_ELEMENT = re.compile(r'(?P<role>\w+) "(?P<label>[^"]*)"(?:: (?P<state>.*))?')

Row = tuple[str, int, int]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("model", nargs="?", help="a local model, such as llamacpp:qwen2.5-coder-0.5b")
    parser.add_argument("--steps", type=int, default=50)
    parser.add_argument("--run", type=Path, metavar="FOLDER", help="a run folder, in place of a model")
    parser.add_argument("--processes", action="store_true", help="new processes in place of steps")
    given = parser.parse_args()
    if given.run is None and given.model is None:
        print("prefix   not measured: give a MODEL, or --run FOLDER")
        return
    if given.processes:
        between_processes(given.model)
        return
    rows = of_run(given.run) if given.run is not None else of_model(given.model, given.steps)
    report(rows)


def between_processes(id: str) -> None:
    """Prints seconds and evaluated tokens of a new process's first plan and first move: nothing on disk, then all."""
    name = id.removeprefix("llamacpp:")
    weights = find_weights(name)
    if weights is None:
        raise SystemExit(f"the weights of {id} are not here: agentprog models pull {name}")
    with tempfile.TemporaryDirectory() as folder:
        for kept in ("nothing kept", "beginnings kept"):
            with closing(LlamaModel(weights, prefixes=Path(folder))) as model:
                _ = model.capabilities  # loading the weights is not what is measured
                first_questions(model, kept)


def first_questions(model: Model, kept: str) -> None:
    """One plan and one move, asked for as a run does."""

    def heard(call: ModelCall) -> None:
        new, usage = call.usage.prompt - call.usage.cached, call.usage
        print(f"{kept:16} {call.request.purpose:8} {usage.seconds:6.2f} s, {new} of {usage.prompt} tokens", flush=True)

    roles = make_roles(ObservedModel(model, after=heard))
    case = cases().grounding[0]
    request = PlanRequest(instruction="Add a contact named Ada Lind", apps=("Contacts", "Clock"), now=_NOW)
    if roles.planner is not None and roles.grounder is not None:
        roles.planner.plan(request)
        roles.grounder.next_move(context(case))


def of_run(folder: Path) -> list[Row]:
    """Purpose, tokens of the prompt and cached ones, of every call in a run's journal."""
    events = RunFolder.open(folder).events()
    return [(e.purpose, e.prompt, e.cached) for e in events if isinstance(e, ModelCalled) and e.ok]


def of_model(id: str, steps: int) -> list[Row]:
    rows: list[Row] = []

    def heard(call: ModelCall) -> None:
        rows.append((call.request.purpose, call.usage.prompt, call.usage.cached))

    with closing(open_model(id)) as model:
        roles = make_roles(ObservedModel(model, after=heard))
        known = cases().grounding
        for number in range(steps):
            case = known[number * 7 % len(known)]
            if roles.grounder is not None:
                roles.grounder.next_move(context(case))
            if number % 5 == 4 and roles.navigator is not None:
                asked = f"the screen shows what is needed to {case.step}"
                with suppress(ModelReplyInvalid):  # its words do not matter here, and it was counted
                    roles.navigator.judge(
                        ConditionContext(condition=asked, seen=Seen(app=case.app, screen=screen(case), now=_NOW))
                    )
            print(f"step {number + 1:3}  " + "  ".join(f"{p} {a - c}/{a}" for p, a, c in rows[-2:]), flush=True)
    return rows


def context(case: Grounding) -> StepContext:
    return StepContext(
        goal=Goal(instruction=case.step, program=f"1 {case.step}", line=1, step=case.step, literals=()),
        seen=Seen(app=case.app, screen=screen(case), now=_NOW),
        background=Background(apps=(case.app,)),
    )


def screen(case: Grounding) -> Screen:
    """The probe's screen as one that was observed."""
    elements = tuple(_element(index, words) for index, words in enumerate(case.elements, start=1))
    return Screen(package=case.app, activity="", width=1080, height=2400, taken_at=_NOW, elements=elements)


def _element(index: int, words: str) -> Element:
    found = _ELEMENT.match(words)
    role = Role(found["role"]) if found else Role.OTHER
    state = (found["state"] or "") if found else ""
    return Element(
        index=index,
        role=role,
        label=found["label"] if found else words,
        text=state.strip('"') if role is Role.FIELD and state != "empty" else "",
        bounds=Bounds(0, index * 100, 1080, index * 100 + 90),
        clickable=role is not Role.TEXT,
        editable=role is Role.FIELD,
        checkable=role is Role.SWITCH,
        checked=state.startswith("on"),
    )


def report(rows: list[Row]) -> None:
    """Median and mean tokens, whole and evaluated, for each purpose: the first call, and those after it."""
    for purpose in dict.fromkeys(purpose for purpose, _, _ in rows):
        first, *later = [(asked, asked - cached) for name, asked, cached in rows if name == purpose]
        print(f"{purpose}: first call {first[1]} of {first[0]} tokens evaluated")
        if later:
            whole, new = statistics.mean(a for a, _ in later), statistics.mean(n for _, n in later)
            most = max(n for _, n in later)
            share = f"{new:.0f} of {whole:.0f} tokens on average ({new / whole:.0%})"
            print(f"  {len(later)} later calls: {share}, at most {most}")
    asked, new = sum(a for _, a, _ in rows), sum(a - c for _, a, c in rows)
    print(f"all {len(rows)} calls: {new:,} of {asked:,} tokens evaluated ({new / asked:.0%})")


if __name__ == "__main__":
    main()
