"""What recipes save: each task of a suite on one phone after the other, with other data, and what is learned kept.

    python benchmarks/recipes.py --out results/recipes                       # AW-Extend, seeds 0 and 1, the stand-in
    python benchmarks/recipes.py --out results/recipes --suite fresh --tasks FreshForward --seeds 0,1,2
    python benchmarks/recipes.py --out results/off --suite errands --model llamacpp:qwen2.5-coder-1.5b --recipes off
    python benchmarks/recipes.py --out results/recipes --only-report --causes

A task has a folder of its own for recipes and code, empty before its first run; `--kept` names one for all tasks, as a
person has one, and then all tasks are done with one seed before the next. The stand-in writes a program for each
run, whose sentences are the same and whose values are others; those calls are told apart, as a program that is kept
asks them no more. It is no model: what is measured is how often a model is asked, not how good one is.
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from agentprog.app.runs.accounts import accounts_of
from agentprog.bench.episode import Rules
from agentprog.bench.job import Models, run_job
from agentprog.bench.results import Result, ResultsFile
from agentprog.bench.spec import STAND_IN, JobSpec
from agentprog.bench.suites import select, suite_called
from agentprog.errors import UsageError
from agentprog.ports import Event
from agentprog.runtime.journal.events import (
    Learned,
    ModelCalled,
    MoveDecided,
    Recalled,
    SideExited,
    StepFinished,
    StepStarted,
)
from agentprog.runtime.journal.folder import RunFolder


@dataclass(frozen=True, kw_only=True, slots=True)
class Row:
    """What some runs came to. `plans` are the calls that wrote programs; `guards` lines that did not find what they
    expect, `rest` the times that a recipe ended before its step did; `repairs` executions that were learned from after
    that. `wrong` is what the phone's storage holds otherwise than wanted: done to the wrong thing, doubled or not done.
    `seconds` are those without the model's."""

    runs: int
    right: int
    actions: int
    calls: int
    plans: int
    steps: int
    by_recipe: int
    earlier: int
    guards: int
    rest: int
    repairs: int
    wrong: int
    seconds: float

    def line(self, name: str) -> str:
        asked = self.calls - self.plans
        return (
            f"{name:44} {self.right:3} of {self.runs:2} right, {self.wrong} wrong in storage, {self.actions:5} actions "
            f"{asked:4} calls {asked / max(1, self.actions):6.3f} an action, {self.plans:2} plans; {self.by_recipe:3} "
            f"of {self.steps:3} steps by recipe, {self.earlier:3} of earlier runs; {self.guards:2} guards failed, "
            f"{self.rest:2} ended early, {self.repairs:2} repairs; {self.seconds:6.1f} s without the model"
        )


def run(out: Path, jobs: Sequence[JobSpec], kept: Path | None) -> None:
    """Do what is not in the folder yet. Raises UsageError."""
    results = ResultsFile(out)
    done = {result.key for result in results.read()}
    for spec in jobs:
        if spec.key in done:
            continue
        with Models(kept=kept or out / "kept" / spec.task) as models:
            result = run_job(spec, models=models)
        results.append(result)
        print(row_of(out, [result]).line(f"{spec.task} {spec.seed}"), result.error, flush=True)


def jobs_of(given: argparse.Namespace, config: Path) -> list[JobSpec]:
    """Each task with each seed; with one folder of recipes for all, a seed is done in all tasks before the next."""
    tasks = select(suite_called(given.suite), [name for name in given.tasks.split(",") if name])
    jobs = [
        JobSpec(
            suite=given.suite,
            task=task.name,
            seed=seed,
            agent="ours",
            model=given.model,
            folder=given.out,
            config=config,
            rules=Rules(seconds=given.seconds, steps=given.steps),
        )
        for task in tasks
        for seed in map(int, given.seeds.split(","))
    ]
    return sorted(jobs, key=lambda job: job.seed) if given.kept is not None else jobs


def row_of(out: Path, results: Iterable[Result]) -> Row:
    told = list(results)
    journals = [RunFolder.open(out / one.run).events() for one in told if one.run]
    found = [accounts_of(events) for events in journals]
    exits = [event for events in journals for event in events if isinstance(event, SideExited)]
    return Row(
        runs=len(told),
        right=sum(one.right for one in told),
        actions=sum(one.actions for one in told),
        calls=sum(one.model_calls for one in told),
        plans=sum(one.calls.get("plan", 0) for one in told),
        steps=sum(one.steps_done for one in found),
        by_recipe=sum(one.recalled for one in found),
        earlier=sum(one.earlier for one in found),
        guards=sum(event.line > 0 for event in exits),
        rest=sum(not event.line for event in exits),
        repairs=sum(map(repairs_in, journals)),
        wrong=sum(len(one.wrong) for one in told),
        seconds=sum(one.seconds - one.model_seconds for one in told),
    )


def repairs_in(events: Iterable[Event]) -> int:
    """Steps that a recipe has left to the model, and that were learned from then."""
    left: set[int] = set()
    found = 0
    for event in events:
        if isinstance(event, SideExited):
            left.add(event.step)
        elif isinstance(event, Learned):
            found += event.step in left
    return found


