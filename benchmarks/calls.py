"""Model calls and tokens an action, by purpose, of runs that are there, or of their decisions made once more.

    agentprog bench run aw-extend --model stand-in --agent ours --out results/before      # at one commit
    agentprog bench run aw-extend --model stand-in --agent ours --out results/after       # at another
    python benchmarks/calls.py results/before results/after
    python benchmarks/calls.py results/before --again results/again --ahead named
    python benchmarks/calls.py results/before --save decisions                            # what was answered, as files
    python benchmarks/calls.py benchmarks/decisions --again results/strong --ahead none --kept results/strong/kept

`--again` does each recorded episode again with the code of today: what was decided on a step and a screen is decided
again on the like step and the like screen, whatever today's prompts say besides. `--ahead` is how far the one who
decides looks ahead: `none` gives one move an answer, as it was recorded; `shown` adds those of the recorded moves that
follow and whose targets can be seen already, and the end of the step behind them where it names what will prove it;
`named` adds all that follow in their step, by their labels. A decision that was recorded with several moves keeps them.
`--kept` keeps recipes and code from one seed of a task to the next, each task in a folder of its own.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, Literal

from agentprog.bench.job import Models, run_job
from agentprog.bench.results import Result, ResultsFile
from agentprog.bench.spec import STAND_IN, JobSpec
from agentprog.bench.standin.prompt import Prompt, UnknownPrompt, read_prompt
from agentprog.bench.standin.screen import Line, view_of
from agentprog.bench.standin.server import StandIn
from agentprog.bench.standin.slips import Slips
from agentprog.errors import UsageError
from agentprog.runtime.journal.events import ModelCalled
from agentprog.runtime.journal.folder import RunFolder

Ahead = Literal["none", "shown", "named"]
_SEVERAL, _READS, _AFTER = "- more: ", "Note: This step reads one value", "\nSteps that may follow:"
_UNFORESEEN = ("scroll", "press", "open_app", "wait", "stuck")
"""Moves that answer to what a screen shows: nobody gives them ahead."""
_MOST = 7
_SAVED = "decisions.jsonl"


@dataclass(frozen=True, kw_only=True, slots=True)
class Decision:
    """What was answered to one question: about what, on which screen; `target` is the element that it numbers, the
    `nth` of the `alike` ones of its label."""

    purpose: str
    about: str
    seen: frozenset[str]
    reply: Any
    target: str = ""
    nth: int = 0
    alike: int = 0


def about(prompt: Prompt) -> str:
    """The step, the condition or the value that is asked about."""
    match prompt.purpose:
        case "ground":
            found = prompt.user.rpartition("\nNow: line ")[2].partition(": ")[2]
            return found.partition(_AFTER)[0].strip()
        case "judge":
            return prompt.line("Condition")
        case "read":
            return prompt.line("Wanted")
        case "query":
            return prompt.line("Question")
        case _:
            return ""


def lines_of(prompt: Prompt) -> tuple[Line, ...]:
    return view_of(prompt).lines if prompt.purpose in ("ground", "judge", "read") else ()


def numbers(line: Line) -> range:
    """Of an element, or of several that are told in one line."""
    return range(line.index, max(line.index, line.last) + 1)


def numbered(lines: Sequence[Line], label: str) -> list[int]:
    """The numbers of all elements of this label."""
    return [number for line in lines if line.label == label for number in numbers(line)]


def is_cell(line: Line) -> bool:
    """Whether it is one of a month's cells, which had one name for all and say their days now."""
    return line.label == "-" or line.label.isdecimal()


def seen_in(prompt: Prompt) -> frozenset[str]:
    """What the screen of a prompt says, whatever the numbers of its elements, however it tells breaks of lines, and
    whatever a month's cells are called."""
    lines = (line for line in lines_of(prompt) if not is_cell(line))
    return frozenset(" ".join(f"{line.label}={line.value}".replace(r"\n", " ").split()) for line in lines)


def decisions_of(run: Path) -> list[Decision]:
    """Every answer of a recorded run, in their order."""
    found = []
    for path in sorted((run / "models").glob("*.json")):
        data = json.loads(path.read_text(encoding="utf-8"))
        try:
            prompt = read_prompt([(message["role"], message["text"]) for message in data["request"]["messages"]])
        except UnknownPrompt:
            continue
        text = data["reply"]["text"]
        reply = text if prompt.purpose in ("plan", "code") else _named(json.loads(text), lines_of(prompt))
        number = reply.get("element") if isinstance(reply, dict) else None
        target = next((line.label for line in lines_of(prompt) if number in numbers(line)), "")
        alike = numbered(lines_of(prompt), target)
        nth = alike.index(int(number)) if number is not None and target else 0
        found.append(
            Decision(
                purpose=prompt.purpose, about=about(prompt), seen=seen_in(prompt),
                reply=reply, target=target, nth=nth, alike=len(alike),
            )
        )  # fmt: skip
    return found


