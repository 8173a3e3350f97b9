"""Answers each kind of prompt."""

from __future__ import annotations

import re
from collections.abc import Sequence
from datetime import date
from itertools import pairwise

from agentprog.bench.standin import stages
from agentprog.bench.standin.following import AFTER_STEP, ended, foreseen
from agentprog.bench.standin.fresh import fresh_program
from agentprog.bench.standin.goals import (
    LISTED,
    AddEvent,
    Goal,
    ReadErrands,
    ShowDay,
    goal_of,
)
from agentprog.bench.standin.orders import Clear, Errands, Order, understand
from agentprog.bench.standin.parts import order_of, part_of
from agentprog.bench.standin.plans import program
from agentprog.bench.standin.prompt import Prompt, UnknownPrompt
from agentprog.bench.standin.reading import requests, value_of
from agentprog.bench.standin.replies import Reply, done, stuck
from agentprog.bench.standin.routes import with_more
from agentprog.bench.standin.screen import View, parse, view_of
from agentprog.bench.standin.skills import lists, move_for
from agentprog.bench.standin.skills.datebook import events
from agentprog.bench.standin.skills.notebook import editor
from agentprog.bench.standin.sums import code
from agentprog.lang.shapes import shape_of

_ERRAND = "Carry out this errand: "
_SHORT_MOVE = 30
"""Characters kept of a move next to a long fact, because summaries are cut at about 400 characters."""
_MORE = "- more: "
"""The prompt line that allows several moves in one reply."""
_READS = "Note: This step reads one value"
_LEADS = 'give in "way" the labels'


def answer(prompt: Prompt) -> str | Reply:
    """The answer: text for a program or a summary, else the fields of the requested JSON object. Raises
    UnknownPrompt."""
    match prompt.purpose:
        case "plan":
            return _plan(prompt)
        case "code":
            return code(prompt.line("Statement")) or "None"
        case "ground":
            return _ground(prompt)
        case "next_pc":
            return _operation(prompt)
        case "judge":
            return _verdict(prompt)
        case "read":
            return _reading(prompt)
        case "summary":
            return _summary(prompt)
        case "manage":
            return _agenda(prompt)
        case "belief":
            return {"gap": "", "routine": "none", "changes": []}
        case "query":
            raise UnknownPrompt("the stand-in answers no questions of programs")


def today_of(prompt: Prompt) -> date | None:
    """The phone's date in the prompt; None if the prompt has none."""
    found = re.search(r"^(?:Time on the phone: \w+, |Today is \w+, )(\d{4}-\d\d-\d\d)", prompt.user, re.M)
    return date.fromisoformat(found[1]) if found else None


def _plan(prompt: Prompt) -> str:
    instruction = prompt.rest("Instruction", ("The user was asked:",))
    if (fresh := fresh_program(instruction, prompt.apps)) is not None:
        return fresh
    orders = understand(instruction, today_of(prompt))
    return program(orders, prompt.apps) if orders else instruction


# ---------------------------------------------------------------- the next move


def _ground(prompt: Prompt) -> Reply:
    view = view_of(prompt)
    now = re.search(r"^Now: line \d+: (.*)\Z", prompt.user, re.M | re.S)
    step = _cut(now[1]) if now else prompt.rest("Task", (AFTER_STEP,))
    goal, moves = goal_of(step), prompt.listed("Moves in this step so far")
    ends = goal is not None or _is_one(step, prompt)  # a goal is one part of a task that the prompt holds as a whole
    if goal is None:
        found = _stage(step.removeprefix(_ERRAND), prompt, view)
        if found is None:
            return stuck(f"the stand-in does not know how to: {step[:80]}")
        if found.goal is None:
            return _shown_again(step, prompt, view) or done()
        goal, moves = found.goal, list(found.moves)
    reply = move_for(goal, view, moves, prompt.apps)
    if reply["action"] == "done" and _READS in prompt.user:
        reply = {**reply, "value": value_of(goal, view)}
    if _MORE not in prompt.system:
        return reply
    if reply["action"] == "done" and ends:
        return ended(reply, goal, prompt, view)
    return foreseen(with_more(reply, goal, view, moves, ends=ends), goal, prompt, view)