def causes_in(events: Iterable[Event]) -> Counter[str]:
    """What the calls of a run were for, besides its program."""
    found: Counter[str] = Counter()
    kinds: dict[int, str] = {}
    begun: set[int] = set()
    for event in events:
        if isinstance(event, StepStarted):
            kinds[event.step] = event.kind
        elif isinstance(event, ModelCalled) and event.purpose not in ("plan", "ground"):
            found[event.purpose] += 1
        elif isinstance(event, MoveDecided) and not event.carried:
            found[_cause(event, reads=kinds.get(event.step) == "Extract", first=event.step not in begun)] += 1
            begun.add(event.step)
    return found


def _cause(decided: MoveDecided, *, reads: bool, first: bool) -> str:
    if decided.move.get("type") == "StepDone":
        return "value" if decided.move.get("value") else "end alone"
    if reads:
        return "way to a reading"
    return "first of a step" if first else "later in a step"


def by_executions(journals: Iterable[Iterable[Event]]) -> list[dict[str, int]]:
    """For the runs of one task, one after the other: the calls in steps by what was known of them before the step:
    `never` learned, learned from `one` execution, which is too few for another run, or from `more`."""
    known: Counter[tuple[str, str]] = Counter()
    return [_of_run(list(events), known) for events in journals]


def _of_run(events: Sequence[Event], known: Counter[tuple[str, str]]) -> dict[str, int]:
    found = {"never": 0, "one": 0, "more": 0}
    keys: dict[int, set[tuple[str, str]]] = {}
    for event in events:
        if isinstance(event, Learned | Recalled):
            keys.setdefault(event.step, set()).add((event.recipe["step"], event.recipe["app"]))
    asked: Counter[int] = Counter()
    step = 0
    for event in events:
        if isinstance(event, StepStarted):
            step = event.step
        elif isinstance(event, ModelCalled) and event.purpose != "plan":
            asked[step] += 1
        elif isinstance(event, StepFinished) and event.step in asked:
            most = min((known[key] for key in keys.get(event.step, ())), default=0)
            found["never" if not most else "one" if most == 1 else "more"] += asked.pop(event.step)
        if isinstance(event, StepFinished):
            known.update(keys.get(event.step, ()))
    return found


def report(out: Path, *, causes: bool) -> None:
    """A line for each run, and one for all first, all second runs and so on."""
    results = ResultsFile(out).read()
    for one in sorted(results, key=lambda one: (one.suite, one.task, one.seed)):
        print(row_of(out, [one]).line(f"{one.task} {one.seed}"))
    for suite, seed in sorted({(one.suite, one.seed) for one in results}):
        alike = [one for one in results if (one.suite, one.seed) == (suite, seed)]
        print(row_of(out, alike).line(f"{suite} {seed}"))
        if causes:
            found = sum((causes_in(RunFolder.open(out / one.run).events()) for one in alike if one.run), Counter[str]())
            print(f"{suite} {seed}, calls by cause: " + ", ".join(f"{why} {n}" for why, n in found.most_common()))
    for line in executions(out, results) if causes else ():
        print(line)


def executions(out: Path, results: Sequence[Result]) -> Iterator[str]:
    """For each seed of a suite: its calls by the number of executions before the step."""
    found: dict[tuple[str, int], Counter[str]] = {}
    for suite, task in sorted({(one.suite, one.task) for one in results}):
        runs = sorted((one for one in results if (one.suite, one.task) == (suite, task)), key=lambda one: one.seed)
        journals = [RunFolder.open(out / one.run).events() for one in runs if one.run]
        for one, counts in zip(runs, by_executions(journals), strict=False):
            found.setdefault((suite, one.seed), Counter()).update(counts)
    for (suite, seed), counted in sorted(found.items()):
        said = ", ".join(f"{before} {counted[before]}" for before in ("never", "one", "more"))
        yield f"{suite} {seed}, calls by the executions before the step: {said}"


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--suite", default="aw-extend")
    parser.add_argument("--tasks", default="", help="names with commas between; all unless said")
    parser.add_argument("--seeds", default="0,1", help="the data of the first run, the second, and so on")
    parser.add_argument("--model", default=STAND_IN, help="as for `agentprog run`; the stand-in unless said")
    parser.add_argument("--recipes", choices=("on", "off"), default="on")
    parser.add_argument("--seconds", type=float, default=Rules().seconds, help="the most wall time of an episode")
    parser.add_argument("--steps", type=int, help="the most actions of an episode; the task's own number unless said")
    parser.add_argument("--kept", type=Path, help="one folder of recipes and code for all tasks, not one for each")
    parser.add_argument("--only-report", action="store_true")
    parser.add_argument("--causes", action="store_true", help="also count what the calls were for")
    given = parser.parse_args()
    try:
        if not given.only_report:
            given.out.mkdir(parents=True, exist_ok=True)
            config = given.out / "settings.toml"
            config.write_text(f'recipes = "{given.recipes}"\n', encoding="utf-8")
            run(given.out, jobs_of(given, config), given.kept)
        report(given.out, causes=given.causes)
    except UsageError as exc:
        print(exc, file=sys.stderr)
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main())
