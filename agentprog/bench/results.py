"""Results as lines of JSON: each written whole or not at all, and read back to resume or report."""

from __future__ import annotations

import json
import os
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any, Literal

from pydantic import BaseModel, ConfigDict, ValidationError

from agentprog.errors import UsageError

FILE = "results.jsonl"


class Result(BaseModel):
    """One episode. Seconds are the computer's, `phone_seconds` the phone clock's; tokens are as charged.

    `score` is from 0 to 1, by the phone's storage; `wrong` names what is missing from 1. `error` says why there was no
    episode. `growth` lists the dynamic tokens for each action. `run` is the run's folder, relative to the file.
    `questions` counts the questions to a task's own person.
    """

    model_config = ConfigDict(extra="forbid", frozen=True)

    schema_version: Literal[1] = 1
    key: str
    suite: str
    task: str
    level: str
    kind: str
    seed: int
    agent: str
    model: str
    stand_in: bool
    rules: dict[str, float | int | bool | str | None]
    goal: str = ""
    score: float = 0.0
    wrong: list[str] = []
    outcome: str = ""
    reason: str = ""
    answer: str = ""
    error: str = ""
    questions: int = 0
    actions: int = 0
    model_calls: int = 0
    calls: dict[str, int] = {}
    prompt_tokens: int = 0
    static_tokens: int = 0
    dynamic_tokens: int = 0
    cached_tokens: int = 0
    output_tokens: int = 0
    money: float | None = None
    growth: list[int] = []
    seconds: float = 0.0
    model_seconds: float = 0.0
    device_seconds: float = 0.0
    own_seconds: float = 0.0
    phone_seconds: float = 0.0
    run: str = ""
    started_at: str = ""
    agentprog: str = ""
    commit: str = ""
    prompts: dict[str, int] = {}

    @property
    def right(self) -> bool:
        """True if the phone's storage has the complete expected end."""
        return self.score == 1.0

    def outcomes(self) -> dict[str, Any]:
        """The fields that must be equal when the same episode is run again; times and folders may differ."""
        names = ("key", "goal", "score", "wrong", "outcome", "answer", "error", "actions", "model_calls", "calls")
        return {name: getattr(self, name) for name in names}


class ResultsFile:
    """`results.jsonl` of one folder. A last line cut off by the end of its process does not count."""

    def __init__(self, folder: Path) -> None:
        self.path = folder / FILE

    def read(self) -> tuple[Result, ...]:
        """Every result, the last one of each episode. Raises UsageError naming an unreadable line."""
        found: dict[str, Result] = {}
        for number, line in enumerate(self._lines(), 1):
            try:
                result = Result.model_validate_json(line)
            except ValidationError as exc:
                problem = exc.errors()[0]
                where = ".".join(str(part) for part in problem["loc"])
                raise UsageError(
                    f"{self.path}:{number} is no result: {where or 'the line'}: {problem['msg']}",
                    hint="It was damaged, or written by another version of agentprog.",
                ) from exc
            found[result.key] = result
        return tuple(found.values())

    def append(self, result: Result) -> None:
        """Append a line; it is on the disk when this returns."""
        line = json.dumps(result.model_dump(), ensure_ascii=False, separators=(",", ":")).encode() + b"\n"
        try:
            self.path.parent.mkdir(parents=True, exist_ok=True)
            self._mend()
            with self.path.open("ab", buffering=0) as file:
                file.write(line)
                os.fsync(file.fileno())
        except OSError as exc:
            raise UsageError(f"cannot write {self.path}: {exc.strerror}", hint="Name another folder.") from exc

    def _lines(self) -> list[bytes]:
        try:
            return self.path.read_bytes().split(b"\n")[:-1]
        except FileNotFoundError:
            return []
        except OSError as exc:
            raise UsageError(f"cannot read {self.path}: {exc.strerror}") from exc

    def _mend(self) -> None:
        size = sum(len(line) + 1 for line in self._lines())
        if self.path.exists() and self.path.stat().st_size > size:
            os.truncate(self.path, size)


def read_results(folders: Iterable[Path]) -> tuple[Result, ...]:
    """The results of several folders; the last one for an episode in more than one folder. Raises UsageError."""
    found: dict[tuple[str, str], Result] = {}
    for folder in folders:
        file = ResultsFile(folder)
        results = file.read()
        if not results:
            raise UsageError(f"{folder} holds no results", hint="Name a folder that `agentprog bench run --out` wrote.")
        found |= {(result.key, json.dumps(result.rules, sort_keys=True)): result for result in results}
    return tuple(found.values())


def rules_of(results: Iterable[Result]) -> Mapping[str, Any] | None:
    """The rules of the first result; None without any."""
    return next((result.rules for result in results), None)
