"""Steps grounded as Python: actions of code pass gate, journal and budget; code makes one change for each look."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import date
from typing import Any

import pytest

from agentprog.ports import Element, OpenApp, OutcomeKind, ReadClipboard, Screenshot, Tap, TypeText
from agentprog.runtime.forms.primitives import METHODS
from agentprog.runtime.forms.shapes import ShapeError, shape_of
from agentprog.runtime.journal.events import ActionDone, ActionIntended, MoveDecided, Resolved, VariableSet
from agentprog.runtime.journal.folder import RunFolder
from agentprog.runtime.journal.resume import load
from agentprog.runtime.roles import Code, LocateContext, Move, QueryContext, Roles, StepContext, StepDone
from agentprog.runtime.safety.limits import Limits
from tests.runtime.conftest import FakePhone, Lab, SensibleExtractor, SensibleNavigator

FILL = """if mobile.get_input_field_text({field}) != {text}:
    mobile.input({field}, {text})
else:
    mobile.click('Save', expect='milk')
"""
"""Fills the form's field, then saves: what fits the screen that it finds."""
ADD = 'In the "Notes" app, add the note "milk"\n'


@dataclass
class Codes:
    """Answers with the code that fits the screen; done when the note is there."""

    rules: list[tuple[str, str]] = field(default_factory=list)
    contexts: list[StepContext] = field(default_factory=list)

    def next_move(self, context: StepContext) -> Move:
        self.contexts.append(context)
        for shown, code in self.rules:
            if context.seen.screen.shows(shown):
                return StepDone(reason="there", evidence=shown) if code == "DONE" else Code(text=code)
        raise AssertionError([e.label for e in context.seen.screen.elements])


class ByWords:
    """Locates "the button that saves" and "the field of the title"; knows nothing else."""

    def __init__(self) -> None:
        self.asked: list[str] = []

    def locate(self, context: LocateContext) -> Element | None:
        self.asked.append(context.description)
        wanted = {"the button that saves": "Save", "the field of the title": "Title"}.get(context.description)
        return next((e for e in context.screen.elements if e.label == wanted), None)


@dataclass
class Answers:
    """Answers a question by its words; the second answer of a pair is for a request with a problem."""

    said: dict[str, Any] = field(default_factory=dict)
    contexts: list[QueryContext] = field(default_factory=list)

    def query(self, context: QueryContext) -> Any:
        self.contexts.append(context)
        text = " ".join(part for part in context.parts if isinstance(part, str))
        found = next(answer for words, answer in self.said.items() if words in text)
        return (
            found[1]
            if isinstance(found, tuple) and context.problem
            else found[0]
            if isinstance(found, tuple)
            else found
        )


@pytest.fixture
def coded(lab: Lab):
    def make(*rules: tuple[str, str], **answers: Any) -> Lab:
        lab.roles = Roles(
            grounder=Codes(list(rules)),
            navigator=SensibleNavigator(),
            extractor=SensibleExtractor(),
            locator=ByWords(),
            querier=Answers(answers),
        )
        lab.person.answers = {"": "Go on."}
        return lab

    return make


GOOD = (
    ("Title", FILL.format(field="'Title'", text="'milk'")),
    ("milk", "DONE"),
    ("New", "mobile.click('New')"),
)  # fmt: skip


def test_a_step_is_done_in_python_and_proven_on_the_screen(coded) -> None:
    lab = coded(*GOOD)
    outcome = lab.run(ADD)
    assert outcome.kind is OutcomeKind.VERIFIED
    assert lab.phone.notes == ["milk"]
    assert [event.text for event in lab.events.of(ActionIntended)][1:] == [
        'tap button "New"',
        'type "milk" into field "Title"',
        'tap button "Save"',
    ]
    assert {event.why for event in lab.events.of(ActionIntended)} == {"enter app", "code"}
    assert [event.shown for event in lab.events.of(ActionDone)][-1] is True


def test_a_label_needs_no_model_and_a_description_asks_one(coded) -> None:
    filling = FILL.format(field="f", text="'milk'")
    lab = coded(
        ("Title", "f = 'the field of the title'\n" + filling.replace("Save", "the button that saves")),
        ("milk", "DONE"),
        ("New", "mobile.click('New')"),
    )  # fmt: skip
    assert lab.run(ADD).kind is OutcomeKind.VERIFIED
    assert set(lab.roles.locator.asked) == {"the field of the title", "the button that saves"}