def _named(reply: Any, lines: Sequence[Line]) -> Any:
    """The answer whose later moves name their elements by label where one element has it: another screen numbers them
    otherwise."""
    if not isinstance(reply, dict) or not reply.get("more"):
        return reply
    labels = {number: line.label for line in lines for number in numbers(line)}
    alone = {number for number, label in labels.items() if len(numbered(lines, label)) == 1}
    more = [{**move, "element": None, "label": labels[at]} if (at := move.get("element")) in alone else move
            for move in reply["more"]]  # fmt: skip
    return {**reply, "more": more}


@dataclass(frozen=True, kw_only=True, slots=True)
class Recorded:
    """An episode and its decisions."""

    suite: str
    task: str
    seed: int
    agent: str
    decisions: tuple[Decision, ...]

    def save(self, folder: Path) -> None:
        """Write the decisions to a file of their own, a line each."""
        found = (asdict(one) | {"seen": sorted(one.seen)} for one in self.decisions)
        lines = "".join(json.dumps(one, ensure_ascii=False) + "\n" for one in found)
        path = folder / ".".join((self.suite, self.task, str(self.seed), self.agent, _SAVED))
        path.write_text(lines, encoding="utf-8")


def recorded_in(folder: Path) -> Iterator[Recorded]:
    """The episodes of a folder of results, or those that `save` wrote to a folder."""
    for path in sorted(folder.glob(f"*.{_SAVED}")):
        suite, task, seed, agent = path.name.removesuffix(f".{_SAVED}").split(".")
        lines = map(json.loads, path.read_text(encoding="utf-8").splitlines())
        decisions = tuple(Decision(**one | {"seen": frozenset(one["seen"])}) for one in lines)
        yield Recorded(suite=suite, task=task, seed=int(seed), agent=agent, decisions=decisions)
    for one in ResultsFile(folder).read():
        decisions = tuple(decisions_of(folder / one.run))
        yield Recorded(suite=one.suite, task=one.task, seed=one.seed, agent=one.agent, decisions=decisions)


class Again(StandIn):
    """Decides as it was decided: on the like screen of the same step, further on than the last time where it can."""

    def __init__(self, decisions: Sequence[Decision], ahead: Ahead) -> None:
        super().__init__(Slips())
        self._decisions = decisions
        self._ahead = ahead
        self._at = -1

    def answer(self, prompt: Prompt) -> Any:
        at = self._like(prompt)
        decision = self._decisions[at]
        if prompt.purpose != "ground":
            return decision.reply
        self._at = at
        if decision.purpose == "read":  # then the value had to be asked for, now it comes with the end of the step
            return {"judgement": "", "action": "done", "value": decision.reply["value"]}
        reply = self._move(decision, lines_of(prompt))
        if self._ahead != "none" and _SEVERAL in prompt.system and reply["action"] not in ("done", "stuck"):
            reply["more"] = self._behind(at, prompt)
        return reply

    def _like(self, prompt: Prompt) -> int:
        seen, asked = seen_in(prompt), about(prompt)
        same = [at for at, one in enumerate(self._decisions) if one.about == asked and _answers(one, prompt)]
        if not same:
            raise UnknownPrompt(f"nothing was decided of {prompt.purpose}: {asked[:80]}")
        lines = lines_of(prompt)
        made = [at for at in same if not self._decisions[at].target or _aims(self._decisions[at], lines)]
        return max(made or same, key=lambda at: (_likeness(self._decisions[at].seen, seen), at > self._at, -at))

    def _move(self, decision: Decision, lines: Sequence[Line]) -> dict[str, Any]:
        alike = _aims(decision, lines)
        found = alike[min(decision.nth, len(alike) - 1)] if alike else None
        return {**decision.reply, "element": found} if decision.target else dict(decision.reply)

    def _behind(self, at: int, prompt: Prompt) -> list[dict[str, Any]]:
        shown = Counter(line.label for line in lines_of(prompt) for _ in numbers(line))
        first = {line.label: line.index for line in lines_of(prompt)}
        moves = [one for one in self._decisions[at + 1 :] if one.purpose == "ground"]
        found: list[dict[str, Any]] = []
        for one in moves[:_MOST]:
            action, alone = one.reply["action"], shown[one.target] == 1
            ended = action == "done"
            if one.about != self._decisions[at].about or action in _UNFORESEEN:
                break
            if ended and (_READS in prompt.user or not one.reply.get("expectation")):
                break
            if not ended and (not one.target or (self._ahead == "shown" and not alone)):
                break
            where = {} if ended else {"element": first[one.target]} if alone else {"label": one.target}
            told = {name: one.reply[name] for name in ("text", "direction", "expectation") if one.reply.get(name)}
            found.append({"action": action, **told, **where})
            if ended:
                break
        return found


