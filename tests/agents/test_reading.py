from __future__ import annotations

import json

import pytest

from agentprog.agents.asking import ask
from agentprog.agents.extractor import ModelExtractor
from agentprog.agents.navigator import ModelNavigator
from agentprog.agents.planner import ModelPlanner
from agentprog.agents.replies.seeing import VerdictReply
from agentprog.agents.thinking import ModelAdviser, ModelCoder
from agentprog.errors import ModelReplyInvalid
from agentprog.ports import Capabilities, ImagePart, Message, Screen, Screenshot
from agentprog.runtime.roles import AdviceContext, ComputeContext, ConditionContext, ExtractContext, PlanRequest, Seen
from tests.agents.models import Answering
from tests.agents.screens import NOW, element, screen

SHOWN = screen(element("text", "Ann Lee"), element("item", "+1 555 0100, Mobile"))
QUESTION = (Message.of("user", "is it so?"),)


def test_a_reply_is_found_among_other_words() -> None:
    model = Answering(reply=lambda request: 'Sure!\n```json\n{"evidence": "", "holds": "no"}\n``` Anything else?')
    assert ask(model, QUESTION, VerdictReply, purpose="judge").holds == "no"
    assert "schema" in model.requests[0].messages[-1].text


def test_a_model_with_schemas_gets_one_and_no_words_about_it() -> None:
    able = Capabilities(context=4096, schema=True)
    model = Answering(reply=lambda request: '{"evidence": "", "holds": "no"}', capabilities=able)
    ask(model, QUESTION, VerdictReply, purpose="judge")
    assert model.requests[0].schema is not None
    assert model.requests[0].messages == QUESTION


def test_one_repair_names_the_problem_and_a_second_failure_is_an_error() -> None:
    model = Answering(reply=lambda request: '{"evidence": "", "holds": "perhaps"}')
    with pytest.raises(ModelReplyInvalid) as caught:
        ask(model, QUESTION, VerdictReply, purpose="judge")
    assert len(model.requests) == 2
    assert "holds" in model.requests[1].messages[-1].text
    assert "perhaps" in caught.value.evidence


@pytest.mark.parametrize(
    ("reply", "holds"),
    [
        ({"evidence": "Ann Lee", "holds": "yes"}, True),
        ({"evidence": "", "holds": "no"}, False),
        ({"evidence": "", "holds": "unknown"}, None),
        ({"evidence": "Bob Ray", "holds": "yes"}, None),
    ],
)
def test_a_yes_counts_only_with_evidence_on_the_screen(reply: dict[str, str], holds: bool | None) -> None:
    model = Answering(reply=lambda request: json.dumps(reply))
    asked = ConditionContext(condition="the contact is there", seen=Seen(app="Contacts", screen=SHOWN, now=NOW))
    assert ModelNavigator(model).judge(asked).holds is holds


@pytest.mark.parametrize(
    ("reply", "value"),
    [
        ({"found": True, "value": "+1 555 0100"}, "+1 555 0100"),
        ({"found": True, "value": "+1 999 9999"}, None),
        ({"found": True, "value": "Ann Lee"}, None),
        ({"found": False, "value": ""}, None),
    ],
)
def test_only_a_value_on_the_screen_is_read(reply: dict[str, object], value: str | None) -> None:
    model = Answering(reply=lambda request: json.dumps(reply))
    wanted = ExtractContext(wanted="the number of Ann Lee", seen=Seen(app="Contacts", screen=SHOWN, now=NOW), kind="")
    assert ModelExtractor(model).read(wanted).value == value


def test_invented_items_of_a_list_are_left_out() -> None:
    model = Answering(reply=lambda request: json.dumps({"found": True, "value": ["Ann Lee", "Zoe"]}))
    wanted = ExtractContext(wanted="all names", seen=Seen(app=None, screen=SHOWN, now=NOW), kind="list")
    assert ModelExtractor(model).read(wanted).value == ["Ann Lee"]


def test_a_persons_remark_comes_before_each_question() -> None:
    replies = {
        "judge": {"evidence": "", "holds": "no"},
        "read": {"found": False, "value": ""},
        "advise": {"answer": "Rome"},
    }
    model = Answering(reply=lambda request: json.dumps(replies[request.purpose]))
    hints = ("The user says: the one in Rome",)
    condition = ConditionContext(
        condition="Ann Lee is there", seen=Seen(app="Contacts", screen=SHOWN, now=NOW), hints=hints
    )
    ModelNavigator(model).judge(condition)
    wanted = ExtractContext(wanted="the number", seen=Seen(app="Contacts", screen=SHOWN, now=NOW), hints=hints)
    ModelExtractor(model).read(wanted)
    ModelAdviser(model).advise(AdviceContext(prompt="Which Ann?", now=NOW, hints=hints))
    last = [request.messages[-1].text for request in model.requests]
    assert len(last) == 3
    assert all("Note: The user says: the one in Rome\n" in text for text in last)


