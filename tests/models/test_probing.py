"""The probe grades answers, and names the work that a model is fit for."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest

from agentprog.errors import ModelReplyInvalid, ModelUnreachable
from agentprog.models.probing import ProbeReport, Skill, probe
from agentprog.models.probing.cases import cases
from agentprog.models.probing.methods import Method, ground, methods
from agentprog.models.scripted import ScriptedModel
from agentprog.ports import Capabilities, ModelReply, ModelRequest, ScoreRequest, Scores, Usage

KNOWN = cases()


class Oracle:
    """A model that knows the right answers, except for the test's questions."""

    id = "oracle:all"

    def __init__(self, *, wrong: str = "", **abilities: Any) -> None:
        self.capabilities = Capabilities(context=8192, **abilities)
        self._wrong = re.compile(wrong or "(?!)")
        self.asked: list[ModelRequest | ScoreRequest] = []

    def answer(self, question: str) -> str:
        if self._wrong.search(question):
            return "nonsense"
        for case in KNOWN.grounding:
            if question.endswith(f"Step: {case.step}") and case.elements[-1] in question:
                return case.answer
        for counter in KNOWN.counter:
            if f"Step: {counter.step}\nLast action: {counter.action}\n" in question:
                return counter.answer
        (form,) = (one for one in KNOWN.format if one.sentence == question)
        return json.dumps({"app": form.app, "verb": "do", "text": form.text})

    def complete(self, request: ModelRequest) -> ModelReply:
        self.asked.append(request)
        text = self.answer(request.messages[-1].text)
        if request.schema and "answer" in request.schema["properties"]:
            text = json.dumps({"answer": text})
        return ModelReply(text=text, usage=Usage(prompt=1))

    def score(self, request: ScoreRequest) -> Scores:
        self.asked.append(request)
        text = self.answer(request.messages[-1].text)
        return Scores(values=tuple(float(candidate == text) for candidate in request.candidates), usage=Usage(prompt=1))

    def count_tokens(self, text: str) -> int:
        return len(text)

    def close(self) -> None: ...


def shares(report: ProbeReport) -> dict[Skill, float]:
    return {result.skill: result.share for result in report.results}


@pytest.mark.parametrize(
    ("abilities", "method"),
    [({"scoring": True, "schema": True}, "scores"), ({"schema": True}, "schema"), ({}, "words")],
    ids=["scores", "schema", "words"],
)
def test_a_model_that_knows_everything_is_fit_however_it_is_asked(abilities: dict[str, bool], method: str) -> None:
    heard: list[tuple[Skill, int, int]] = []
    report = probe(Oracle(**abilities), progress=lambda *step: heard.append(step))
    assert set(shares(report).values()) == {1.0}
    assert report.verdict == "fit to act and to judge steps"
    assert report.results[0].method == method
    assert len(heard) == sum(result.total for result in report.results)


@pytest.mark.parametrize(
    ("wrong", "skill", "words"),
    [
        ("^Elements", Skill.GROUNDING, "does not find the element"),
        ("Last action", Skill.COUNTER, "judge whether steps are done"),
        ("^(?!Elements|Step)", Skill.FORMAT, "format"),
    ],
)
def test_a_missing_skill_is_named_with_its_misses(wrong: str, skill: Skill, words: str) -> None:
    report = probe(Oracle(wrong=wrong, schema=True))
    assert shares(report)[skill] == 0
    assert words in report.verdict
    (result,) = (result for result in report.results if result.skill is skill)
    assert len(result.misses) == result.total
    assert "nonsense" in result.misses[0]


@pytest.mark.parametrize("method", list(Method))
def test_each_way_of_asking_finds_the_models_knowledge(method: Method) -> None:
    case = KNOWN.grounding[0]
    model = Oracle(scoring=True, schema=True, grammar=True)
    if method is Method.INDEX:
        number = case.elements.index(case.answer) + 1
        model.answer = lambda question: json.dumps({"element": number}) if f"[{number}] " in question else ""  # type: ignore[method-assign]
    assert ground(model, KNOWN.grounding_prompt, case, method)[0] == case.answer
    (asked,) = model.asked
    if isinstance(asked, ScoreRequest):
        assert asked.candidates == case.elements
        assert (asked.baseline is not None) == (method is Method.PMI)
        assert asked.among == {Method.AMONG: 1.0, Method.MIXED: 0.5}.get(method, 0.0)
        assert asked.baseline is None or case.step not in asked.baseline[-1].text


def test_a_model_is_asked_in_the_ways_it_has() -> None:
    assert methods(Capabilities(context=1, scoring=True)) == tuple(Method)
    assert methods(Capabilities(context=1, schema=True)) == (Method.INDEX, Method.DESCRIPTOR)


def test_a_probe_without_time_is_not_graded() -> None:
    report = probe(Oracle(schema=True), seconds=0.0)
    assert "too slow" in report.verdict
    assert [result.asked for result in report.results] == [0, 0, 0]


def test_a_model_that_cannot_be_reached_ends_the_probe() -> None:
    class Gone(Oracle):
        def complete(self, request: ModelRequest) -> ModelReply:
            raise ModelUnreachable("gone")

    with pytest.raises(ModelUnreachable):
        probe(Gone(schema=True))


@pytest.mark.parametrize(("good", "ends"), [(0, True), (1, False)])
def test_unusable_answers_end_the_probe_unless_a_model_is_behind_them(good: int, ends: bool) -> None:
    """A web server answers everything with its page: this is an error, not an unfit model."""

    class Page(Oracle):
        heard = 0

        def complete(self, request: ModelRequest) -> ModelReply:
            self.heard += 1
            if self.heard > good and "grounding" in request.purpose:
                raise ModelReplyInvalid("the server did not answer with a chat completion")
            return super().complete(request)

    page = Page(schema=True)
    if ends:
        with pytest.raises(ModelReplyInvalid):
            probe(page)
        assert page.heard == 3
    else:
        grounded = probe(page).results[0]
        assert (grounded.right, grounded.asked) == (1, 34)
        assert "did not answer with a chat completion" in grounded.misses[0]


def test_a_scripted_model_can_be_probed(tmp_path: Path) -> None:
    path = tmp_path / "model.toml"
    path.write_text("[[rule]]\nreply = 'no idea'\n[[rule]]\nchoose = '.'\n", encoding="utf-8")
    report = probe(ScriptedModel(path))
    assert report.verdict.startswith("not fit")
    assert report.model == f"scripted:{path}"


def test_every_case_can_be_answered_and_no_example_is_a_case() -> None:
    for case in KNOWN.grounding:
        assert case.answer in case.elements
        assert len(set(case.elements)) == len(case.elements)
    assert len(KNOWN.grounding) > 100
    assert len({case.app for case in KNOWN.grounding}) > 10
    assert 20 < sum(case.quick for case in KNOWN.grounding) < 45, "a probe takes about a minute"
    assert {case.answer for case in KNOWN.counter} == {"done", "not yet"}
    asked = {case.step for case in KNOWN.grounding} | {case.step for case in KNOWN.counter}
    for example in (*KNOWN.grounding_prompt.examples, *KNOWN.counter_prompt.examples):
        assert not any(step in example.question for step in asked)
