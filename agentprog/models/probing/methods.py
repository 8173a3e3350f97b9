"""The ways to ask a model for the element of a step: by number, by name, or by scoring each name."""

from __future__ import annotations

import json
from enum import StrEnum
from typing import Any

from agentprog.models.probing.cases import Example, Grounding, Prompt
from agentprog.ports import Capabilities, Message, Model, ModelRequest, ScoreRequest, Usage
from agentprog.ports.answers import first_object

_SHOWN = 120
_BY_NUMBER = (
    "You operate an Android phone. You are shown the numbered elements of the screen and one step of a task.\n"
    'Answer with a JSON object, {"element": the number of the one element to act on}, and nothing else.'
)


class Method(StrEnum):
    """`index`: writes {"element": 3}. `descriptor`: writes the element's words; a model that accepts a grammar is
    limited to the words on the screen. `sum`: its words are scored; `pmi`: against their score without the step.
    `among`: they are scored among themselves alone (ScoreRequest); `mixed`: by the mean of that and `sum`, as the
    grounder does."""

    INDEX = "generate index"
    DESCRIPTOR = "generate descriptor"
    SUM = "score, sum"
    PMI = "score, PMI"
    AMONG = "score, among"
    MIXED = "score, mixed"


_AMONG = {Method.AMONG: 1.0, Method.MIXED: 0.5}


def methods(abilities: Capabilities) -> tuple[Method, ...]:
    """The methods that a model supports."""
    scored = (Method.SUM, Method.PMI, Method.AMONG, Method.MIXED) if abilities.scoring else ()
    return (Method.INDEX, Method.DESCRIPTOR, *scored)


def best_method(abilities: Capabilities) -> Method:
    """The method to judge a model by: the grounder's own if the model scores."""
    return Method.MIXED if abilities.scoring else Method.DESCRIPTOR


def ground(model: Model, prompt: Prompt, case: Grounding, method: Method) -> tuple[str, Usage]:
    """The element that the model chose, or its reply if it named no existing one. Raises ModelError."""
    match method:
        case Method.INDEX:
            return _by_index(model, prompt, case)
        case Method.DESCRIPTOR:
            return _by_name(model, prompt, case)
    shown = _shown(case.elements)
    request = ScoreRequest(
        messages=asking(prompt, f"{shown}\nStep: {case.step}"),
        candidates=case.elements,
        purpose="probe grounding",
        baseline=asking(prompt, shown) if method is Method.PMI else None,
        among=_AMONG.get(method, 0.0),
    )
    scores = model.score(request)
    return case.elements[scores.best], scores.usage


def asking(prompt: Prompt, question: str) -> tuple[Message, ...]:
    """The messages: rules, answered examples, question."""
    shown = [Message.of("system", prompt.system.strip())]
    for example in prompt.examples:
        shown += [Message.of("user", example.question.strip()), Message.of("assistant", example.answer)]
    return (*shown, Message.of("user", question))


def parsed(text: str) -> dict[str, Any]:
    """The JSON object in a text; empty if there is none."""
    try:
        return first_object(text)
    except ValueError:
        return {}


def _shown(elements: tuple[str, ...]) -> str:
    return "Elements:\n" + "\n".join(elements)


def _by_index(model: Model, prompt: Prompt, case: Grounding) -> tuple[str, Usage]:
    by_number = Prompt(
        system=_BY_NUMBER,
        examples=tuple(_numbered_example(example) for example in prompt.examples),
    )
    schema = {
        "type": "object",
        "properties": {"element": {"type": "integer"}},
        "required": ["element"],
        "additionalProperties": False,
    }
    reply = model.complete(
        ModelRequest(
            messages=asking(by_number, f"{_shown(_numbered(case.elements))}\nStep: {case.step}"),
            purpose="probe index",
            schema=schema if model.capabilities.schema else None,
            max_tokens=1024 if not model.capabilities.small else 16,
        )
    )
    number = parsed(reply.text).get("element")
    known = isinstance(number, int) and 1 <= number <= len(case.elements)
    return (case.elements[number - 1] if known and isinstance(number, int) else reply.text[:_SHOWN]), reply.usage


def _by_name(model: Model, prompt: Prompt, case: Grounding) -> tuple[str, Usage]:
    abilities = model.capabilities
    schema = {
        "type": "object",
        "properties": {"answer": {"type": "string", "enum": list(case.elements)}},
        "required": ["answer"],
        "additionalProperties": False,
    }
    by_schema = abilities.schema and not abilities.grammar
    request = ModelRequest(
        messages=asking(prompt, f"{_shown(case.elements)}\nStep: {case.step}"),
        purpose="probe grounding",
        schema=schema if by_schema else None,
        grammar="root ::= " + " | ".join(json.dumps(e, ensure_ascii=False) for e in case.elements)
        if abilities.grammar
        else None,
        max_tokens=1024 if not abilities.small else 64,
    )
    reply = model.complete(request)
    answer = parsed(reply.text).get("answer", "") if by_schema else reply.text.strip().removeprefix("Answer:").strip()
    return str(answer)[:_SHOWN], reply.usage


def _numbered(elements: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(f"[{number}] {element}" for number, element in enumerate(elements, start=1))


def _numbered_example(example: Example) -> Example:
    first, *rest = example.question.strip().splitlines()
    elements, step = tuple(rest[:-1]), rest[-1]
    question = "\n".join((first, *_numbered(elements), step))
    return Example(question=question, answer=json.dumps({"element": elements.index(example.answer) + 1}))