def test_after_one_change_the_rest_of_a_snippet_is_not_run(coded) -> None:
    lab = coded(("Title", "DONE"), ("New", "mobile.click('New')\nmobile.input('Title', 'x')\nmobile.click('Save')"))
    lab.run(ADD)
    assert lab.phone.notes == []
    assert [type(action) for action in lab.phone.actions] == [OpenApp, Tap]
    hints = lab.roles.grounder.contexts[-1].background.hints
    assert any("stopped after it had changed the screen" in hint for hint in hints)


def test_code_that_swallows_the_end_of_its_snippet_gets_no_further(coded) -> None:
    swallowing = (
        "for _ in range(30):\n    try:\n        mobile.click('New')\n    except Exception:\n        mobile.back()"
    )
    lab = coded(("Title", "DONE"), ("New", swallowing))
    lab.run(ADD)
    assert [type(action) for action in lab.phone.actions] == [OpenApp, Tap]


def test_the_policy_may_allow_more_changes_a_look(coded) -> None:
    lab = coded(("milk", "DONE"), ("New", "mobile.click('New')\nmobile.input('Title', 'milk')\nmobile.click('Save')"))
    assert lab.run(ADD, changes_per_look=3).kind is OutcomeKind.VERIFIED
    assert len(lab.roles.grounder.contexts) == 2


def test_names_that_code_assigns_stay_in_the_frame_and_never_touch_the_programs_own(coded) -> None:
    lab = coded(
        ("Title", FILL.format(field="'Title'", text="word")),
        ("milk", "DONE"),
        ("New", "word = 'milk'\nlist_of = [1, 2]\nmine = 'stolen'\ndef f(): return 1\nmobile.click('New')"),
    )  # fmt: skip
    outcome = lab.run('Set {mine} to "safe"\n' + ADD + "Set {answer} to {mine}\n")
    assert outcome.answer == "safe"
    kept = {event.name: event.provenance for event in lab.events.of(VariableSet)}
    assert kept["word"] == kept["list_of"] == "screen"
    assert "f" not in kept
    assert lab.phone.notes == ["milk"]


def test_auxiliary_names_end_with_the_task_that_made_them(coded) -> None:
    text = 'define a task named "note it"\n    ' + ADD + 'execute task "note it"\n' + ADD.replace("milk", "bread")
    seen: list[str] = []

    class Watching(Codes):
        def next_move(self, context: StepContext) -> Move:
            seen.append("word" if any("{word}" in line for line in context.background.variables) else "-")
            wanted = context.goal.literals[0]
            if context.seen.screen.shows("Title"):
                typed = f"mobile.input('Title', {wanted!r})"
                held = next(e for e in context.seen.screen.elements if e.label == "Title").text
                return Code(text="mobile.click('Save')" if held == wanted else typed)
            if context.seen.screen.shows(wanted):
                return StepDone(reason="there", evidence=wanted)
            return Code(text=f"word = {wanted!r}\nmobile.click('New')" if wanted == "milk" else "mobile.click('New')")

    lab = coded()
    lab.roles = Roles(grounder=Watching())
    assert lab.run(text).kind is OutcomeKind.VERIFIED
    assert seen == ["-", "word", "word", "word", "-", "-", "-", "-"]


def test_failing_code_is_reported_and_ends_a_step_that_does_nothing_else(coded) -> None:
    lab = coded(("New", "1 / 0"))
    outcome = lab.run(ADD)
    assert outcome.kind is OutcomeKind.FAILED
    assert "changed nothing on the phone" in outcome.reason
    assert any("ZeroDivisionError" in hint for hint in lab.roles.grounder.contexts[-1].background.hints)


@pytest.mark.parametrize(
    ("code", "message"),
    [
        ("mobile.click('Nowhere')", "there is no element"),
        ("mobile.click('New', colour=1)", "unexpected keyword"),
        ("mobile.click()", "missing a required argument"),
        ("mobile.fly()", "mobile has no 'fly'"),
        ("mobile.press('power')", "there is no key 'power'"),
        ("mobile.input('New', 'x')", "there is no field"),
        ("mobile.scroll('sideways')", "a direction is one of"),
        ("mobile.click(['New'])", "must be described in words"),
        ("mobile.wait(-1)", "must be a number"),
        ("mobile.wait(float('nan'))", "must be a number"),
        ("mobile.start_app('Bank')", "no app 'Bank'"),
        ("mobile.take_screenshot()", "there is no screenshot"),
        ("mobile.get_clipboard(", "this is no Python"),
        ("llm.answer('x')", "llm has no 'answer'"),
        ("llm.query()", "takes prompts"),
        ("llm.query('x', returns='wish')", "is no type"),
        ("open('x')", "PermissionError"),
        ("'x' * 10**9", "MemoryError"),
        ("x" * 9000, "longer than"),
    ],
)
def test_an_error_of_code_is_reported_to_its_author(coded, code: str, message: str) -> None:
    lab = coded(("New", code))
    lab.run(ADD)
    hints = lab.roles.grounder.contexts[-1].background.hints
    assert any(message in hint for hint in hints), hints


