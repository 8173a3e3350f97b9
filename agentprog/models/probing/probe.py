"""Asks a model the probe's questions by its best means: scores, a schema, or plain words."""

from __future__ import annotations

import enum
import time
from collections.abc import Callable, Iterator, Sequence

from agentprog.errors import ModelReplyInvalid
from agentprog.frozen import frozen
from agentprog.models.probing.cases import Cases, Format, Grounding, Prompt, cases
from agentprog.models.probing.methods import Method, asking, best_method, ground, parsed
from agentprog.ports import Model, ModelRequest, ScoreRequest

_IN_VAIN = 3
"""Consecutive unusable answers at the start after which the probe stops: there is nothing to grade."""
SECONDS = 120.0
"""Time limit in seconds. Later questions are not asked, and the report counts them."""
GOOD = 0.85
FAIR = 0.6
VERDICTS = ("done", "not yet")


class Skill(enum.Enum):
    """The graded skills."""

    FORMAT = "format"
    GROUNDING = "grounding"
    COUNTER = "program counter"


@frozen
class SkillResult:
    """`asked` of `total` questions were asked, `right` answered correctly; `method` is the way of asking."""

    skill: Skill
    method: str
    right: int
    asked: int
    total: int
    misses: tuple[str, ...]

    @property
    def share(self) -> float:
        """The share of correct answers among the asked questions; 0 if none was asked."""
        return self.right / self.asked if self.asked else 0.0


@frozen
class ProbeReport:
    """The suitability of a model, with the results."""

    model: str
    results: tuple[SkillResult, ...]
    seconds: float
    verdict: str


@frozen
class _Question:
    label: str
    ask: Callable[[], tuple[bool, str]]


ProbeProgress = Callable[[Skill, int, int], None]


def probe(model: Model, *, seconds: float = SECONDS, progress: ProbeProgress | None = None) -> ProbeReport:
    """Grades a model in about a minute. Raises ModelError if no question can be asked."""
    start = time.monotonic()
    known = cases()
    asked_by = "scores" if model.capabilities.scoring else "schema" if model.capabilities.schema else "words"
    # The part that a slow machine most likely cuts off comes last: grounding matters most.
    plan = (
        (Skill.GROUNDING, asked_by, list(_grounding(model, known))),
        (Skill.COUNTER, asked_by, list(_counter(model, known))),
        (Skill.FORMAT, "schema" if model.capabilities.schema else "words", list(_format(model, known))),
    )
    results = [_grade(*skill, end=start + seconds, progress=progress) for skill in plan]
    return ProbeReport(
        model=model.id,
        results=tuple(results),
        seconds=time.monotonic() - start,
        verdict=_verdict({result.skill: result for result in results}),
    )


def _grade(
    skill: Skill, method: str, questions: Sequence[_Question], *, end: float, progress: ProbeProgress | None
) -> SkillResult:
    right = tried = invalid = 0
    misses: list[str] = []
    for question in questions:
        if time.monotonic() >= end:
            break
        try:
            hit, answer = question.ask()
        except ModelReplyInvalid as exc:
            # If no answer comes from a model, nothing can be known about its skills.
            if invalid == tried and tried + 1 == _IN_VAIN:
                raise
            invalid += 1
            hit, answer = False, exc.message.splitlines()[0]
        tried, right = tried + 1, right + hit
        if not hit:
            misses.append(f"{question.label}: {answer}")
        if progress:
            progress(skill, tried, len(questions))
    return SkillResult(skill=skill, method=method, right=right, asked=tried, total=len(questions), misses=tuple(misses))


def _grounding(model: Model, known: Cases) -> Iterator[_Question]:
    method = best_method(model.capabilities)
    for case in (case for case in known.grounding if case.quick):
        yield _Question(label=case.step, ask=lambda item=case: _ground(model, known.grounding_prompt, item, method))  # type: ignore[misc]


def _counter(model: Model, known: Cases) -> Iterator[_Question]:
    for case in known.counter:
        yield _Question(
            label=f"{case.step} / {case.action}",
            ask=lambda item=case: _choose(  # type: ignore[misc]
                model,
                purpose="probe program counter",
                prompt=known.counter_prompt,
                question=f"Step: {item.step}\nLast action: {item.action}\nScreen: {item.screen}",
                options=VERDICTS,
                answer=item.answer,
            ),
        )


def _format(model: Model, known: Cases) -> Iterator[_Question]:
    for case in known.format:
        yield _Question(label=case.sentence, ask=lambda item=case: _object(model, known.format_prompt, item))  # type: ignore[misc]


def _ground(model: Model, prompt: Prompt, case: Grounding, method: Method) -> tuple[bool, str]:
    chosen, _ = ground(model, prompt, case, method)
    return chosen == case.answer, chosen


def _choose(
    model: Model,
    *,
    purpose: str,
    prompt: Prompt,
    question: str,
    options: Sequence[str],
    answer: str,
) -> tuple[bool, str]:
    """Asks for one of several options: by score, by a schema, or in words."""
    messages = asking(prompt, question)
    if model.capabilities.scoring:
        scores = model.score(ScoreRequest(messages=messages, candidates=tuple(options), purpose=purpose))
        chosen = options[scores.best]
        return chosen == answer, chosen
    schema = {
        "type": "object",
        "properties": {"answer": {"type": "string", "enum": list(options)}},
        "required": ["answer"],
        "additionalProperties": False,
    }
    sent_schema = schema if model.capabilities.schema else None
    reply = model.complete(ModelRequest(messages=messages, purpose=purpose, schema=sent_schema, max_tokens=1024))
    text = reply.text.strip()
    picked = parsed(text).get("answer", "") if sent_schema else text.removeprefix("Answer:").strip()
    return picked == answer, str(picked)[:80]


def _object(model: Model, prompt: Prompt, case: Format) -> tuple[bool, str]:
    """Asks for an object of three texts; it must name the app and contain the text to write."""
    keys = ("app", "verb", "text")
    schema = {
        "type": "object",
        "properties": {key: {"type": "string"} for key in keys},
        "required": list(keys),
        "additionalProperties": False,
    }
    request = ModelRequest(
        messages=asking(prompt, case.sentence),
        purpose="probe format",
        schema=schema if model.capabilities.schema else None,
        max_tokens=1024,
    )
    reply = model.complete(request)
    found = parsed(reply.text)
    right = (
        set(found) == set(keys)
        and case.app.lower() in str(found["app"]).lower()
        and (case.text.lower() in str(found["text"]).lower() if case.text else not found["text"])
    )
    return right, reply.text[:120]


def _verdict(results: dict[Skill, SkillResult]) -> str:
    grounding, counter, form = (results[skill].share for skill in (Skill.GROUNDING, Skill.COUNTER, Skill.FORMAT))
    if min(result.asked for result in results.values()) == 0:
        return "too slow here to grade: time ran out before every skill was tried"
    if form < FAIR:
        return "not fit: it does not keep to a format"
    if grounding < FAIR:
        return "not fit to act: it does not find the element that a step names"
    if grounding >= GOOD and counter >= GOOD:
        return "fit to act and to judge steps"
    if grounding >= GOOD:
        return "fit to act; let another model, or checks in the program, judge whether steps are done"
    return "fit for steps that name what is on the screen; it errs when they only describe it"
