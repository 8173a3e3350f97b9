"""The grounder for larger models: it sees numbered elements and writes its move as JSON."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from agentprog.agents.acting import action_of, moves_for_prompt
from agentprog.agents.asking import ask
from agentprog.agents.prompting import render
from agentprog.agents.replies.acting import LaterMove, MoveReply, Unreadable
from agentprog.agents.screen_text import drawn, gathered, group_line, listed
from agentprog.agents.seeing import look, sees, with_picture
from agentprog.agents.whereabouts import in_full, situation
from agentprog.errors import ModelReplyInvalid
from agentprog.ports import Element, Model, Screen, named
from agentprog.runtime.roles import Act, Move, Next, StepContext, StepDone, StepStuck, Successor

_LONGEST_SCREEN = 200
_Moves = tuple[Act | StepDone, ...]
_LONGEST_ANSWER = 1400
"""Tokens: eight moves with the texts of a form, and those of the next step. A cut-off answer is requested once more, at
twice the price."""


class WritingGrounder:
    """Asks one model for the next move; a reply that names a missing element is returned to it with the reason."""

    def __init__(self, model: Model, *, eyes: Model | None = None) -> None:
        self._model = model
        self._eyes = eyes

    def next_move(self, context: StepContext) -> Move:
        problem = ""
        blind = self._eyes is not None and drawn(context.seen.screen)
        for _ in range(2):
            hints = [*context.background.hints, problem] if problem else list(context.background.hints)
            messages = render(
                "ground",
                **situation(context),
                screen=numbered(context.seen.screen),
                hints=hints,
                places=blind,
                actions=moves_for_prompt(),
                successors=[following(found) for found in context.goal.successors],
            )
            if sees(self._model, context.seen.screen):
                messages = with_picture(messages, context.seen.screen)
            reply = ask(self._model, messages, MoveReply, purpose="ground", max_tokens=_LONGEST_ANSWER)
            try:
                place = self._seen(reply, context.seen.screen) if blind else None
                move = in_full(understood(reply, context.seen.screen, place=place), context.goal.texts)
                return in_its_step(reply, move, context)
            except ValueError as exc:
                problem = f"Your last answer could not be used: {exc}"
        raise ModelReplyInvalid(f"{self._model.id} named a move that is not possible, twice. {problem}")

    def _seen(self, reply: MoveReply, screen: Screen) -> Element | None:
        if self._eyes is None or reply.element is not None or not reply.place.strip():
            return None
        found = look(self._eyes, screen, reply.place)
        if found is None:
            raise ValueError(f"{reply.place!r} is not on the picture of the screen")
        return found


def in_its_step(reply: MoveReply, move: Move, context: StepContext) -> Move:
    """The move, assigned to its step. A move of a following step, or a value that a following step reads, ends the
    current step. Raises ValueError.
    """
    name = reply.step.strip()
    names = {successor.name for successor in context.goal.successors if not successor.behind}
    if isinstance(move, StepDone):
        left = {"loop": "break", "task": "return"}.get(reply.leave or "", "continue")
        if move.then is not None:
            return replace(move, operation=left, then=replace(move.then, because=reply.because))
        if not move.value or name not in names:
            return replace(move, operation=left)
        read = Next(step=name, act=replace(move, gone=""), because=reply.because)
        return replace(move, operation=left, evidence=reply.proof or move.evidence, then=read)
    if not isinstance(move, Act):
        return move
    move = replace(move, beliefs=tuple(change.change_of() for change in reply.beliefs))
    if name in ("", "now") or (name == str(context.goal.line) and name not in names):
        return move
    if name not in names:
        raise ValueError(f"there is no step {name!r} that may follow")
    next_step = Next(step=name, act=move, because=reply.because)
    return StepDone(reason=reply.judgement, evidence=reply.proof, gone=reply.gone, value=reply.value, then=next_step)


def following(found: Successor) -> str:
    """A step that may follow, for the prompt, with the condition that leads to it."""
    return f"{'then ' if found.behind else ''}{found.name}: {found.step}" + (f" ({found.when})" if found.when else "")


def numbered(screen: Screen) -> tuple[str, ...]:
    """The elements with their numbers."""
    groups = gathered(listed(screen, whole=True))
    shown = groups[:_LONGEST_SCREEN]
    lines = tuple(f"{_numbers(group)} {group_line(group, whole=True, numbered=True)}" for group in shown)
    notes = tuple(f"note: {issue.kind.value} {issue.detail}".rstrip() for issue in screen.issues)
    if len(groups) > _LONGEST_SCREEN:
        notes += (f"note: {sum(len(group) for group in groups[_LONGEST_SCREEN:])} more elements not shown",)
    return lines + notes


def _numbers(group: Sequence[Element]) -> str:
    return f"[{group[0].index}]" if len(group) == 1 else f"[{group[0].index}] to [{group[-1].index}]"


def understood(reply: MoveReply, screen: Screen, *, place: Element | None = None) -> Move:
    """The reply as a move on this screen, or on a `place` of its picture. Raises ValueError with the reply's fault."""
    if reply.action == "done":
        ends = StepDone(reason=reply.judgement, evidence=reply.expectation, gone=reply.gone, value=reply.value)
        following, unusable = _behind(reply.more, screen)
        return _with_next(ends, reply.step, following, unusable)
    if reply.action == "stuck":
        return StepStuck(reason=reply.judgement)
    action = action_of(reply, screen, _element(reply.element, screen) or place, _element(reply.to, screen))
    more, unusable = _behind(reply.more, screen)
    return Act(action=action, expectation=reply.expectation, reason=reply.judgement, more=more, unusable=unusable)


