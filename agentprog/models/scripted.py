"""A model that answers from a file of rules, for tests and offline examples: by what the prompt says, never by turn.

    [capabilities]            # optional
    scoring = true

    [[rule]]
    purpose = "plan"          # optional; `*` and `?` are wildcards
    pattern = "Hana"          # optional; a regular expression searched for in the prompt
    reply = "..."             # the answer, literally; or `expand`, where \\g<name> is a group of the pattern

    [[rule]]
    purpose = "ground"
    choose = ['^tap button "Save"$', "Save"]   # the first that a candidate matches is preferred

The first rule that fits answers. If none fits, the error shows the text `only` of the file, which lists the prompts
that it answers, or without that text the end of the prompt.
"""

from __future__ import annotations

import fnmatch
import json
import re
import tomllib
from collections.abc import Sequence
from pathlib import Path
from typing import Annotated

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, ValidationError, model_validator

from agentprog.errors import ModelError, ModelNotConfigured
from agentprog.models.tokens import estimate_tokens
from agentprog.ports import Capabilities, Message, ModelReply, ModelRequest, ScoreRequest, Scores, Space, Usage

_SHOWN = 600
_PREFERRED = 0.0
_STEP = -1.0
_REST = -100.0


def _listed(value: object) -> object:
    return [value] if isinstance(value, str) else value


class _Rule(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)

    purpose: str = "*"
    pattern: re.Pattern[str] = re.compile("")
    reply: str | None = None
    expand: str | None = None
    choose: Annotated[tuple[re.Pattern[str], ...], BeforeValidator(_listed)] = ()

    @model_validator(mode="after")
    def _one_answer(self) -> _Rule:
        if sum((self.reply is not None, self.expand is not None, bool(self.choose))) != 1:
            raise ValueError("a rule has exactly one of reply, expand and choose")
        return self


class _Abilities(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)

    context: int = Field(default=32768, gt=0)
    vision: bool = False
    schema_: bool = Field(default=True, alias="schema")
    grammar: bool = True
    scoring: bool = True
    prefill: bool = True
    small: bool = False
    space: Space = Space.ABSOLUTE


class _Script(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)

    only: str = ""
    capabilities: _Abilities = _Abilities()
    rule: tuple[_Rule, ...] = Field(min_length=1)


class ScriptedModel:
    """Answers by the rules of a TOML or JSON file."""

    def __init__(self, path: Path, *, id: str | None = None) -> None:
        self._path = path
        self._id = id or f"scripted:{path}"
        self._script = _read(path)

    @property
    def id(self) -> str:
        return self._id

    @property
    def capabilities(self) -> Capabilities:
        known = self._script.capabilities
        return Capabilities(
            context=known.context,
            vision=known.vision,
            schema=known.schema_,
            grammar=known.grammar,
            scoring=known.scoring,
            prefill=known.prefill,
            small=known.small,
            space=known.space,
        )

    def complete(self, request: ModelRequest) -> ModelReply:
        prompt = _text(request.messages)
        for rule in self._script.rule:
            if rule.choose or not (found := _fits(rule, request.purpose, prompt)):
                continue
            text = found.expand(rule.expand) if rule.expand is not None else rule.reply or ""
            usage = Usage(prompt=estimate_tokens(prompt), completion=estimate_tokens(text))
            return ModelReply(text=text, usage=usage)
        raise self._unanswered(request.purpose, prompt)

    def score(self, request: ScoreRequest) -> Scores:
        if not self._script.capabilities.scoring:
            raise ModelError(f"{self._id} cannot score candidates: its file says scoring = false")
        prompt = _text(request.messages)
        for rule in self._script.rule:
            if not rule.choose or not _fits(rule, request.purpose, prompt):
                continue
            values = [_rank(rule.choose, candidate) for candidate in request.candidates]
            if max(values) > _REST:
                return Scores(values=tuple(values), usage=Usage(prompt=estimate_tokens(prompt)))
        offered = "\n".join(f"  {candidate}" for candidate in request.candidates)
        raise self._unanswered(request.purpose, f"{prompt}\ncandidates:\n{offered}")

    def count_tokens(self, text: str) -> int:
        return estimate_tokens(text)

    def close(self) -> None:
        """Does nothing: no resource is open."""

    def _unanswered(self, purpose: str, prompt: str) -> ModelError:
        if self._script.only:
            return ModelError(self._script.only, evidence=prompt)
        return ModelError(
            f"no rule in {self._path} answers this prompt for {purpose!r}",
            hint=f"It ends:\n{prompt[-_SHOWN:]}",
            evidence=prompt,
        )


def _fits(rule: _Rule, purpose: str, prompt: str) -> re.Match[str] | None:
    return rule.pattern.search(prompt) if fnmatch.fnmatchcase(purpose, rule.purpose) else None


def _rank(patterns: Sequence[re.Pattern[str]], candidate: str) -> float:
    for place, pattern in enumerate(patterns):
        if pattern.search(candidate):
            return _PREFERRED + place * _STEP
    return _REST


def _text(messages: Sequence[Message]) -> str:
    return "\n\n".join(f"[{message.role}]\n{message.text}" for message in messages)


def _read(path: Path) -> _Script:
    try:
        raw = path.read_text(encoding="utf-8")
        data = json.loads(raw) if path.suffix == ".json" else tomllib.loads(raw)
        return _Script.model_validate(data)
    except OSError as exc:
        raise ModelNotConfigured(f"cannot read the scripted model {path}: {exc.strerror}") from exc
    except UnicodeDecodeError as exc:
        raise ModelNotConfigured(f"the scripted model {path} is not UTF-8 text") from exc
    except (tomllib.TOMLDecodeError, json.JSONDecodeError) as exc:
        raise ModelNotConfigured(f"the scripted model {path} cannot be parsed: {exc}") from exc
    except ValidationError as exc:
        first = exc.errors()[0]
        where = ".".join(str(part) for part in first["loc"])
        raise ModelNotConfigured(
            f"the scripted model {path} is wrong at {where or 'its top'}: {first['msg']}", evidence=str(exc)
        ) from exc