def _is_one(step: str, prompt: Prompt) -> bool:
    """True if a step in the user's own words is a single goal."""
    orders = understand(step.removeprefix(_ERRAND), today_of(prompt)) if step.startswith(_ERRAND) else []
    return len(orders) == 1 and isinstance(orders[0], Goal)


def _cut(step: str) -> str:
    return step.partition("\n" + AFTER_STEP)[0].strip()


def _stage(task: str, prompt: Prompt, view: View) -> stages.Stage | None:
    """The next part of a task that the prompt holds as a whole."""
    plan = prompt.listed("Plan, what is left of it")
    if plan:
        moves = _since(prompt.listed("Latest moves"))
        return _next_of(order_of(plan[0]), moves, prompt, view)
    if "\nProgress: " in prompt.user:
        return stages.Stage(goal=None)
    orders = understand(task, today_of(prompt))
    return _next_of(orders, _history(prompt), prompt, view) if orders else None


def _next_of(orders: Sequence[Order], moves: Sequence[str], prompt: Prompt, view: View) -> stages.Stage:
    return stages.stage(orders, moves, _facts(prompt), today_of(prompt), day=_day(orders, view))


def _history(prompt: Prompt) -> list[str]:
    """Every move in the prompt, in order: the first words of each summary, and the frames of a window."""
    summaries = prompt.listed("Summary of the moves so far") or prompt.listed("Moves so far")
    frames = re.findall(r"^Screen before move \d+\. (.*)$", prompt.user, re.M)
    history = prompt.listed("Moves in this step so far")
    return [*(line.split("; ")[0] for line in summaries), *frames, *history]


def _since(moves: Sequence[str]) -> tuple[str, ...]:
    """The moves after the end of the last part. The manager has removed that part from the plan."""
    delete = 'tap button "Delete"'
    twice = [n for n, (move, two) in enumerate(pairwise(moves), 2) if move == two == delete]
    if len(moves) > 1 and moves[0] == delete != moves[1]:
        twice.append(1)  # the second of two taps; the first one is no longer listed
    ends = [n for n, move in enumerate(moves, 1) if re.match(r'tap button "(Save|SMS|Confirm|Yes)"', move)]
    return tuple(moves[max((*twice, *ends), default=0) :])


def _facts(prompt: Prompt) -> str:
    """The facts read so far: in words, and on the earlier screens that a window still shows."""
    found = [prompt.user]
    for block in re.findall(r"<<<\n(.*?)^>>>", prompt.user, re.M | re.S):
        lines = tuple(line for text in block.splitlines() if (line := parse(text)) is not None)
        found += _read_off(View(app="", lines=lines))
    return "\n".join(found)


def _read_off(view: View) -> list[str]:
    """Facts on a screen: requests for files, and the text of a note."""
    note = editor(view)
    facts = [stages.file_fact(number, name) for number, name in requests(view)]
    if note is not None and note.value:
        facts.append(stages.text_fact(note.label, note.value.strip()))
    return facts


def _day(orders: Sequence[Order], view: View) -> stages.Day:
    order = orders[0]
    if not isinstance(order, Clear):
        return "unseen"
    if view.find("Yes", "button"):
        return "shown"
    if move_for(ShowDay(day=order.day), view, (), ())["action"] != "done":
        return "unseen"
    return "shown" if events(view) else "empty"


# ---------------------------------------------------------------- judging and reading


def _operation(prompt: Prompt) -> Reply:
    found = re.search(r"^The counter is at line \d+: (.*?)\nActions in this step so far", prompt.user, re.M | re.S)
    finished = found is not None and _finished(found[1], prompt)
    operation = "continue" if finished else "hold"
    return {
        "judgement": f"The step is {'done' if finished else 'not done yet'}.",
        "operation": operation,
        "evidence": "",
    }


def _finished(step: str, prompt: Prompt) -> bool:
    """True if nothing of a step remains. The step is one goal or an errand in the user's own words."""
    goal, view, moves = goal_of(step), view_of(prompt), prompt.listed("Actions in this step so far")
    if goal is not None:
        return bool(move_for(goal, view, moves, ())["action"] == "done")
    orders = understand(step.removeprefix(_ERRAND), today_of(prompt))
    return bool(orders) and _next_of(orders, moves, prompt, view).goal is None