def _behind(moves: Sequence[LaterMove | Unreadable], screen: Screen) -> tuple[_Moves, str]:
    """The later moves up to the first invalid one, and the fault of that one. A `done` that names a step ends with the
    moves of that step.
    """
    found: list[Act | StepDone] = []
    unusable = ""
    for move in moves:
        try:
            if isinstance(move, Unreadable):
                raise ValueError(move.why)
            found.append(_later(move, screen))
        except ValueError as exc:
            unusable = f"Move {len(found) + 2} of your last answer could not be used: {exc}"
            break
    return _chained(found, [getattr(move, "step", "") for move in moves], unusable)


def _chained(moves: Sequence[Act | StepDone], names: Sequence[str], unusable: str) -> tuple[_Moves, str]:
    """The moves. The moves after a `done` become part of it, as moves of the step that follows."""
    n = next((n for n, move in enumerate(moves) if isinstance(move, StepDone)), None)
    ends = moves[n] if n is not None else None
    if n is None or not isinstance(ends, StepDone):
        return tuple(moves), unusable
    following, unusable = _chained(moves[n + 1 :], names[n + 1 :], unusable)
    return (*moves[:n], _with_next(ends, names[n], following, unusable)), ""


def _with_next(ends: StepDone, name: str, following: Sequence[Act | StepDone], unusable: str) -> StepDone:
    """The end of a step with the moves of the step that it names."""
    if not name.strip() or not following or not isinstance(following[0], Act):
        return ends
    first = replace(following[0], more=tuple(following[1:]), unusable=unusable)
    return replace(ends, then=Next(step=name.strip(), act=first))


def _later(move: LaterMove, screen: Screen) -> Act | StepDone:
    """A later move of the answer. Its element is on this screen, or is not visible yet and known by its label."""
    if move.action == "done":
        return StepDone(reason="every move came out as expected", evidence=move.expectation, gone=move.gone)
    target = _element(move.element, screen)
    if target is None and move.label.strip():
        target = named(move.label.strip(), field=move.action in ("type", "clear"))
    state = {"on": True, "off": False}.get(move.text.strip().casefold()) if move.action == "tap" else None
    return Act(action=action_of(move, screen, target), expectation=move.expectation, state=state)


def _element(number: int | None, screen: Screen) -> Element | None:
    if number is None:
        return None
    shown = {e.index: e for e in listed(screen, whole=True)}
    if number not in shown:
        raise ValueError(f"there is no element [{number}] on the screen")
    return shown[number]
