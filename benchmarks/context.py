"""How long prompts are over a long run: our context, its ablations and the paper's three baselines.

    python benchmarks/context.py [--rounds 1000] [--lines 300] [--plot docs/images/context.png] [--only NAME ...]

The phone is a notes app in memory, the model a script that answers by what the prompt says; prompts, machine and
grounding are the product's own. Tokens are counted on the prompts as they were sent, by the estimate that stands in
for a tokenizer (characters / 3.5). *Dynamic* is what comes after the program: history, variables, beliefs, screen. A
baseline has no program: of its prompts all but the prompt's own words and the list of apps is dynamic.

Recipes are off: with them the third round asks nobody. While it works it says on stderr at which note each run stands.

Bars: ours within 10 % between round 2 and the last (of the straight program: from a tenth of it on, when the window
of the path is full), and at most 2,000 tokens besides program and screen.
"""

from __future__ import annotations

import argparse
import json
import re
import sys
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from agentprog.agents import make_roles
from agentprog.app.launching.launch import in_one_step
from agentprog.lang.parser import parse
from agentprog.models.tokens import estimate_tokens
from agentprog.ports import (
    Action,
    ActionResult,
    App,
    Bounds,
    Capabilities,
    DeviceInfo,
    Element,
    ModelReply,
    ModelRequest,
    OpenApp,
    Outcome,
    Role,
    ScoreRequest,
    Scores,
    Screen,
    Tap,
    TypeText,
    Usage,
)
from agentprog.runtime.options import RunOptions
from agentprog.runtime.run import run_program
from agentprog.runtime.safety.limits import Limits
from agentprog.runtime.safety.policy import Policy, Rule

PACKAGE = "org.example.notes"
SHOWN = 8
VARIANTS: dict[str, dict[str, Any]] = {
    "ours": {},
    "without tree": {"tree": False},
    "without retrieval": {"retrieval": False},
    "without variables": {"variables": False},
    "without belief": {"belief": False},
    "summary (M3A)": {"context": "summary", "belief": False},
    "window of 5 (UI-TARS)": {"context": "window", "belief": False},
    "plan (Mobile-Agent-v3)": {"context": "plan", "belief": False},
}
BASELINES = ("summary (M3A)", "window of 5 (UI-TARS)", "plan (Mobile-Agent-v3)")


_PROGRAM = re.compile(r"\A.*?^Program:\n.*?\n\n", re.DOTALL | re.MULTILINE)
_APPS = re.compile(r"\AApps on the phone:.*\n+")


class Notes:
    """A phone in memory with one app: a list that shows its newest notes, and a form for a new one.

    The list is full from the beginning, so that the screen is as long in the first round as in the last.
    """

    def __init__(self) -> None:
        self.notes = [f"Old note {number}" for number in range(SHOWN)]
        self.page, self.title = "home", ""
        self.now = datetime(2030, 1, 15, 8, 30, tzinfo=UTC)

    @property
    def info(self) -> DeviceInfo:
        return DeviceInfo(serial="memory", model="Memory", android="15", sdk=35, width=1080, height=2400)

    def apps(self) -> tuple[App, ...]:
        return (App(package=PACKAGE, label="Notes"),)

    def observe(self, *, screenshot: bool = False) -> Screen:
        del screenshot
        package = PACKAGE if self.page != "home" else "com.android.launcher3"
        elements = tuple(self._element(index, *made) for index, made in enumerate(self._widgets(), 1))
        return Screen(
            package=package, activity=f".{self.page}", width=1080, height=2400, taken_at=self.now, elements=elements
        )

    def _widgets(self) -> list[tuple[Role, str, dict[str, Any]]]:
        if self.page == "home":
            return [(Role.ITEM, "Notes", {})]
        if self.page == "form":
            return [(Role.FIELD, "Title", {"editable": True, "text": self.title}), (Role.BUTTON, "Save", {})]
        return [(Role.BUTTON, "New", {}), *((Role.ITEM, name, {"text": name}) for name in self.notes[-SHOWN:])]

    @staticmethod
    def _element(index: int, role: Role, label: str, more: dict[str, Any]) -> Element:
        bounds = Bounds(0, index * 100, 1080, index * 100 + 90)
        return Element(index=index, role=role, label=label, bounds=bounds, clickable=True, package=PACKAGE, **more)

    def perform(self, action: Action) -> ActionResult:
        match action:
            case OpenApp():
                self.page = "list"
            case TypeText(text=text):
                self.title = text
            case Tap(target=Element(label="New")):
                self.page, self.title = "form", ""
            case Tap(target=Element(label="Save")):
                self.notes.append(self.title)
                self.page = "list"
        return ActionResult(ok=True)

    def close(self) -> None:
        """Nothing is held."""


