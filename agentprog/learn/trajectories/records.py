"""One step of one episode, as a line of JSON. Version 1; readers refuse other versions."""

from __future__ import annotations

from typing import Literal

from pydantic import BaseModel, ConfigDict, Field, PrivateAttr

from agentprog.agents.strategies.deed import Deed, Kind
from agentprog.agents.strategies.look import Look, Spot
from agentprog.ports import Bounds, Screenshot

VERSION = 1
Box = tuple[int, int, int, int]
"""Left, top, right, bottom in native pixels; right and bottom are exclusive."""


class _Record(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)


class SpotRecord(_Record):
    """One element of a screen, as prompts of the papers' roles show it."""

    line: str
    name: str
    box: Box
    active: bool = False
    editable: bool = False

    @classmethod
    def of(cls, spot: Spot) -> SpotRecord:
        box = (spot.bounds.left, spot.bounds.top, spot.bounds.right, spot.bounds.bottom)
        return cls(line=spot.line, name=spot.name, box=box, active=spot.active, editable=spot.editable)


class Observation(_Record):
    """A screen. `picture` is the SHA-256 of its file's bytes, empty if there is none."""

    app: str
    package: str = ""
    width: int = Field(gt=0)
    height: int = Field(gt=0)
    spots: list[SpotRecord] = []
    picture: str = ""
    _shot: Screenshot | None = PrivateAttr(default=None)

    @property
    def look(self) -> Look:
        """The screen as a role's prompt shows it, with its picture if that was added."""
        spots = tuple(
            Spot(line=s.line, name=s.name, bounds=Bounds(*s.box), active=s.active, editable=s.editable)
            for s in self.spots
        )
        return Look(app=self.app, width=self.width, height=self.height, spots=spots, picture=self._shot)

    def beside(self, shot: Screenshot) -> Observation:
        """The same with its picture, which files of steps do not contain."""
        found = self.model_copy()
        found._shot = shot
        return found

    @classmethod
    def of(cls, look: Look, *, package: str = "", picture: str = "") -> Observation:
        spots = [SpotRecord.of(spot) for spot in look.spots]
        return cls(app=look.app, package=package, width=look.width, height=look.height, spots=spots, picture=picture)


class DeedRecord(_Record):
    """An action; its point is in native pixels."""

    kind: Kind
    point: tuple[float, float] | None = None
    text: str = ""
    direction: str = ""

    @property
    def deed(self) -> Deed:
        return Deed(kind=self.kind, point=self.point, text=self.text, direction=self.direction)

    @classmethod
    def of(cls, deed: Deed) -> DeedRecord:
        return cls(kind=deed.kind, point=deed.point, text=deed.text, direction=deed.direction)


class Outcome(_Record):
    """The result of an action. `changed`: the next screen differs."""

    ok: bool
    changed: bool
    detail: str = ""


class Verdict(_Record):
    """The verdict on the whole episode, from 0 to 1.

    `by` is the judge; the phone's storage is an evaluator's truth.
    """

    by: Literal["storage", "run", "judge", "person", "dataset"]
    score: float = Field(ge=0, le=1)
    wrong: list[str] = []

    @property
    def right(self) -> bool:
        return self.score == 1.0


class Step(_Record):
    """`number` counts from 0 within the episode. `low` is the low-level instruction, `state` the task's state before
    the step, `history` the earlier actions in words, `box` the target element.

    `candidates` are the possible actions on the screen. `task` names the kind of task; `instruction` is one instance
    of it.
    """

    schema_version: Literal[1] = 1
    episode: str
    number: int = Field(ge=0)
    source: str
    app: str
    task: str
    instruction: str
    low: str = ""
    observation: Observation
    candidates: list[DeedRecord] = []
    history: list[str] = []
    state: str
    action: DeedRecord
    box: Box | None = None
    outcome: Outcome | None = None
    verdict: Verdict | None = None