def test_refused_by_the_gate_inside_code(coded) -> None:
    lab = coded(("Message", "mobile.click('Send')"))
    lab.person.allows = False
    lab.run('In the "Chat" app, look around\n', limits=Limits(holds=4))
    assert lab.phone.messages == []
    assert "send" in lab.person.asked[0]


def test_the_action_budget_and_cancel_hold_inside_code(coded) -> None:
    lab = coded(("Title", "mobile.back()"), ("New", "mobile.click('New')"))
    assert lab.run(ADD, limits=Limits(actions=5)).kind is OutcomeKind.OUT_OF_BUDGET
    assert len(lab.phone.actions) == 5


def test_no_except_of_the_code_sees_a_cancel(coded) -> None:
    lab = coded(("New", "while True:\n    try:\n        mobile.check('x')\n    except BaseException:\n        pass"))
    lab.cancel.cancel("enough")
    assert lab.run(ADD).kind is OutcomeKind.INTERRUPTED


def test_the_code_sees_the_phones_clock(coded) -> None:
    code = "import datetime\ntoday = datetime.date.today().isoformat()\nmobile.click('New')"
    lab = coded(("Title", "DONE"), ("New", code))
    lab.run(ADD)
    assert next(e.preview for e in lab.events.of(VariableSet) if e.name == "today").startswith('{today} = "2030-01-15"')


def test_conditions_waiting_and_swiping_until(coded) -> None:
    lab = coded(
        ("n9", "DONE"),
        (
            "New",
            "seen = mobile.check('\"n0\" is shown')\nfound = mobile.swipe_until('', '\"n9\" appears', towards='up')",
        ),
    )
    lab.phone = FakePhone(notes=[f"n{i}" for i in range(10)])

    def swiping(action: object) -> bool:
        if type(action).__name__ == "Swipe":
            lab.phone.first = min(5, lab.phone.first + 3)
        return True

    lab.phone.before_action = swiping
    lab.run('In the "Notes" app, find "n9"\n')
    sets = {e.name: e.preview for e in lab.events.of(VariableSet)}
    assert sets["seen"].startswith("{seen} = true")
    assert sets["found"].startswith("{found} = true")


def test_the_clipboard_is_read_once_and_restored_from_the_journal(coded) -> None:
    lab = coded(("Title", "DONE"), ("New", "said = mobile.get_clipboard()\nmobile.click('New')"))
    perform = lab.phone.perform

    def with_clipboard(action):
        from agentprog.ports import ActionResult

        return ActionResult(ok=True, value="from elsewhere") if isinstance(action, ReadClipboard) else perform(action)

    lab.phone.perform = with_clipboard
    lab.run(ADD)
    assert [e.value for e in lab.events.of(Resolved) if e.what == "clipboard value"] == ["from elsewhere"]


# ------------------------------------------------------------ typed answers


@pytest.mark.parametrize(
    ("returns", "answer", "value"),
    [
        ("str", 5, "5"),
        ("int", "7", 7),
        ("int", 3.0, 3),
        ("float", "2.5", 2.5),
        ("bool", "yes", True),
        ("None", None, None),
        ("int | None", None, None),
        ("str | int", 4, 4),
        ("list[str]", ["a", 1], ["a", "1"]),
        ("dict[str, int]", {"a": "1"}, {"a": 1}),
        ("list[dict[str, int | None]]", [{"a": None}], [{"a": None}]),
        ("datetime.date", "2030-02-01", date(2030, 2, 1)),
        ([int], ["1", 2], [1, 2]),
        ([str, int], ["a", "2"], ["a", 2]),
        ({"name": str, "age": (int, "in years")}, {"name": "Bo", "age": "30", "more": 1}, {"name": "Bo", "age": 30}),
        ({"rows": [{"n": int}]}, {"rows": [{"n": 1}]}, {"rows": [{"n": 1}]}),
        (list, [1, "a"], [1, "a"]),
        (dict, {"a": 1}, {"a": 1}),
    ],
)
def test_an_answer_is_taken_as_the_type_that_was_wanted(returns: object, answer: object, value: object) -> None:
    assert shape_of(returns).take(answer) == value


@pytest.mark.parametrize(
    ("returns", "answer"),
    [
        ("int", "many"), ("int", 1.5), ("bool", "perhaps"), ("list[int]", {"a": 1}), ("list[int]", ["x"]),
        ([str, int], ["a"]), ({"name": str}, {}), ("str", ["a"]), ("datetime.date", "soon"), ("int | bool", "x"),
    ],
)  # fmt: skip
def test_an_answer_of_another_type_is_refused(returns: object, answer: object) -> None:
    with pytest.raises(ShapeError, match="the answer"):
        shape_of(returns).take(answer)


