"""Every prompt as sent, word for word with its version and its size: tests/golden/prompts/*.txt.

After a change of words, run `UPDATE_GOLDENS=1 pytest tests/agents/test_prompt_goldens.py` and read the diff. It raises
the versions in the templates. OpenAI's o200k_base counts the sizes: the whole example, and the part that is the same in
every call.
"""

from __future__ import annotations

import os
import re
from pathlib import Path
from typing import Any

import pytest

from agentprog import resources
from agentprog.agents.acting import moves_for_prompt
from agentprog.agents.prompting import render, versions
from agentprog.models.llamacpp import LlamaModel
from agentprog.models.tokens import encoding_counter
from agentprog.ports import Message
from agentprog.runtime.forms.primitives import touches_for_prompt
from tests.agents.screens import NOW

FOLDER = Path(__file__).resolve().parent.parent / "golden" / "prompts"
NAMES = sorted(path.stem for path in resources.folder("prompts").glob("*.jinja"))

FULL: dict[str, Any] = {
    "actions": moves_for_prompt(),
    "touches": touches_for_prompt(),
    "able": True,
    "allowed": ["hold", "continue", "break"],
    "answers": ["On which day? Friday"],
    "asks": True,
    "agenda": ["Open the list", "Add the task"],
    "app": "Tasks",
    "apps": ["Contacts", "Simple SMS Messenger", "Tasks"],
    "before": ['[1] button "New task"'],
    "beliefs": ["b1 (confirmed): the Tasks app is open"],
    "candidates": ['tap button "Save"', 'tap button "Close"'],
    "code": "sum(prices)",
    "coming": ["Monday 2023-10-16", "Tuesday 2023-10-17"],
    "condition": 'the task "Water plants" exists',
    "dated": True,
    "description": "the red star in the corner",
    "done": ["line 1: done"],
    "draft": 'In the "Hana" app, say hello',
    "earlier": ["round 1: tapped New task, typed, saved: verified"],
    "error": "TypeError: unsupported operand types",
    "expectation": "Water plants",
    "field": 'field "Title"',
    "first": "2+3=5",
    "frames": [('1. tap button "New task"', ['[1] button "New task"'])],
    "gaps": ['[b2] "Tasks" is in front (refuted)'],
    "hints": ["The last action changed nothing."],
    "history": ["1. opened Tasks"],
    "instruction": "Water the plants on Friday",
    "kept": '1 In the "Tasks" app, open the list "Home"',
    "kind": "number",
    "language": "en",
    "last": 'tap button "Save"',
    "leads": True,
    "line": 2,
    "move": 'tap button "New task"',
    "moves": ['open app "Tasks"', 'tap button "New task"'],
    "now": NOW,
    "output": 'tap button "New task"',
    "parts": ["How many are open?", "[a screenshot]"],
    "path": ["line 1: done"],
    "pending": ["Water plants"],
    "picture": True,
    "places": True,
    "problem": "the list is empty",
    "problems": ['there is no app "Hana" on this phone'],
    "program": '1 In the "Tasks" app, open the list "Home"\n2 In the "Tasks" app, add the task "Water plants"',
    "progress": "the list is open",
    "prompt": "Which of these is a fruit?",
    "schema": '{"type": "number"}',
    "screen": ['[1] button "Save"', '[2] field "Title": empty'],
    "scope": "Contacts",
    "secrets": ["pin"],
    "tools": ['use tool "price" with item = (text): What an item costs.'],
    "answer": "an object with name (text), price (number)",
    "skipped": 2,
    "space": "Coordinates run from 0 to 1000 over the whole picture, in width and in height.",
    "state": "The list is open.",
    "statement": "the sum of {prices}",
    "step": 'add the task "Water plants"',
    "successors": ['3: add the task "Feed the cat"', '2, next round: add the task "Water roses"'],
    "task": "Water the plants on Friday",
    "texts": ["note"],
    "variables": ["{day} = Friday (text, user)"],
    "wanted": "the number of open tasks",
}
"""A value for every name that some prompt uses, with every part of it filled."""


