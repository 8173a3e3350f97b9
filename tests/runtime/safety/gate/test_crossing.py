"""A name in one order does not count for another order: the gate on pages of a phone."""

from __future__ import annotations

from dataclasses import replace

import pytest

from agentprog.lang.effects.kinds import Risk
from agentprog.ports import Action, App, LongPress, Role, Screen, Tap, Window
from agentprog.runtime.safety.gate import Authority, Gate, Passage
from agentprog.runtime.safety.interaction import NobodyThere
from agentprog.runtime.safety.policy import Policy, Rule
from tests.runtime.safety.pages import BODY, SEND, Keeping, part, shown, thread

BOOK, NOTES = "org.people.contacts", "org.notes"
APPS = (
    App(package="org.texts", label="Texts"),
    App(package=BOOK, label="Contacts"),
    App(package=NOTES, label="Notes"),
)
DELETE = part("Delete", 150, role=Role.BUTTON)
YES = part("Delete", 900, role=Role.BUTTON, window=Window.DIALOG)


def does(made: Gate, action: Action, on: Screen, step: str) -> Passage:
    return made.pass_(action, on, step=step, apps=APPS, described="do it")


def denying(ask: str) -> Gate:
    return Gate(Policy(default=Rule.DENY), Authority(instruction=ask), NobodyThere())


def deleting(ask: str, whom: str, package: str = BOOK) -> Passage:
    return does(denying(ask), Tap(target=DELETE), shown(DELETE, part(whom, 300), package=package), f'delete "{whom}"')


def saying(to: str, body: str) -> Screen:
    on = thread(to)
    return replace(on, elements=tuple(replace(e, text=body) if e == BODY else e for e in on.elements))


ASK = "Delete Ann Reed from my contacts and text Bob Ray 'bye'"


def test_the_recipient_is_not_deleted_and_the_deleted_contact_gets_no_message() -> None:
    assert deleting(ASK, "Ann Reed").allowed
    assert "do not name" in deleting(ASK, "Bob Ray").reason
    send = 'send "bye" to "Bob Ray"'
    assert does(denying(ASK), Tap(target=SEND), saying("Bob Ray", "bye"), send).allowed


def test_a_person_to_be_called_gets_no_message() -> None:
    made = denying("Call Ann Reed and text Bob Ray 'bye'")
    assert does(made, Tap(target=SEND), saying("Bob Ray", "bye"), 'send "bye" to "Bob Ray"').allowed
    wrong = does(made, Tap(target=SEND), saying("Ann Reed", "bye"), 'send "bye" to "Ann Reed"')
    assert "whom your words name for something else" in wrong.reason


def test_each_recipient_gets_only_the_message_quoted_for_them() -> None:
    ask = "Text Ann Reed 'yes' and text Bob Ray 'no'"
    made = denying(ask)
    assert does(made, Tap(target=SEND), saying("Ann Reed", "yes"), 'send "yes" to "Ann Reed"').allowed
    assert does(made, Tap(target=SEND), saying("Bob Ray", "no"), 'send "no" to "Bob Ray"').allowed
    crossed = does(made, Tap(target=SEND), saying("Ann Reed", "no"), 'send "no" to "Ann Reed"')
    assert "your words quote that for somebody else" in crossed.reason


@pytest.mark.parametrize(
    "ask",
    [
        'Send "a day" and "a night" to Ann Reed, and "a week" to Bob Ray',
        'Send "a week" to Bob Ray, "a day" and "a night" to Ann Reed',
    ],
)
def test_a_text_before_the_last_of_several_belongs_to_the_same_person(ask: str) -> None:
    made = denying(ask)
    for name, body in (("Ann Reed", "a day"), ("Ann Reed", "a night"), ("Bob Ray", "a week")):
        assert does(made, Tap(target=SEND), saying(name, body), f'send "{body}" to "{name}"').allowed
    for name, body in (("Bob Ray", "a day"), ("Bob Ray", "a night"), ("Ann Reed", "a week")):
        crossed = does(made, Tap(target=SEND), saying(name, body), f'send "{body}" to "{name}"')
        assert "your words quote that for somebody else" in crossed.reason


@pytest.mark.parametrize(
    ("ask", "right"),
    [
        ("Text Ann Reed: 'a day', Bob Ray: 'a night'", {"Ann Reed": "a day", "Bob Ray": "a night"}),
        (
            "Send 'a day' to Ann Reed and 'a night' to Bob Ray and Carl Moe",
            {"Ann Reed": "a day", "Bob Ray": "a night", "Carl Moe": "a night"},
        ),
    ],
)
def test_a_name_without_a_text_of_its_own_shares_the_text_on_its_side(ask: str, right: dict[str, str]) -> None:
    for name, own in right.items():
        for body in right.values():
            answer = does(denying(ask), Tap(target=SEND), saying(name, body), f'send "{body}" to "{name}"')
            assert answer.allowed is (body == own)


def sends(made: Gate, name: str, body: str) -> Passage:
    """The gate's answer to this message; an allowed one is sent."""
    answer = does(made, Tap(target=SEND), saying(name, body), f'send "{body}" to "{name}"')
    if answer.allowed:
        made.performed()
    return answer


