"""Converts a run folder to the steps of an episode."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

from agentprog.agents.strategies.deed import Deed
from agentprog.agents.strategies.look import Look, look_at
from agentprog.agents.strategies.moving import deeds_of
from agentprog.app.replays.recording import Recording
from agentprog.frozen import frozen
from agentprog.learn.trajectories.making import box_of, candidates_of, state_after
from agentprog.learn.trajectories.records import DeedRecord, Observation, Outcome, Step, Verdict
from agentprog.learn.trajectories.store import keep_picture
from agentprog.ports import Event, OutcomeKind, Screen, Tap, TypeText, describe
from agentprog.runtime.journal.codec import action_from
from agentprog.runtime.journal.events import ActionDone, ActionIntended, MoveDecided, Observed, RunStarted, StepStarted
from agentprog.runtime.journal.folder import RunFolder

_GOOD = (OutcomeKind.VERIFIED.value, OutcomeKind.COMPLETED.value)


@frozen
class EpisodeFacts:
    """Facts about an episode that its folder lacks."""

    episode: str
    source: str
    task: str
    instruction: str = ""
    verdict: Verdict | None = None


@dataclass(slots=True)
class _At:
    """The position while reading a journal."""

    seen: Observed | None = None
    low: str = ""
    intended: ActionIntended | None = None
    decided_on: Observed | None = None
    history: list[str] = field(default_factory=list)


def steps_of(folder: RunFolder, facts: EpisodeFacts, *, pictures: Path | None = None) -> tuple[Step, ...]:
    """The steps of one run. A run that ended well, by itself or by an evaluator, has an end step.

    `pictures`: the file beside which pictures are kept; None: no pictures. Raises UsageError for a run that was
    resumed, is redacted, or never had a program.
    """
    recording = Recording(folder)
    started = next((event for event in recording.events if isinstance(event, RunStarted)), None)
    instruction = facts.instruction or (started.instruction if started is not None else "") or facts.task
    finished = recording.finished
    good = finished is not None and finished.outcome in _GOOD
    verdict = facts.verdict or Verdict(by="run", score=1.0 if good else 0.0)
    over = good or (verdict.by == "storage" and verdict.right)
    app = _app(recording.events)
    found: list[Step] = []
    for look, package, shot, history, low, deed, outcome in _parts(recording, end=over):
        picture = keep_picture(pictures, shot) if pictures is not None and shot is not None else ""
        found.append(
            Step(
                episode=facts.episode,
                number=len(found),
                source=facts.source,
                app=app,
                task=facts.task,
                instruction=instruction,
                low=low,
                observation=Observation.of(look, package=package, picture=picture),
                candidates=candidates_of(look),
                history=list(history),
                state=state_after(history),
                action=DeedRecord.of(deed),
                box=box_of(deed, look),
                outcome=outcome,
                verdict=verdict,
            )
        )
    return tuple(found)


_Part = tuple[Look, str, bytes | None, tuple[str, ...], str, Deed, Outcome | None]


def _parts(recording: Recording, *, end: bool) -> Iterator[_Part]:
    at = _At()
    for event in recording.events:
        match event:
            case Observed():
                at.seen = event
            case StepStarted():
                at.low = event.text
            case MoveDecided():
                at.low = str(event.move.get("reason") or at.low)
            case ActionIntended(dry=False):
                at.intended, at.decided_on = event, at.seen
            case ActionDone() if at.intended is not None:
                yield from _done(recording, at, at.intended, event)
                at.intended = None
    if end and (screen := _screen(recording, at.seen)) is not None:
        yield (*_shown(screen), tuple(at.history), "finish", Deed(kind="finished"), None)


def _done(recording: Recording, at: _At, intended: ActionIntended, done: ActionDone) -> Iterator[_Part]:
    """One step for each paper action of a runtime action, all on the screen of its decision; none if that screen was
    not kept."""
    action, screen = action_from(intended.what), _screen(recording, at.decided_on)
    outcome = Outcome(ok=done.ok, changed=done.changed, detail=done.detail)
    *focusing, last = deeds_of(action) or (None,)
    for deed in focusing:  # the click that focuses the text's field
        low = (
            describe(Tap(target=action.target))
            if isinstance(action, TypeText) and action.target is not None
            else at.low
        )
        if screen is not None:
            yield (*_shown(screen), tuple(at.history), low, deed, outcome)
        at.history.append(low)
    if screen is not None and last is not None:
        yield (*_shown(screen), tuple(at.history), intended.text if intended.why else at.low, last, outcome)
    at.history.append(intended.text if done.ok else f"{intended.text} (failed)")


def _screen(recording: Recording, seen: Observed | None) -> Screen | None:
    return recording.screen(seen) if seen is not None else None


def _shown(screen: Screen) -> tuple[Look, str, bytes | None]:
    shot = screen.screenshot
    return look_at(screen, screen.package), screen.package, shot.data if shot is not None else None


_ASIDE = ("com.android.systemui", "launcher")


def _app(events: tuple[Event, ...]) -> str:
    """The most frequent foreground package, without the launcher and the system's bars."""
    seen = [event.package for event in events if isinstance(event, Observed)]
    apps = [package for package in seen if not any(part in package for part in _ASIDE)]
    return Counter(apps or seen or [""]).most_common(1)[0][0]