@pytest.mark.parametrize(
    ("wanted", "many"),
    [
        ("all names", True), ("alle Namen", True), ("jede Zeile der Liste", True), ("todos los precios", True),
        ("所有价格", True),
        ("the price", False), ("den Preis", False), ("el precio", False), ("价格", False),
    ],
)  # fmt: skip
def test_a_reading_of_many_values_is_a_list_in_every_language(wanted: str, many: bool) -> None:
    value: object = ["Ann Lee"] if many else "Ann Lee"
    model = Answering(reply=lambda request: json.dumps({"found": True, "value": value}))
    context = ExtractContext(wanted=wanted, seen=Seen(app=None, screen=SHOWN, now=NOW))
    assert ModelExtractor(model).read(context).value == value
    assert len(model.requests) == 1


@pytest.mark.parametrize("reply", ["sum(prices)", "```python\nsum(prices)\n```", "Here:\n```\nsum(prices)\n```\nDone."])
def test_code_comes_without_its_fence(reply: str) -> None:
    coder = ModelCoder(Answering(reply=lambda request: reply))
    assert coder.write(ComputeContext(statement="the sum", variables=("prices = [1]",))) == "sum(prices)"


@pytest.mark.parametrize(
    ("instruction", "program", "last"),
    [
        ("When is it?", "Look it up, record as {time}", "Set {answer} to {time}"),
        ("When is it?", "Look it up, record as {answer}", "Look it up, record as {answer}"),
        ("Note the time", "Look it up, record as {time}", "Look it up, record as {time}"),
    ],
)
def test_a_question_ends_in_an_answer(instruction: str, program: str, last: str) -> None:
    planner = ModelPlanner(Answering(reply=lambda request: program))
    planned = planner.plan(PlanRequest(instruction=instruction, apps=("Clock",), now=NOW))
    assert planned.splitlines()[-1] == last


_ADD, _LOOK = 'In the "Contacts" app, add "Ana Lima"', 'In the "Contacts" app, find the number of "Ana Lima"'


@pytest.mark.parametrize(
    ("instruction", "program", "planned"),
    [
        ("Add Ana", f"{_ADD}, record as {{contact}}", _ADD),
        ("Look Ana up, rename her", f"{_LOOK}, rename her, record as {{it}}", f"{_LOOK}, rename her"),
        ("Read me the message", "Read the message, record as {answer}", "Read the message, record as {answer}"),
        ("Look up Ana's number", f"{_LOOK}, record as {{answer}}", f"{_LOOK}, record as {{answer}}"),
        ("Add Ana, tell", f"{_ADD}, record as {{id}}\nSay {{id.x}}", f"{_ADD}, record as {{id}}\nSay {{id.x}}"),
        ("Add Ana to my contacts", f"{_ADD}, record as {{answer}}", _ADD),
        ("Add Ana and say so", f"{_ADD}, record as {{answer}}", f"{_ADD}, record as {{answer}}"),
        ("Is she added?", f"{_ADD}, record as {{answer}}", f"{_ADD}, record as {{answer}}"),
        ("Read the note", 'Read the note "delete me", record as {a}', 'Read the note "delete me", record as {a}'),
        ("把安娜加到联系人", "在“通讯录”中添加“安娜”, record as {x}", "在“通讯录”中添加“安娜”"),
    ],
)
def test_a_planned_change_records_no_unused_result(instruction: str, program: str, planned: str) -> None:
    planner = ModelPlanner(Answering(reply=lambda request: program))
    assert planner.plan(PlanRequest(instruction=instruction, apps=("Contacts",), now=NOW)) == planned


@pytest.mark.parametrize("small", [True, False])
def test_the_planner_knows_the_days_unless_it_is_small(small: bool) -> None:
    model = Answering(reply=lambda request: "Look it up", capabilities=Capabilities(context=4096, small=small))
    ModelPlanner(model).plan(PlanRequest(instruction="Water the plants on Friday", apps=("Tasks",), now=NOW))
    days = "Today is Sunday, 2023-10-15. Then come Monday 2023-10-16, Tuesday 2023-10-17,"
    assert (days in model.requests[0].messages[-1].text) is not small


@pytest.mark.parametrize(
    ("on", "answer", "value"),
    [(True, "on", "on"), (False, "Off", "Off"), (True, "off", None), (True, "Use Bluetooth", None)],
)
def test_the_state_of_a_switch_is_read_without_a_text_of_it(on: bool, answer: str, value: str | None) -> None:
    model = Answering(reply=lambda request: json.dumps({"found": True, "value": answer}))
    shown = screen(element("switch", "Use Bluetooth", checkable=True, checked=on))
    wanted = "find whether Use Bluetooth is on or off"
    asked = ExtractContext(wanted=wanted, seen=Seen(app="Settings", screen=shown, now=NOW))
    assert ModelExtractor(model).read(asked).value == value