def _aims(decision: Decision, lines: Sequence[Line]) -> list[int]:
    """The numbers of what a decision may have been about: called so, or saying so, or of a month's cells, as many."""
    found = numbered(lines, decision.target) or [line.index for line in lines if decision.target in line.said]
    days = [line.index for line in lines if is_cell(line)]
    return found or (days if len(days) == decision.alike > 1 else [])


def _answers(decision: Decision, prompt: Prompt) -> bool:
    """Whether a decision is of the kind that the prompt asks for."""
    if decision.purpose == prompt.purpose:
        return True
    read = decision.purpose == "read" and prompt.purpose == "ground" and _READS in prompt.user
    return read and bool(decision.reply.get("found")) and isinstance(decision.reply.get("value"), str)


def _likeness(one: frozenset[str], other: frozenset[str]) -> float:
    return len(one & other) / len(one | other) if one | other else 1.0


def again(recorded: Path, out: Path, ahead: Ahead, config: Path | None, kept: Path | None) -> None:
    """Do the recorded episodes once more, each by its own decisions, into a folder of results like theirs."""
    results = ResultsFile(out)
    done = {result.key for result in results.read()}
    for before in recorded_in(recorded):
        spec = JobSpec(
            suite=before.suite,
            task=before.task,
            seed=before.seed,
            agent=before.agent,
            model=STAND_IN,
            folder=out,
            config=config,
        )
        if spec.key in done:
            continue
        policy = Again(before.decisions, ahead)
        own = kept / before.task if kept is not None else None
        with Models(policy=lambda _spec, policy=policy: policy, kept=own) as models:  # type: ignore[misc]
            result = run_job(spec, models=models)
        results.append(result)
        print(
            f"{result.task:50} {result.score:.2f} {result.actions:4} actions {result.model_calls:4} calls", flush=True
        )


def has_results(folder: Path) -> bool:
    """True for a folder of results, not of saved decisions."""
    return any(ResultsFile(folder).read())


def report(folder: Path) -> None:
    results = ResultsFile(folder).read()
    if not results:
        raise UsageError(f"{folder} holds no episodes")
    actions = sum(result.actions for result in results)
    right = sum(result.right for result in results)
    calls: Counter[str] = Counter()
    tokens: defaultdict[str, Counter[str]] = defaultdict(Counter)
    for result in results:
        for event in _called(folder, result):
            calls[event.purpose] += 1
            tokens[event.purpose].update(prompt=event.prompt, cached=event.cached, output=event.completion)
    print(f"{folder}: {len(results)} episodes, {right} right, {actions} actions")
    print(f"{'':10} {'calls':>7} {'an action':>10} {'prompt':>8} {'cached':>8} {'output':>8}   tokens an action")
    tokens["all"] = sum(tokens.values(), Counter())
    calls["all"] = calls.total()
    for purpose in sorted(calls, key=lambda name: (name == "all", -calls[name])):
        spent = " ".join(f"{tokens[purpose][kind] / actions:8.1f}" for kind in ("prompt", "cached", "output"))
        print(f"{purpose:10} {calls[purpose]:7} {calls[purpose] / actions:10.3f} {spent}")


def _called(folder: Path, result: Result) -> list[ModelCalled]:
    run = RunFolder.open(folder / result.run)
    return [event for event in run.events() if isinstance(event, ModelCalled)]


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folders", nargs="+", type=Path, help="results of `agentprog bench run --out`")
    parser.add_argument("--again", type=Path, metavar="OUT", help="do the episodes of the one folder once more")
    parser.add_argument("--config", type=Path, help="settings of the runs that are done once more")
    parser.add_argument("--kept", type=Path, help="keep recipes and code in this folder, for each task")
    parser.add_argument("--save", type=Path, metavar="OUT", help="write the decisions of the one folder to files")
    parser.add_argument("--ahead", choices=("none", "shown", "named"), default="named")
    given = parser.parse_args()
    try:
        if given.save is not None:
            given.save.mkdir(parents=True, exist_ok=True)
            for one in recorded_in(given.folders[0]):
                one.save(given.save)
            return 0
        if given.again is not None:
            again(given.folders[0], given.again, given.ahead, given.config, given.kept)
            given.folders = [*filter(has_results, given.folders), given.again]
        for folder in given.folders:
            report(folder)
    except UsageError as exc:
        print(exc, file=sys.stderr)
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main())
