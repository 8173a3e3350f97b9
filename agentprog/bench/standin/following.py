"""The steps that may follow, begun by the answer that ends a step or foresees its end."""

from __future__ import annotations

import re
from collections.abc import Iterator

from agentprog.bench.standin.goals import Goal, SetSwitch, goal_of
from agentprog.bench.standin.prompt import Prompt
from agentprog.bench.standin.reading import value_of
from agentprog.bench.standin.replies import Reply
from agentprog.bench.standin.routes import after, with_more
from agentprog.bench.standin.screen import View
from agentprog.bench.standin.skills import move_for
from agentprog.bench.standin.skills.datebook import events

AFTER_STEP = "Steps that may follow:"
_FOLLOWING = re.compile(
    r"^(?P<behind>then )?(?P<name>\d+[^:]*): (?P<step>.*?)(?: \((?P<when>(?:if|unless) .*)\))?$", re.M
)
"""A line in the list of steps that may follow, or come behind one of these."""
_LINE = re.compile(r"^(?P<number>\d+) (?P<indent> *)(?P<text>\S.*)$", re.M)
"""A line of the program in a prompt."""
_IS = re.compile(r'If \{(?P<name>\w+)\} is "(?P<value>.*)":')
_RECORDS = re.compile(r", record as (?P<name>\{\w+\})$")


def ended(done: Reply, goal: Goal, prompt: Prompt, view: View) -> Reply:
    """The end of the step. Adds the first moves of the next step, if the screen or the value just read decides the
    condition between them; or the value that this step reads, if the screen shows it.
    """
    for name, coming, because in _coming(prompt, view, str(done.get("value", ""))):
        if coming.app != goal.app:
            moves = after(goal, coming)
            if moves and not because:
                return {**done, "step": name, "more": _and_then(moves, coming, prompt, str(done.get("value", "")))}
            continue
        move = move_for(coming, view, (), prompt.apps)
        proof = {"step": name, "proof": done["expectation"], "because": because}
        shown = value_of(coming, view)
        if move["action"] == "done" and coming.reads and "value" not in done and shown:
            return {**move, **proof, "value": shown}
        if move["action"] not in ("done", "stuck", "wait", "open_app"):
            value = str(done.get("value", ""))
            begun = with_more(move, coming, view)
            more = _and_then(begun.get("more", []), coming, prompt, value)
            return {**begun, **proof, "value": value, **({"more": more} if more else {})}
    return done


def foreseen(reply: Reply, goal: Goal, prompt: Prompt, view: View) -> Reply:
    """The reply. If its last move ends the step, with the first moves of the step that follows."""
    more = reply.get("more", ())
    if not more or more[-1]["action"] != "done":
        return reply
    for name, coming, because in _coming(prompt, view, ""):
        moves = after(goal, coming) if not because else []
        if moves:
            moves = _and_then(moves, coming, prompt, "")
            return {**reply, "more": [*more[:-1], {**more[-1], "step": name}, *moves]}
    return reply


def _and_then(moves: list[Reply], goal: Goal, prompt: Prompt, value: str) -> list[Reply]:
    """The moves of a goal that follows. If they end it, with those of the step behind it."""
    if not moves or moves[-1]["action"] != "done":
        return moves
    for found in _FOLLOWING.finditer(prompt.user.partition(AFTER_STEP)[2]):
        words = _filled(found["step"], prompt, value) if found["behind"] else None
        next_goal = goal_of(words) if words is not None else None
        further = after(goal, next_goal) if next_goal is not None else []
        if further:
            return [*moves[:-1], {**moves[-1], "step": found["name"]}, *further]
    return moves


def _filled(step: str, prompt: Prompt, value: str) -> str | None:
    """A step with the value that the step now reads in place of its variable; None if this value is not known yet."""
    records = _RECORDS.search(_own_line(prompt))
    if records is None or records["name"] not in step:
        return step
    return step.replace(records["name"], value) if value else None


def _coming(prompt: Prompt, view: View, value: str) -> Iterator[tuple[str, Goal, str]]:
    """The names and goals of the listed steps to which `value` leads, the likeliest first, each with the text that
    decides its condition.
    """
    listed = [found for found in _FOLLOWING.finditer(prompt.user.partition(AFTER_STEP)[2]) if not found["behind"]]
    pairs = [(found, _led_to(found["name"], value, prompt)) for found in listed]
    for found, sure in sorted((pair for pair in pairs if pair[1] is not False), key=lambda pair: pair[1] is None):
        words = _filled(found["step"], prompt, value)
        coming, because = goal_of(words) if words is not None else None, _because(found["when"] or "", view)
        if coming is not None and because is not None and (sure or _asked_for(coming, value)):
            yield found["name"], coming, because


def _asked_for(goal: Goal, value: str) -> bool:
    """False for a switch if the value that was read asks for another state of it."""
    return not isinstance(goal, SetSwitch) or re.search(rf"\b{goal.state}\b", value) is not None


def _own_line(prompt: Prompt) -> str:
    now = re.search(r"^Now: line (\d+):", prompt.user, re.M)
    return next((match["text"] for match in _LINE.finditer(prompt.user) if now and match["number"] == now[1]), "")


def _led_to(name: str, value: str, prompt: Prompt) -> bool | None:
    """Whether the value that was just read leads to a step in a branch of the program. None if another value decides
    it.
    """
    above = [line for line in _LINE.finditer(prompt.user) if int(line["number"]) <= int(name.partition(",")[0])]
    if not above:
        return True
    depth = len(above[-1]["indent"])
    heads = [line["text"] for line in reversed(above) if len(line["indent"]) < depth and line["text"].endswith(":")]
    head = next(iter(heads), "")
    otherwise = head == "Otherwise:"
    match = _IS.fullmatch(next((head for head in heads if head.startswith("If ")), "") if otherwise else head)
    if match is None:
        return None if head.startswith("If ") else True
    if not _own_line(prompt).endswith(f", record as {{{match['name']}}}"):
        return None
    return (value == match["value"]) is not otherwise


def _because(when: str, view: View) -> str | None:
    """The screen text that proves a condition; None for an unknown or unproven condition."""
    if not when:
        return ""
    shown = events(view) if when.startswith("if ") and "event" in when else []
    return shown[0].label if shown else None