def _shown_again(step: str, prompt: Prompt, view: View) -> Reply | None:
    """The way back to the page with the result, for an errand whose last button leaves it."""
    last = understand(step.removeprefix(_ERRAND), today_of(prompt))[-1] if step.startswith(_ERRAND) else None
    if not isinstance(last, AddEvent):
        return None
    return move_for(last, view, prompt.listed("Moves in this step so far"), prompt.apps)


def _verdict(prompt: Prompt) -> Reply:
    """Judges the only condition in the plans: whether the calendar shows events."""
    shown = events(view_of(prompt))
    if "event" not in prompt.line("Condition"):
        return {"evidence": "", "holds": "unknown"}
    return {"evidence": shown[0].label if shown else "", "holds": "yes" if shown else "no"}


def _reading(prompt: Prompt) -> Reply:
    view, goal = view_of(prompt), goal_of(prompt.line("Wanted"))
    if isinstance(goal, LISTED):
        return _rows(goal, view, prompt.line("Form"), leads=_LEADS in prompt.user)
    found = value_of(goal, view)
    if isinstance(goal, ReadErrands):
        errands = stages.errands_in(found)
        return {"found": bool(errands), "value": errands}
    return {"found": bool(found), "value": found}


def _rows(goal: Goal, view: View, form: str, *, leads: bool) -> Reply:
    """The rows of this screen, with the parts in the requested form, or only their first part. `leads`: else the next
    element on the way to them.
    """
    found, shape = lists.records(goal, view), shape_of(form)
    names = [part.name for part in shape.parts]
    filled = [{**(row if shape.open else {}), **{name: row.get(name, "") for name in names}} for row in found]
    rows = filled if names else [next(iter(row.values())) for row in found]
    if rows or not leads:
        return {"found": bool(rows), "value": rows}
    return {"found": False, "value": [], "way": lists.way(goal, view)}


# ---------------------------------------------------------------- what baselines keep


def _summary(prompt: Prompt) -> str:
    """The move in its own words, with the latest fact from the screen if there is one."""
    facts, move = _read_off(view_of(prompt)), prompt.line("Move")
    if facts:
        return f"{move[:_SHORT_MOVE]}; {facts[-1]}"
    return f"{move}; the screen has changed as it should"


def _agenda(prompt: Prompt) -> Reply:
    """One part for each order. Removes a part once its last move is done or its day is empty."""
    plan, moves, view = prompt.listed("Plan so far"), prompt.listed("Latest moves"), view_of(prompt)
    if not plan and not moves:
        orders = understand(prompt.rest("Task", ("Plan so far:", "There is no plan")), today_of(prompt))
        return {"plan": [part_of(order) for order in orders], "progress": "nothing has been done yet"}
    known = [fact for fact in prompt.line("Progress so far").split("; ") if " says " in fact or " asks for " in fact]
    facts = list(dict.fromkeys([*known, *_read_off(view)]))
    if plan and _part_is_done(order_of(plan[0]), moves, view, "\n".join(facts), today_of(prompt)):
        plan = plan[1:]
    plan = [*_unfolded(plan[0], "\n".join(facts), today_of(prompt)), *plan[1:]] if plan else []
    return {"plan": plan, "progress": "; ".join(facts) or "the parts that are off the plan are done"}


def _part_is_done(orders: Sequence[Order], moves: Sequence[str], view: View, facts: str, today: date | None) -> bool:
    """True if the last move ended the part, or if nothing of the part remains."""
    if isinstance(orders[0], Clear):
        return _day(orders, view) == "empty"
    if view.saying("Sending"):
        return False
    left = stages.stage(orders, (), facts, today).goal
    done = [move for move in moves if not move.startswith("wait")]
    return left is None or (bool(done) and stages.ended(left, (*_since(done[:-1]), done[-1])) is not None)


def _unfolded(part: str, facts: str, today: date | None) -> list[str]:
    """The errands of a note that has been read, as separate parts."""
    order = order_of(part)[0]
    text = stages.known_text(order.note, facts) if isinstance(order, Errands) else None
    if text is None:
        return [part]
    return [part_of(found) for errand in stages.errands_in(text) for found in understand(errand, today)]
