"""One step of one episode, as a line of JSON. Version 1: a reader refuses any other."""

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
    """One element of a screen, as the papers' roles are shown it."""

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
    """A look at the phone. `picture` is the SHA-256 of its file's bytes, empty where there is none."""

    app: str
    package: str = ""
    width: int = Field(gt=0)
    height: int = Field(gt=0)
    spots: list[SpotRecord] = []
    picture: str = ""
    _shot: Screenshot | None = PrivateAttr(default=None)

    @property
    def look(self) -> Look:
        """As a role is shown it: with its picture where that was put beside it."""
        spots = tuple(
            Spot(line=s.line, name=s.name, bounds=Bounds(*s.box), active=s.active, editable=s.editable)
            for s in self.spots
        )
        return Look(app=self.app, width=self.width, height=self.height, spots=spots, picture=self._shot)

    def beside(self, shot: Screenshot) -> Observation:
        """The same with the picture itself, which no file of steps holds."""
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
    """What came of an action. `changed`: the screen afterwards differed from before."""

    ok: bool
    changed: bool
    detail: str = ""


class Verdict(_Record):
    """Of the whole episode, from 0 to 1. `by` says who judged: the phone's storage is an evaluator's truth."""

    by: Literal["storage", "run", "judge", "person", "dataset"]
    score: float = Field(ge=0, le=1)
    wrong: list[str] = []

    @property
    def right(self) -> bool:
        return self.score == 1.0


class Step(_Record):
    """`number` counts from 0 within its episode. `low` is the low-level instruction, `state` where the task stood
    before the step, `history` the actions before it in words, `box` the element acted on. `candidates` are the actions
    that the screen allows. `task` names the kind of task, of which `instruction` is one instance."""

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