@pytest.mark.parametrize("returns", ["wish", "set[int]", "list[wish]", "__import__('os')", "", {}, [], 5, "((" * 2000])
def test_an_unknown_type_is_refused(returns: object) -> None:
    with pytest.raises(ShapeError, match="is no type"):
        shape_of(returns)


def test_a_shape_with_descriptions_becomes_a_schema() -> None:
    schema = shape_of({"name": str, "age": (int, "in years"), "tags": "list[str]"}).schema
    assert schema["properties"]["age"] == {"type": "integer", "description": "in years"}
    assert schema["properties"]["tags"] == {"type": "array", "items": {"type": "string"}}
    assert schema["required"] == ["name", "age", "tags"]


def test_a_query_is_asked_again_when_its_answer_has_another_type(coded) -> None:
    lab = coded(
        ("Title", "DONE"),
        ("New", "n = llm.query('how many?', {'a': [1]}, returns=int)\nmobile.click('New')"),
        **{"how many?": ("lots", 3)},
    )
    lab.run(ADD)
    first, second = lab.roles.querier.contexts
    assert (first.problem, second.problem) == ("", "the answer must be of type int, not 'lots'")
    assert first.schema == {"type": "integer"}
    assert [e.value for e in lab.events.of(Resolved) if e.what == "query"] == [{"value": 3}]


def test_a_screenshot_is_only_passed_to_the_question(coded) -> None:
    lab = coded(
        ("Title", "DONE"),
        ("New", "shot = mobile.take_screenshot()\nwords = llm.query('what is it?', shot)\nmobile.click('New')"),
        **{"what is it?": "a list"},
    )  # fmt: skip
    observe = lab.phone.observe

    def with_pixels(**options: Any):
        from dataclasses import replace

        shot = Screenshot(data=b"png", media_type="image/png", width=1, height=1)
        return replace(observe(**options), screenshot=shot)

    lab.phone.observe = with_pixels
    lab.run(ADD)
    assert isinstance(lab.roles.querier.contexts[0].parts[1], Screenshot)
    assert {e.name for e in lab.events.of(VariableSet)} == {"words"}


def test_every_primitive_of_the_original_exists() -> None:
    original = (
        "start_app kill_app get_input_field_text get_clipboard set_clipboard expand_notification_panel take_screenshot "
        "back home back_to swipe_upward swipe_downward swipe_leftward swipe_rightward swipe_until wait_until check "
        "click long_click input input_by_pasting"
    )
    assert set(original.split()) <= set(METHODS)


# ------------------------------------------------------------ a second life


@pytest.mark.parametrize("cut", range(4, 40, 3))
def test_a_run_in_python_goes_on_from_any_point_of_its_journal(new_lab, tmp_path, cut: int) -> None:
    def roles() -> Roles:
        rules = [
            ("Title", "n = llm.query('sure?', returns=bool)\n" + FILL.format(field="'Title'", text="'milk'")),
            ("milk", "DONE"),
            ("New", "word = 'milk'\nmobile.click('New')"),
        ]  # fmt: skip
        return Roles(grounder=Codes(rules), navigator=SensibleNavigator(), querier=Answers({"sure?": True}))

    lab: Lab = new_lab()
    lab.roles = roles()
    folder = RunFolder.create(tmp_path / "runs", instruction="x", now=lab.clock.now())
    lab.run(ADD, folder=folder)
    whole = folder.events()
    assert any(isinstance(event, MoveDecided) and event.move["type"] == "Code" for event in whole)
    assert cut < len(whole)

    first: Lab = new_lab()
    first.roles = roles()
    again = RunFolder.create(tmp_path / "again", instruction="x", now=lab.clock.now())

    class Killed(BaseException):
        pass

    append = again.append
    count = 0

    def counted(event, *, durable=False):
        nonlocal count
        append(event, durable=durable)
        count += 1
        if count == cut:
            raise Killed

    again.append = counted  # type: ignore[method-assign]
    with pytest.raises(Killed):
        first.run(ADD, folder=again)
    second: Lab = new_lab()
    second.roles, second.phone = roles(), first.phone
    kept = load(RunFolder.open(again.path))
    outcome = second.run(ADD, folder=kept.folder, journal=kept.journal)
    assert outcome.kind is OutcomeKind.VERIFIED
    assert second.phone.notes == ["milk"]
    typed = [action for action in second.phone.actions if isinstance(action, TypeText)]
    assert len(typed) <= 2