PICTURE = Screenshot(data=b"drawn", media_type="image/png", width=540, height=1200)
SEES = Capabilities(context=4096, schema=True, vision=True)
DRAWN = screen(element("text", "Score"), screenshot=PICTURE)


def pictures(model: Answering) -> int:
    return sum(isinstance(part, ImagePart) for part in model.requests[-1].messages[-1].parts)


@pytest.mark.parametrize(
    ("reply", "kind", "value", "pictured"),
    [
        ({"found": True, "value": "Level 7"}, "", "Level 7", True),
        ({"found": True, "value": 42}, "number", 42, True),
        ({"found": True, "value": ["Score", "Ann 12"]}, "list", ["Score", "Ann 12"], True),
        ({"found": True, "value": [{"name": "Ann", "points": "12"}]}, "list of objects with name and points as number",
         [{"name": "Ann", "points": "12"}], True),
        ({"found": True, "value": "Score"}, "", "Score", False),
    ],
)  # fmt: skip
def test_a_seeing_model_reads_a_drawn_screen_from_its_picture_and_marks_it(
    reply: dict[str, object], kind: str, value: object, pictured: bool
) -> None:
    model = Answering(reply=lambda request: json.dumps(reply), capabilities=SEES)
    wanted = ExtractContext(wanted="what is won", seen=Seen(app="Game", screen=DRAWN, now=NOW), kind=kind)
    read = ModelExtractor(model).read(wanted)
    assert (read.value, read.pictured) == (value, pictured)
    assert pictures(model) == 1
    assert "picture" in model.requests[0].messages[-1].text


def test_a_seeing_model_judges_a_drawn_screen_by_its_picture_and_marks_it() -> None:
    model = Answering(reply=lambda request: '{"evidence": "a red lamp", "holds": "yes"}', capabilities=SEES)
    asked = ConditionContext(condition="the lamp is red", seen=Seen(app="Game", screen=DRAWN, now=NOW))
    verdict = ModelNavigator(model).judge(asked)
    assert (verdict.holds, verdict.pictured) == (True, True)
    assert pictures(model) == 1


@pytest.mark.parametrize(
    ("shown", "able"),
    [
        (screen(element("text", "Score"), element("button", "Play"), screenshot=PICTURE), SEES),
        (DRAWN, Capabilities(context=4096, schema=True)),
        (screen(element("text", "Score")), SEES),
    ],
    ids=["the tree holds it", "the model sees nothing", "there is no picture"],
)
def test_a_screen_with_a_tree_and_a_blind_model_get_no_picture(shown: Screen, able: Capabilities) -> None:
    replies = {"read": {"found": True, "value": "Level 7"}, "judge": {"evidence": "a red lamp", "holds": "yes"}}
    model = Answering(reply=lambda request: json.dumps(replies[request.purpose]), capabilities=able)
    seen = Seen(app="Game", screen=shown, now=NOW)
    assert ModelExtractor(model).read(ExtractContext(wanted="what is won", seen=seen)).value is None
    assert pictures(model) == 0
    assert ModelNavigator(model).judge(ConditionContext(condition="the lamp is red", seen=seen)).holds is None
    assert pictures(model) == 0


@pytest.mark.parametrize(("number", "inferred"), [(1234.5, False), (3, False), (42, True), (1, True)])
def test_a_number_that_no_text_shows_is_marked_as_inferred(number: float, inferred: bool) -> None:
    shown = screen(element("text", "Balance: 1,234.50 EUR"), element("item", "3 unread messages, 12:41"))
    model = Answering(reply=lambda _: json.dumps({"found": True, "value": number}))
    wanted = ExtractContext(wanted="find it", kind="number", seen=Seen(app="Bank", screen=shown, now=NOW))
    reading = ModelExtractor(model).read(wanted)
    assert reading.value == number
    assert reading.inferred is inferred


@pytest.mark.parametrize(("leads", "small", "way"), [(True, False, ("More",)), (False, False, ()), (True, True, ())])
def test_a_reading_of_a_page_without_the_value_may_name_the_way(leads: bool, small: bool, way: tuple[str, ...]) -> None:
    able = Capabilities(context=4096, schema=True, small=small)
    answer = {"found": False, "value": "", "way": [" More ", ""]}
    model = Answering(reply=lambda request: json.dumps(answer), capabilities=able)
    seen = Seen(app="Contacts", screen=SHOWN, now=NOW)
    reading = ModelExtractor(model).read(ExtractContext(wanted="the sum", seen=seen, leads=leads))
    assert (reading.value, reading.way) == (None, way)
    asked = model.requests[0]
    assert ("way" in asked.messages[-1].text) is bool(way)
    assert ("way" in json.dumps(asked.schema)) is bool(way), "a small model's grammar stays as it is"