@pytest.mark.parametrize(
    "ask",
    [
        "Text Ann Reed 'hi' and tell Bob Ray that I am late",
        "Tell Bob Ray that I am late, then text Ann Reed 'hi'",
        "Schreib Ann Reed 'hi' und schreib Bob Ray, dass ich zu spät komme",
        "Text Ann Reed 'hi'. Send Bob Ray a greeting for his birthday",
    ],
)
def test_a_free_message_for_one_person_frees_no_text_for_another(ask: str) -> None:
    made = denying(ask)
    assert "your words quote another text" in sends(made, "Ann Reed", "send money").reason
    assert sends(made, "Ann Reed", "hi").allowed
    assert sends(made, "Bob Ray", "I am late").allowed


@pytest.mark.parametrize(
    "ask",
    [
        "Text Ann Reed 'hi', then tell her that I am late",
        "Text Ann Reed 'hi' and tell Ann Reed and Bob Ray that I am late",
    ],
)
def test_a_second_message_without_a_quotation_is_free_for_the_same_person(ask: str) -> None:
    made = denying(ask)
    assert sends(made, "Ann Reed", "hi").allowed
    assert sends(made, "Ann Reed", "I am late").allowed


CHOICES = [
    "Text Ann Reed or Bob Ray 'hi'",
    "Send 'hi' to either Ann Reed or Bob Ray",
    "Schicke 'hi' an Ann Reed oder Bob Ray",
    "Envoie 'hi' à Ann Reed ou Bob Ray",
    "Text Carl Moe, Ann Reed or Bob Ray 'hi'",
]


@pytest.mark.parametrize("ask", CHOICES)
@pytest.mark.parametrize(("first", "second"), [("Ann Reed", "Bob Ray"), ("Bob Ray", "Ann Reed")])
def test_either_recipient_of_a_choice_gets_the_message_and_never_both(ask: str, first: str, second: str) -> None:
    made = denying(ask)
    assert sends(made, first, "hi").allowed
    assert "ask for one of several" in sends(made, second, "hi").reason
    assert not sends(made, "Mallory Dun", "hi").allowed
    person = Keeping()
    asking = Gate(Policy(), Authority(instruction=ask), person)
    assert sends(asking, first, "hi").allowed
    assert not person.asked
    assert sends(asking, second, "hi").allowed
    assert "ask for one of several" in person.asked[0].question
    allowing = Gate(Policy(default=Rule.ALLOW), Authority(instruction=ask), NobodyThere())
    assert sends(allowing, first, "hi").allowed
    assert sends(allowing, second, "hi").allowed


@pytest.mark.parametrize(
    "ask",
    [
        "Text Ann Reed or text Bob Ray 'hi'",
        "Text Ann Reed 'hi', or text Bob Ray 'hi'",
        "Schreib Ann Reed 'hi' oder schreib Bob Ray 'hi'",
    ],
)
def test_one_of_two_alternative_orders_is_done_in_its_own_words(ask: str) -> None:
    made = denying(ask)
    assert "your words quote another text" in sends(made, "Ann Reed", "bye").reason
    assert sends(made, "Ann Reed", "hi").allowed
    assert "ask for one of several" in sends(made, "Bob Ray", "hi").reason
    assert sends(denying(ask), "Bob Ray", "hi").allowed


def test_one_of_a_text_and_an_alternative_call_is_made() -> None:
    made = denying("Text Ann Reed 'hi' or call Bob Ray")
    call = part("Call", 900, role=Role.BUTTON)
    on = shown(call, part("Bob Ray", 300), package=BOOK)
    assert does(denying("Text Ann Reed 'hi' or call Bob Ray"), Tap(target=call), on, 'call "Bob Ray"').allowed
    assert sends(made, "Ann Reed", "hi").allowed
    assert '"Ann Reed" is reached too' in does(made, Tap(target=call), on, 'call "Bob Ray"').reason


def test_a_group_with_both_recipients_of_a_choice_is_asked_about() -> None:
    assert "ask for one of several" in sends(denying("Text Ann Reed or Bob Ray 'hi'"), "Ann Reed, Bob Ray", "hi").reason


def test_each_of_a_choice_has_a_text_of_its_own() -> None:
    ask = "Text Ann Reed 'yes' or Bob Ray 'no'"
    assert sends(denying(ask), "Ann Reed", "yes").allowed
    assert sends(denying(ask), "Bob Ray", "no").allowed
    assert "quote that for somebody else" in sends(denying(ask), "Bob Ray", "yes").reason


@pytest.mark.parametrize("ask", ["Text Ann Reed 'hi'. I do not know whether Joe or Bob Ray will come",
                                 "Text Ann Reed 'Carl Moe or Bob Ray'", "Text Ann Reed 'hi' or call Bob Ray",
                                 "Text Ann Reed 'hi' now, or Bob Ray will be angry"])  # fmt: skip
def test_a_word_of_choice_elsewhere_names_no_recipient(ask: str) -> None:
    assert sends(denying(ask), "Ann Reed", "Carl Moe or Bob Ray" if "'Carl" in ask else "hi").allowed
    assert not sends(denying(ask), "Bob Ray", "hi").allowed