@dataclass(frozen=True)
class Prompt:
    """One question: which note it came at, and the tokens of its parts."""

    purpose: str
    note: int
    whole: int
    dynamic: int
    screen: int


@dataclass
class Script:
    """A model that decides by the prompt alone. It keeps the size of every prompt, and says how far the run is."""

    phone: Notes
    last: int
    name: str = ""
    prompts: list[Prompt] = field(default_factory=list)

    @property
    def id(self) -> str:
        return "script"

    @property
    def capabilities(self) -> Capabilities:
        return Capabilities(context=128_000, schema=True)

    def count_tokens(self, text: str) -> int:
        return estimate_tokens(text)

    def score(self, request: ScoreRequest) -> Scores:
        raise NotImplementedError(request.purpose)

    def close(self) -> None:
        """Nothing is held."""

    def complete(self, request: ModelRequest) -> ModelReply:
        question = request.messages[-1].text
        self._measure(request, question)
        answers: dict[str, Callable[[str], str]] = {
            "ground": self._ground,
            "summary": self._summary,
            "manage": self._manage,
        }
        return ModelReply(text=answers[request.purpose](question), usage=Usage(prompt=self.prompts[-1].whole))

    def _measure(self, request: ModelRequest, question: str) -> None:
        whole = "\n".join(message.text for message in request.messages)
        note = len(self.phone.notes) - SHOWN + 1
        if note <= self.last and note % max(1, self.last // 10) == 0 and self.prompts and self.prompts[-1].note < note:
            print(f"{self.name}: note {note:,} of {self.last:,}", file=sys.stderr, flush=True)
        head = _PROGRAM.search(question) or _APPS.search(question)
        dynamic = question[head.end() :] if head else question
        screen = dynamic[dynamic.rfind("<<<") : dynamic.rfind(">>>")]
        self.prompts.append(
            Prompt(
                purpose=request.purpose,
                note=note,
                whole=estimate_tokens(whole),
                dynamic=estimate_tokens(dynamic),
                screen=estimate_tokens(screen),
            )
        )

    # ------------------------------------------------------------ answers, by what the prompt says

    def _ground(self, question: str) -> str:
        screen = _screen(question)
        step = question[question.rfind(">>>") :]
        wanted = re.search(r'^Now: .*"(Note \d+)"', step, re.MULTILINE)
        shown = {label: number for number, label in re.findall(r'^\[(\d+)\] \w+ "([^"]+)"', screen, re.MULTILINE)}
        if "New" in shown:
            on_list = max((_number(label) for label in shown), default=0)
            if wanted[1] in shown if wanted else on_list >= self.last:
                return _move("done", expectation=wanted[1] if wanted else f"Note {self.last}")
            return _move("tap", element=shown["New"])
        held = re.search(r'field "Title": "([^"]*)"', screen)
        if held is None:
            text = wanted[1] if wanted else f"Note {_latest(question[: question.rfind('<<<')], self.last) + 1}"
            return _move("type", element=shown["Title"], text=text)
        return _move("tap", element=shown["Save"], expectation=held[1])

    def _summary(self, question: str) -> str:
        move = _said(question, "Move")
        held = re.search(r'field "Title": "([^"]*)"', question)
        if "New" in move:
            return (
                "Tapped New to add the next note of the task; the form for a new note has opened with an empty title."
            )
        if "Save" in move:
            return f'Saved the note "{held[1] if held else ""}"; the list is shown again and the note is on it.'
        return f"Did this: {move}; the title of the form now holds the text that the task asks for at this point."

    def _manage(self, question: str) -> str:
        latest = _latest(_screen(question), self.last) or _latest(_said(question, "Progress so far"), self.last)
        left = [f'Add the notes "Note {latest + 1}" to "Note {self.last}", one after the other'] * (latest < self.last)
        progress = f'The notes up to "Note {latest}" are saved.' if latest else "Nothing is saved yet."
        return json.dumps({"plan": left, "progress": progress})


def _move(action: str, **fields: object) -> str:
    if "element" in fields:
        fields["element"] = int(str(fields["element"]))
    return json.dumps({"judgement": "The screen is as expected.", "action": action, "expectation": "", **fields})


def _screen(question: str) -> str:
    return question[question.rfind("<<<") : question.rfind(">>>")]


def _said(question: str, name: str) -> str:
    found = re.search(rf"^{name}: (.*)$", question, re.MULTILINE)
    return found[1] if found else ""


def _number(text: str) -> int:
    found = re.fullmatch(r"Note (\d+)", text)
    return int(found[1]) if found else 0


def _latest(text: str, last: int) -> int:
    """The highest note that a text names, the task's own range left out."""
    told = re.sub(rf'"Note \d+" to "Note {last}"', "", text)
    return max((int(number) for number in re.findall(r"\bNote (\d+)", told)), default=0)


# ---------------------------------------------------------------- runs


def loop(notes: int) -> str:
    names = ", ".join(f'"Note {number}"' for number in range(1, notes + 1))
    head = f"Set {{names}} to [{names}]\nFor each {{name}} in {{names}}:\n"
    return head + '    In the "Notes" app, add the note "{name}"\n'


def straight(notes: int) -> str:
    return "".join(f'In the "Notes" app, add the note "Note {number}"\n' for number in range(1, notes + 1))


def run(text: str, notes: int, variant: str) -> tuple[Script, float]:
    """All prompts of one run, and its seconds. A baseline is given the task in one step."""
    phone = Notes()
    script = Script(phone, notes, variant)
    task = f'In the Notes app, add the notes "Note 1" to "Note {notes}", one after the other'
    if variant in BASELINES:
        phone.page = "list"
        text = in_one_step(task).text
    program = parse(text, known_apps=("Notes",)).program
    if program is None:
        raise SystemExit(f"the benchmark's program does not parse:\n{text[:400]}")
    options = RunOptions(
        text=text,
        instruction=task,
        limits=Limits(holds=10 * notes, iterations=notes + 1),
        screenshots="off",
        recipes="off",
        policy=Policy(default=Rule.ALLOW),  # the task names two notes, and nobody answers for the others
        **VARIANTS[variant],
    )
    started = time.perf_counter()
    outcome: Outcome = run_program(program, device=phone, roles=make_roles(script), options=options)
    seconds = time.perf_counter() - started
    if phone.notes[SHOWN:] != [f"Note {number}" for number in range(1, notes + 1)]:
        raise SystemExit(f"{variant}: the notes are wrong after {len(phone.notes)}: {outcome}")
    return script, seconds


def per_note(script: Script, notes: int) -> list[float]:
    """Dynamic tokens of all calls for each note, divided by the moves asked for: a baseline's own calls count."""
    sums, counts = [0.0] * (notes + 2), [0] * (notes + 2)
    for prompt in script.prompts:
        sums[prompt.note] += prompt.dynamic
        counts[prompt.note] += prompt.purpose == "ground"
    return [total / count for total, count in zip(sums[1 : notes + 1], counts[1 : notes + 1], strict=True) if count]


def table(title: str, runs: dict[str, tuple[Script, float]], notes: int, since: int) -> bool:
    """Print one table; gives whether ours is within its bars: the first one from note `since` on."""
    points = [2, notes // 10, notes // 2, notes]
    print(f"\n{title}: dynamic tokens a move, with what a baseline asks besides; at note ...")
    heads = "".join(f"{point:>9,}" for point in points)
    print(f"{'':26}{heads}{'most':>9}{'no screen':>11}{'calls':>8}{'asked in all':>14}{'s':>7}")
    fine, verdict = True, "ours was not run"
    for variant, (script, seconds) in runs.items():
        line = per_note(script, notes)
        asked = [prompt for prompt in script.prompts if prompt.purpose == "ground"]
        besides = max(prompt.dynamic - prompt.screen for prompt in asked)
        whole = sum(prompt.whole for prompt in script.prompts)
        values = "".join(f"{line[point - 1]:9,.0f}" for point in points)
        most = max(prompt.dynamic for prompt in asked)
        print(f"{variant:26}{values}{most:9,}{besides:11,}{len(script.prompts):8,}{whole:14,}{seconds:7.0f}")
        if variant == "ours":
            grown = max((size / line[since - 1] - 1 for size in line[since - 1 :]), key=abs)
            fine = abs(grown) <= 0.1 and besides <= 2000
            verdict = f"ours: {grown:+.1%} at most from note {since} on; at most {besides:,} besides program and screen"
    print(verdict + ("" if fine else " - MISSED"), flush=True)
    return fine


def plot(path: Path, figures: Sequence[tuple[str, dict[str, tuple[Script, float]], int]]) -> None:
    """One panel a program, tokens on a logarithmic axis."""
    import matplotlib

    matplotlib.use("Agg")
    from matplotlib import pyplot

    canvas, panels = pyplot.subplots(1, len(figures), figsize=(6.4 * len(figures), 4.8), squeeze=False)
    colours = dict(zip(VARIANTS, matplotlib.color_sequences["tab10"], strict=False))
    for panel, (title, runs, notes) in zip(panels[0], figures, strict=True):
        for variant, (script, _seconds) in runs.items():
            width = 2.6 if variant == "ours" else 1.4
            dashes = "--" if variant.startswith("without") else "-"
            line = per_note(script, notes)
            panel.plot(
                range(1, len(line) + 1), line, label=variant, color=colours[variant], linewidth=width, linestyle=dashes
            )
        panel.set_yscale("log")
        panel.set_xlabel("notes handled by the run")
        panel.set_ylabel("dynamic prompt tokens per move (estimate)")
        panel.set_title(title)
        panel.grid(True, which="both", alpha=0.25)
    canvas.tight_layout(rect=(0, 0.1, 1, 1))
    lines, names = panels[0][0].get_legend_handles_labels()
    canvas.legend(lines, names, fontsize=9, loc="lower center", ncol=4, frameon=False)
    path.parent.mkdir(parents=True, exist_ok=True)
    canvas.savefig(path, dpi=110)
    print(f"\nplot: {path}")


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rounds", type=int, default=1000)
    parser.add_argument("--lines", type=int, default=300)
    parser.add_argument("--only", nargs="*", choices=tuple(VARIANTS), help="some variants; all unless named")
    parser.add_argument("--plot", type=Path)
    options = parser.parse_args()
    figures = []
    fine = True
    for title, text, notes, since in (
        (f"a loop of {options.rounds:,} rounds", loop(options.rounds), options.rounds, 2),
        (f"a straight program of {options.lines:,} lines", straight(options.lines), options.lines, options.lines // 10),
    ):
        runs = {variant: run(text, notes, variant) for variant in options.only or VARIANTS}
        fine = table(title, runs, notes, since) and fine
        figures.append((title, runs, notes))
    if options.plot:
        plot(options.plot, figures)
    return 0 if fine else 1


if __name__ == "__main__":
    sys.exit(main())
