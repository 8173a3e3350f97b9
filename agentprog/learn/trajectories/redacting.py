"""Removes personal data from steps: foreign words become placeholders, and pictures are dropped."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from agentprog.app.runs.redaction import Redactor
from agentprog.learn.trajectories.records import DeedRecord, Observation, Step
from agentprog.learn.trajectories.store import episodes


def redacted(steps: Iterable[Step]) -> Iterator[Step]:
    """The steps with placeholders per episode; equal words get equal placeholders."""
    for episode in episodes(steps):
        redactor = Redactor(_literals(episode))
        yield from (_step(step, redactor) for step in episode)


def _literals(episode: Iterable[Step]) -> list[str]:
    found: set[str] = set()
    for step in episode:
        found |= {step.action.text, *step.instruction.split('"')[1::2]}
        found |= {spot.name for spot in step.observation.spots}
    return sorted(text.strip() for text in found if len(text.strip()) > 1)


def _step(step: Step, redactor: Redactor) -> Step:
    seen, say = step.observation, redactor.text
    spots = [spot.model_copy(update={"line": say(spot.line), "name": say(spot.name)}) for spot in seen.spots]
    wrong = step.verdict and step.verdict.model_copy(update={"wrong": [say(text) for text in step.verdict.wrong]})
    outcome = step.outcome and step.outcome.model_copy(update={"detail": say(step.outcome.detail)})
    texts = {name: say(getattr(step, name)) for name in ("instruction", "low", "state")}
    return step.model_copy(
        update={
            **texts,
            "history": [say(line) for line in step.history],
            "observation": Observation(**{**dict(seen), "spots": spots, "picture": ""}),
            "candidates": [_deed(deed, redactor) for deed in step.candidates],
            "action": _deed(step.action, redactor),
            "verdict": wrong,
            "outcome": outcome,
        }
    )


def _deed(deed: DeedRecord, redactor: Redactor) -> DeedRecord:
    return deed.model_copy(update={"text": redactor.text(deed.text)}) if deed.text else deed
