"""One judge: from all screens of an episode to Correctness, Redundant and First Error Step."""

from __future__ import annotations

import io
import re
from collections.abc import Callable, Sequence
from typing import Protocol

from agentprog.agents.prompting import render
from agentprog.agents.strategies.asking import ask_role
from agentprog.agents.strategies.deed import NotADeed, write_call
from agentprog.frozen import frozen, replace
from agentprog.learn.trajectories.records import Step
from agentprog.ports import ImagePart, Message, Model
from agentprog.ports.model import ModelReply, ModelRequest, ScoreRequest, Scores

Episode = Sequence[Step]
TEMPERATURE = 1.0
"""Temperature of votes: repeated questions must be able to differ."""
_FEW = 15
"""Lines of a screen at low resolution."""
_SMALLER = 4
_CORRECT = re.compile(r"^\W*Correctness\W*:\W*(True|False)\b", re.IGNORECASE | re.MULTILINE)
_REDUNDANT = re.compile(r"^\W*Redundant\W*:\s*(.*)$", re.IGNORECASE | re.MULTILINE)
_ERROR = re.compile(r"^\W*First Error Step\W*:\s*(.*)$", re.IGNORECASE | re.MULTILINE)


@frozen
class Judgement:
    """A verdict on an episode. Steps count from 1."""

    correct: bool
    redundant: tuple[int, ...] = ()
    first_error: int | None = None

    @property
    def positive(self) -> bool:
        """True if every step is fit for learning: correct and without redundant steps."""
        return self.correct and not self.redundant and self.first_error is None


def read_judgement(text: str) -> Judgement:
    """Parses a reply. Raises NotADeed if one of its three lines is missing."""
    correct, redundant, error = _CORRECT.search(text), _REDUNDANT.search(text), _ERROR.search(text)
    if correct is None or redundant is None or error is None:
        raise NotADeed("the reply lacks one of the lines Correctness, Redundant, First Error Step")
    wrong = re.search(r"\d+", error[1])
    return Judgement(
        correct=correct[1].casefold() == "true",
        redundant=tuple(int(number) for number in re.findall(r"\d+", redundant[1])),
        first_error=int(wrong[0]) if wrong is not None else None,
    )


class Judge(Protocol):
    def judge(self, episode: Episode, *, low: bool, vote: int) -> Judgement:
        """One vote on an episode; with `low` its screens have a low resolution. Raises ModelError."""
        ...


Pictures = Callable[[str], bytes | None]
"""Returns a picture's bytes by digest, None if it is missing."""


class ModelJudge:
    """A model as a judge, by pictures if it sees and there are some, else by the screens' lines."""

    def __init__(self, model: Model, pictures: Pictures = lambda _: None) -> None:
        self._model, self._pictures = model, pictures

    def judge(self, episode: Episode, *, low: bool, vote: int) -> Judgement:
        """One vote. Votes differ by chance alone, so a single vote is asked at temperature 0."""
        messages = judge_prompt(episode, low=low)
        if self._model.capabilities.vision:
            messages = self._with_pictures(messages, episode, low=low)
        model = _At(self._model, TEMPERATURE if vote else 0.0)
        return ask_role(model, messages, read_judgement, purpose="judge episode", max_tokens=200)

    def _with_pictures(self, messages: tuple[Message, ...], episode: Episode, *, low: bool) -> tuple[Message, ...]:
        found = [self._pictures(step.observation.picture) for step in episode]
        parts = tuple(ImagePart(data=_smaller(picture) if low else picture) for picture in found if picture is not None)
        return (*messages[:-1], Message(role="user", parts=(*messages[-1].parts, *parts)))


class _At:
    """The same model at another temperature."""

    def __init__(self, model: Model, temperature: float) -> None:
        self._model, self._temperature = model, temperature
        self.id, self.capabilities = model.id, model.capabilities

    def complete(self, request: ModelRequest) -> ModelReply:
        return self._model.complete(replace(request, temperature=self._temperature))

    def score(self, request: ScoreRequest) -> Scores:
        return self._model.score(request)

    def count_tokens(self, text: str) -> int:
        return self._model.count_tokens(text)

    def close(self) -> None:
        """Does nothing: the caller owns the model."""


def judge_prompt(episode: Episode, *, low: bool) -> tuple[Message, ...]:
    """The question about an episode."""
    frames = []
    for step in episode:
        lines = list(step.observation.look.lines())
        frames.append((f"{step.low or write_call(step.action.deed)}", lines[:_FEW] if low else lines))
    return render("coda_judge", task=episode[0].instruction, frames=frames)


def _smaller(data: bytes) -> bytes:
    from PIL import Image

    with Image.open(io.BytesIO(data)) as image:
        size = (max(1, image.width // _SMALLER), max(1, image.height // _SMALLER))
        out = io.BytesIO()
        image.convert("RGB").resize(size).save(out, format="PNG")
    return out.getvalue()