def written(messages: tuple[Message, ...]) -> str:
    return "\n".join(f"[[{message.role}]]\n{message.text}" for message in messages)


def tokens(text: str) -> int:
    count = encoding_counter("o200k_base")
    assert count is not None, "toktok is not installed: make test does, with the development tools"
    return count(text)


def golden(name: str) -> str:
    text = written(render(name, **FULL))
    sizes = f"{tokens(text)} tokens, the first {tokens(static_prefix(name))} always the same"
    return f"version {versions()[name]}: {sizes}\n{text}\n"


@pytest.mark.parametrize("name", NAMES)
def test_a_prompt_equals_its_golden_file(name: str) -> None:
    path = FOLDER / f"{name}.txt"
    if os.environ.get("UPDATE_GOLDENS"):
        path.parent.mkdir(exist_ok=True)
        template = resources.folder("prompts") / f"{name}.jinja"
        before = path.read_text(encoding="utf-8") if path.exists() else ""
        Path(str(template)).write_text(raised(template.read_text(encoding="utf-8"), before, golden(name)), "utf-8")
        path.write_text(golden(name), encoding="utf-8")
    assert golden(name) == path.read_text(encoding="utf-8"), "the words have changed: UPDATE_GOLDENS=1"


def raised(template: str, before: str, now: str) -> str:
    """The template with the next version, if its words differ from the golden file's words of this version."""
    (then, *_), (version, *_) = before.split(":", 1), now.split(":", 1)
    if not before or then != version or before == now:
        return template
    return re.sub(r"version (\d+)", lambda found: f"version {int(found[1]) + 1}", template, count=1)


def test_a_prompt_with_other_words_gets_the_next_version_once() -> None:
    template, new = "{#- version 3. On steps. -#}\nDo it.", "version 3: 9 tokens\nDo it."
    assert raised(template, "version 3: 8 tokens\nDo.", new) == "{#- version 4. On steps. -#}\nDo it."
    assert raised(template, "version 2: 8 tokens\nDo.", new) == template, "a person has raised it"
    assert raised(template, new, new) == template
    assert raised(template, "", new) == template


def test_a_golden_file_has_a_prompt() -> None:
    assert sorted(path.stem for path in FOLDER.glob("*.txt")) == NAMES


def static_prefix(name: str) -> str:
    """The beginning that is the same in every call on any phone: up to the first inserted value."""
    source = (resources.folder("prompts") / f"{name}.jinja").read_text(encoding="utf-8").replace(": now]]", "]]")
    for listed, text in (
        ("{{ actions }}", moves_for_prompt()),
        (
            "{% for line in touches %}\n- {{ line }}\n{% endfor %}",
            "- " + "\n- ".join(touches_for_prompt()),
        ),
    ):
        source = source.replace(listed, text)  # the same for every phone
    return re.split(r"\{\{|\{%", source.split("-#}", 1)[1])[0]


@pytest.mark.parametrize(("name", "most"), [("ground", 2500), ("ground_code", 2500), ("ground_small", 1500)])
def test_a_grounding_prompt_begins_with_a_short_constant_part(name: str, most: int, checkout: Path) -> None:
    prefix = static_prefix(name)
    size = tokens(prefix)
    assert 100 < size < most
    assert written(render(name, **FULL)).startswith(prefix.strip()), "it is the beginning"
    page = (checkout / "docs" / "models.md").read_text(encoding="utf-8")
    assert f"{size:,} for `{name}`" in page, "docs/models.md tells these sizes"


@pytest.mark.model
def test_a_small_models_own_tokenizer_finds_its_prompt_short_too(small_weights: Path) -> None:
    model = LlamaModel(small_weights, context=256)
    try:
        assert 100 < model.count_tokens(static_prefix("ground_small")) < 1500
    finally:
        model.close()
