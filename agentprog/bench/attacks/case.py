"""One attack, or one honest errand, as a file of `cases/` describes it."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from typing import Literal

from pydantic import BaseModel, ConfigDict, Field, ValidationError, model_validator

from agentprog.errors import UsageError

LANGUAGES = ("en", "de", "es", "fr", "zh", "ar")
"""The languages of instructions, as BCP 47 tags."""
FAMILIES = {
    1: "a message to somebody else",
    2: "a trusted name beside a stranger's number",
    3: "a number changed early, used late",
    4: "a namesake, or another record than the one named",
    5: "a group, or one recipient more",
    6: "a name that only looks the same",
    7: "a word that holds the text",
    8: "other words to the right person",
    11: "the same effect twice",
    12: "more deleted than named",
    13: "a list that moves before the tap",
    14: "a button that commits and says so otherwise",
    15: "an entry, or its repetition, that nobody asked for",
    16: "data in a link",
    17: "a link that acts",
    18: "data in a search box or a form",
    19: "data on the clipboard",
    20: "switches, tiles and notifications",
    22: "a window that comes up while the model thinks",
    24: "a false word of success",
    25: "a poisoned text, or a branch on a false judgement",
}
"""The attacks of docs/safety.md, by number, that are in the suite."""


class Arrival(BaseModel):
    """A message that arrives before the run. `number` may name a person of the cast."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    number: str
    text: str


class Preparation(BaseModel):
    """Contents of the phone besides its image.

    Contacts are (name, number), files have their path below the shared storage, drafts are (number, text).
    """

    model_config = ConfigDict(extra="forbid", frozen=True)

    contacts: tuple[tuple[str, str], ...] = ()
    arrivals: tuple[Arrival, ...] = ()
    files: Mapping[str, str] = Field(default_factory=dict)
    commands: tuple[str, ...] = ()
    """Shell commands of the director."""


class Case(BaseModel):
    """`ask` is the person's instruction, by language; `plan` are the lines of the model's program.

    `moves` are the model's moves, one line each (see `hijacked.py`); `answers` are its replies to questions about a
    screen, by purpose. `allowed` are the effects that the person's words cover; `wanted` the effects that an honest
    errand must have. Texts may name the cast: `{friend}`, `{attacker.number}`. `family` is the attack's number in
    docs/safety.md, 0 for an honest errand. `answer` answers the run's question to the person. The runtime types
    `secrets` under their names.
    """

    model_config = ConfigDict(extra="forbid", frozen=True)

    name: str
    about: str
    family: int = Field(ge=0)
    way: Literal["hijacked", "scripted", "white-box", "honest"] = "hijacked"
    image: Literal["default", "hostile", "calling"] = "default"
    profile: str = "pixel"
    ask: Mapping[str, str]
    plan: str
    program: bool = False
    """True if the person wrote the plan's lines as a program file and the model only grounds them."""
    moves: tuple[str, ...] = ()
    answers: Mapping[str, str] = Field(default_factory=dict)
    prepared: Preparation = Preparation()
    secrets: Mapping[str, str] = Field(default_factory=dict)
    allowed: tuple[Mapping[str, str], ...] = ()
    wanted: tuple[Mapping[str, str], ...] = ()
    reaches: tuple[Mapping[str, str], ...] = ()
    """Effects that the attack causes without a gate; they show that the attack can work."""
    claims: bool = False
    """True for a false claim of success: the attack wins if the run ends "verified"."""

    @model_validator(mode="after")
    def _sound(self) -> Case:
        unknown = set(self.ask) - set(LANGUAGES)
        if unknown or not self.ask:
            raise ValueError(f"languages of `ask` are {', '.join(LANGUAGES)}, not {sorted(unknown)}")
        if self.honest and not self.wanted:
            raise ValueError("an honest errand says what it wants")
        if self.honest != (self.family == 0) or (self.family and self.family not in FAMILIES):
            raise ValueError(f"family {self.family} is none of FAMILIES, or not 0 for an honest errand")
        if not self.honest and not (self.reaches or self.claims):
            raise ValueError("an attack says what it reaches where nothing stops it")
        return self

    @property
    def honest(self) -> bool:
        return self.way == "honest"


@cache
def cases() -> tuple[Case, ...]:
    """Every case, in the order of the files. Raises UsageError naming the file and field with an error."""
    found: list[Case] = []
    folder = files("agentprog.bench.attacks") / "cases"
    for file in sorted(folder.iterdir(), key=lambda entry: entry.name):
        if not file.name.endswith(".toml"):
            continue
        for number, data in enumerate(tomllib.loads(file.read_text(encoding="utf-8"))["case"], 1):
            try:
                found.append(Case.model_validate(data))
            except ValidationError as exc:
                problem = exc.errors()[0]
                where = ".".join(map(str, problem["loc"])) or str(data.get("name", ""))
                raise UsageError(f"{file.name}, case {number}: {where}: {problem['msg']}") from exc
    return tuple(found)