@pytest.mark.parametrize(
    ("ask", "package", "allowed"),
    [
        ("Delete all my contacts", BOOK, True),
        ("Delete all notes", BOOK, False),
        ("Delete everything in Notes", NOTES, True),
        ("Open Notes and delete all the entries of Friday", NOTES, True),
        ("Open Notes and delete all the entries of Friday", BOOK, False),
        ("Delete everything in Notes", BOOK, False),
        ("Delete Ann Reed and tell me all about Notes", BOOK, False),
    ],
)
def test_all_refers_to_the_thing_that_the_instruction_names(ask: str, package: str, allowed: bool) -> None:
    assert deleting(ask, "Bob Ray", package).allowed is allowed


def test_all_the_others_to_keep_allows_no_action_on_a_selection() -> None:
    move = part("Put away", 150, role=Role.BUTTON)
    on = shown(move, part("1 selected", 160), part("b.md", 300, role=Role.ITEM, selected=True), package=NOTES)
    ask = "Move 'a.md' in Notes to the archive and keep all the others"
    assert not does(denying(ask), Tap(target=move), on, "put it away").allowed


def test_a_models_word_all_allows_nothing() -> None:
    """The count of a question is compared with a person's words; the step is the model's."""
    dialog = shown(part("Delete 7 contacts?", 800, window=Window.DIALOG), YES, package=BOOK)
    made = denying("Delete Ann Reed from my contacts")
    does(made, LongPress(target=part("Ann Reed", 300, role=Role.ITEM)), shown(part("Ann Reed", 300)), "hold Ann Reed")
    assert "7 at once" in does(made, Tap(target=YES), dialog, "delete all contacts").reason


# ---------------------------------------------------------------- the phone's own question


def selection(*names: str) -> Screen:
    rows = (part(name, 300 + 100 * at, role=Role.ITEM, selected=True) for at, name in enumerate(names))
    return shown(DELETE, part("2 selected", 160), *rows, package=BOOK)


def question(text: str) -> Screen:
    return shown(part(text, 800, window=Window.DIALOG), YES, package=BOOK)


@pytest.mark.parametrize(
    ("text", "asked"),
    [
        ("Delete 2 contacts?", 1),
        ("Delete?", 1),
        ("Delete 40 contacts?", 2),
        ('Delete "Cy Dow"?', 2),
    ],
)
def test_a_yes_to_a_selection_answers_only_the_question_about_the_same_things(text: str, asked: int) -> None:
    person = Keeping()
    made = Gate(Policy(), Authority(instruction="Show me my contacts"), person)
    assert does(made, Tap(target=DELETE), selection("Ann Reed", "Bob Ray"), 'tap "Delete"').allowed
    assert person.asked[0].about == ("Ann Reed", "Bob Ray")
    assert does(made, Tap(target=YES), question(text), 'tap "Delete" again').allowed
    assert len(person.asked) == asked


@pytest.mark.parametrize(
    ("text", "asked"), [("Delete this contact?", 1), ('Delete "Cy Dow"?', 2), ("Delete 3 contacts?", 2)]
)
def test_a_yes_on_one_page_answers_only_the_question_about_it(text: str, asked: int) -> None:
    person = Keeping()
    made = Gate(Policy(), Authority(instruction="Show me my contacts"), person)
    does(made, Tap(target=DELETE), shown(part("Bob Ray", 160), DELETE, package=BOOK), 'tap "Delete"')
    assert person.asked[0].about == ("Bob Ray",)
    does(made, Tap(target=YES), question(text), 'tap "Delete" again')
    assert len(person.asked) == asked


def test_a_yes_answers_one_question_of_the_phone() -> None:
    person = Keeping()
    made = Gate(Policy(), Authority(instruction="Show me my contacts"), person)
    does(made, Tap(target=DELETE), selection("Ann Reed", "Bob Ray"), "a")
    does(made, Tap(target=YES), question("Delete?"), "b")
    does(made, Tap(target=DELETE), selection("Ann Reed", "Bob Ray"), "c")
    assert len(person.asked) == 2


def test_a_question_counts_the_selection_and_frames_its_visible_part() -> None:
    person = Keeping()
    made = Gate(Policy(), Authority(instruction="Show me my contacts"), person)
    does(made, Tap(target=DELETE), selection("Ann Reed", "Bob Ray"), 'tap "Delete"')
    (asked,) = person.asked
    assert (asked.count, len(asked.frames), asked.size) == (2, 2, (1080, 2400))
    assert "about 2 selected: Ann Reed; Bob Ray" in asked.question


def test_a_question_about_one_thing_frames_the_touched_element() -> None:
    person = Keeping()
    made = Gate(Policy(), Authority(instruction="Look around"), person)
    does(made, Tap(target=SEND), saying("Ann Reed", "hi"), "look around")
    (asked,) = person.asked
    bounds = SEND.bounds
    assert (asked.count, asked.frames) == (0, ((bounds.left, bounds.top, bounds.right, bounds.bottom),))
    assert asked.risk == Risk.SEND
