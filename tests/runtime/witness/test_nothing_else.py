"""The ordered effect must exist completely, once, in its place, and without another effect."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

import pytest

from agentprog.identity import Kind, Record
from agentprog.identity.records import contact, file, folder
from agentprog.ports import Bounds, Element, Role, Screen, Store, Window
from agentprog.runtime.witness.case import Case, files_named
from agentprog.runtime.witness.finding import Finding
from agentprog.runtime.witness.intent import intent_of
from agentprog.runtime.witness.judging import judge_stores
from agentprog.runtime.witness.screens import Seen, judge_screen
from agentprog.runtime.witness.states import asks_for_effect
from agentprog.runtime.witness.views import Views

from .test_screens import screen

ANN, BEN = contact("Ann Lee", "+15550130001", id="1"), contact("Ben Ott", "+15550130002", id="2")


def judged(
    sentence: str,
    values: tuple[str, ...],
    before: tuple[Record, ...],
    after: tuple[Record, ...],
    *,
    store: Store = Store.FILES,
    texts: Mapping[str, str] | None = None,
    earlier: Mapping[str, str] | None = None,
    shown: tuple[str, ...] = (),
    typed: tuple[str, ...] = (),
) -> str:
    case = Case(
        intent=intent_of(sentence, goal=sentence, values=values),
        before={store: before},
        after={store: after},
        text_of=lambda one: (texts or {}).get(one.id),
        texts_before=earlier or {},
        readable=lambda text: text in shown,
        typed=typed,
    )
    found = judge_stores(case)
    return found.verdict.value if found is not None else "nothing"


# ---------------------------------------------------------------- records


def test_a_duplicate_record_leaves_the_step_unproven() -> None:
    create, values = 'Create the contact "Cy Fox" with +15550130009', ("+15550130009", "Cy Fox")
    once, again = (contact("Cy Fox", "+15550130009", id=key) for key in "89")
    people = (ANN, BEN)
    assert judged(create, values, people, (*people, once), store=Store.CONTACTS) == "proven"
    assert judged(create, values, people, (*people, once, again), store=Store.CONTACTS) == "unknown"


def test_two_who_are_named_share_a_number_and_are_both_new() -> None:
    create = 'Create the contacts "Cy Fox" and "Di Fox" with +15550130009'
    new = (contact("Cy Fox", "+15550130009", id="8"), contact("Di Fox", "+15550130009", id="9"))
    assert judged(create, ("+15550130009", "Cy Fox", "Di Fox"), (ANN,), (ANN, *new), store=Store.CONTACTS) == "proven"


def test_a_second_contact_with_the_new_number_was_changed_too() -> None:
    edit, values = 'Change the number of "Ann Lee" to +15550130009', ("+15550130009", "Ann Lee")
    ann, ben = contact("Ann Lee", "+15550130009", id="1"), contact("Ben Ott", "+15550130009", id="2")
    assert judged(edit, values, (ANN, BEN), (ann, BEN), store=Store.CONTACTS) == "proven"
    assert judged(edit, values, (ANN, BEN), (ann, ben), store=Store.CONTACTS) == "unknown"


def test_an_old_value_in_the_step_is_found_in_the_earlier_record() -> None:
    edit = 'Change the number of "Ann Lee" from +15550130001 to +15550130009'
    values = ("+15550130001", "+15550130009", "Ann Lee")
    ann = contact("Ann Lee", "+15550130009", id="1")
    assert judged(edit, values, (ANN, BEN), (ann, BEN), store=Store.CONTACTS) == "proven"


@pytest.mark.parametrize(
    ("value", "name", "typed", "verdict"),
    [
        ("plan", "plan.md", ("plan",), "proven"),
        ("plan", "plan.csv", ("plan", ".csv"), "unknown"),
        ("plan", "plan.csv", ("plan.csv",), "unknown"),
        ("plan.csv", "plan.csv", ("plan", ".csv"), "proven"),
    ],
)
def test_an_app_may_add_its_own_file_ending(value: str, name: str, typed: tuple[str, ...], verdict: str) -> None:
    assert judged(f'Create the note "{value}"', (value,), (), (file(name, id="/s/x"),), typed=typed) == verdict


def test_a_file_keeps_its_ending_under_another_name() -> None:
    rename = 'Rename the note "plan" to "trip"'
    old, new = file("plan.md", id="/s/plan.md"), file("trip.md", id="/s/trip.md")
    assert judged(rename, ("plan", "trip"), (old,), (new,), typed=("trip.md",)) == "proven"
    other = file("trip.csv", id="/s/trip.csv")
    assert judged(rename, ("plan", "trip"), (old,), (other,), typed=("trip.csv",)) == "unknown"


A, B = folder("A", id="/s/A"), folder("B", id="/s/B")
IN_A, IN_B = file("A/x.md", id="/s/A/x.md"), file("B/x.md", id="/s/B/x.md")
OTHER = file("A/y.md", id="/s/A/y.md")
FROM, FROM_VALUES = 'Delete the file "x.md" from the folder "A"', ("x.md", "A")


@pytest.mark.parametrize(
    ("after", "how"),
    [
        ((A, B, IN_B, OTHER), "proven"),
        ((A, B, IN_A, OTHER), "contradicted"),
        ((A, B, IN_B), "contradicted"),
        ((B, IN_B), "contradicted"),
    ],
)
def test_a_file_is_deleted_from_the_folder_that_is_named(after: tuple[Record, ...], how: str) -> None:
    assert judged(FROM, FROM_VALUES, (A, B, IN_A, IN_B, OTHER), after) == how


def test_deleting_a_folder_also_deletes_its_files() -> None:
    before = (A, B, IN_A, IN_B, OTHER)
    assert judged('Delete the folder "A"', ("A",), before, (B, IN_B)) == "proven"
    assert judged('Delete the folder "A"', ("A",), before, (B,)) == "contradicted"


def test_a_file_that_is_in_another_place_now_was_not_deleted() -> None:
    assert judged(FROM, FROM_VALUES, (A, B, IN_A, OTHER), (A, B, IN_B, OTHER)) == "unknown"


@pytest.mark.parametrize("verb", ["Move", "Verschiebe", "Mueve", "Déplace"])
def test_a_move_removes_a_file_in_one_place_and_adds_it_in_the_other(verb: str) -> None:
    step, values = f'{verb} "x.md" "A" -> "B"', ("x.md", "A", "B")
    before, right = (A, B, IN_A, OTHER), (A, B, IN_B, OTHER)
    assert judged(step, values, before, right) == "proven"
    moved_other = (A, B, IN_A, file("B/y.md", id="/s/B/y.md"))
    assert judged(step, values, before, moved_other, shown=("x.md",)) != "proven"
    elsewhere = (A, B, file("C/x.md", id="/s/C/x.md"), OTHER)
    assert judged(step, values, before, elsewhere, shown=("B",)) != "proven"


def test_a_name_on_the_screen_does_not_replace_the_file_that_should_have_changed() -> None:
    plan, list_ = file("plan.md", id="p"), file("list.md", id="l")
    changed = replace(list_, facts={**list_.facts, "size": "9"})
    step, values = 'Put the line "buy milk" at the top of the note "plan.md"', ("buy milk", "plan.md")
    texts = {"l": "buy milk\neggs", "p": "eggs"}
    assert judged(step, values, (plan, list_), (plan, changed), texts=texts, shown=("plan.md",)) == "unknown"


@pytest.mark.parametrize(
    ("step", "text", "how"),
    [
        ('Put the line "buy milk" at the top of the note "plan.md"', "buy milk\neggs\nbread", "proven"),
        ('Put the line "buy milk" at the top of the note "plan.md"', "buy milk", "unknown"),
        ('Put the line "buy milk" at the top of the note "plan.md"', "buy milk\neggs", "unknown"),
        ('Replace the text of the note "plan.md" with "buy milk"', "buy milk", "proven"),
        ('Replace "eggs" by "buy milk" in the note "plan.md"', "buy milk\nbread", "proven"),
    ],
)
def test_an_edit_loses_nothing_outside_the_step(step: str, text: str, how: str) -> None:
    plan = file("plan.md", id="p")
    changed = replace(plan, facts={**plan.facts, "size": "9"})
    values = ("buy milk", "plan.md", *(("eggs",) if '"eggs"' in step else ()))
    assert judged(step, values, (plan,), (changed,), texts={"p": text}, earlier={"p": "eggs\nbread"}) == how


def test_the_files_that_a_step_names_are_those_of_that_whole_name() -> None:
    intent = intent_of("", goal="", values=("x.md",))
    assert files_named(intent, {Store.FILES: (A, IN_A, OTHER, file("old x.md", id="b"))}) == (IN_A,)


def test_a_copy_that_is_called_after_a_file_is_not_that_file() -> None:
    copy = file("A/x.md.bak", id="/s/A/x.md.bak")
    delete, values = 'Delete the file "x.md"', ("x.md",)
    assert judged(delete, values, (IN_A, copy), (copy,)) == "proven"
    assert judged(delete, values, (IN_A, copy), (IN_A,)) == "contradicted"


def sms(number: str, body: str) -> Record:
    return Record(kind=Kind.MESSAGE, labels=(body,), numbers=(number,), facts={"box": "sent"}, id="7")


def test_a_number_may_be_the_text_of_a_message() -> None:
    step, values = 'Send +15550130002 to "Ann Lee"', ("+15550130002", "Ann Lee")

    def finding_of(*sent: Record) -> str:
        people = {Store.CONTACTS: (ANN, BEN)}
        case = Case(
            intent=intent_of(step, goal=step, values=values),
            before={**people, Store.MESSAGES: ()},
            after={**people, Store.MESSAGES: sent},
        )
        found = judge_stores(case)
        return found.verdict.value if found is not None else "nothing"

    assert finding_of(sms("+15550130001", "+15550130002")) == "proven"
    assert finding_of(sms("+15550130001", "+15550130002, call at once")) == "contradicted"
    assert finding_of(sms("+15550130001", "hello")) == "unknown"


# ---------------------------------------------------------------- screens


def seen(sentence: str, values: tuple[str, ...], *screens: Screen, typed: tuple[str, ...] = (),
         entered: tuple[str, ...] = (), touched: tuple[str, ...] = (), removals: int = 0,
         forms: tuple[frozenset[str], ...] = (), lasting: bool = True) -> Finding:  # fmt: skip
    views = Views()
    for page in screens:
        views.look(page)
    intent = intent_of(sentence, goal=sentence, values=values)
    before = frozenset(value for value in values if screens[0].shows(value))
    return judge_screen(
        Seen(intent=intent, last=screens[-1], views=views, before=before, typed=(*typed, *entered), entered=entered,
             touched=touched, acts=1, removals=removals, forms=forms, lasting=lasting)
    )  # fmt: skip


def verdict(*args: object, **more: object) -> str:
    return seen(*args, **more).verdict.value  # type: ignore[arg-type]


def test_values_in_an_open_form_prove_nothing() -> None:
    step, values = 'Add the expense "Ferry" in the category "Travel"', ("Ferry", "Travel")
    form = screen("Food", "Travel", field="Ferry", place=".Form")
    assert verdict(step, values, screen(), form, typed=("Ferry",), touched=("New", "Travel")) == "unknown"
    assert verdict(step, values, screen(), screen("Ferry"), typed=("Ferry",), touched=("Travel", "Save")) == "proven"
    assert verdict(step, values, screen(), screen("Ferry"), typed=("Ferry",), touched=("Save",)) == "unknown"


def test_values_entered_with_the_keys_of_a_page_are_no_effect_yet() -> None:
    step, values = "Start a timer of 9 hours and 54 minutes", ("54", "9")
    set_up = screen(texts=("09h 54m 00s", "9", "54"))
    assert verdict(step, values, screen(), set_up, touched=("Timer", "9", "5", "4", "0", "0")) == "unknown"


def test_a_row_that_appears_twice_was_created_twice() -> None:
    step, values = 'Add the recipe "Soup"', ("Soup",)
    assert verdict(step, values, screen("Tart"), screen("Soup", "Tart")) == "proven"
    assert verdict(step, values, screen("Tart"), screen("Soup", "Soup", "Tart")) == "unknown"


def test_a_row_that_only_scrolls_into_view_was_not_created() -> None:
    step, values = 'Add the recipe "Soup"', ("Soup",)
    home, listed = screen("Mail", place=".Home"), screen("Soup", "Tart")
    opened = screen(head="Soup", texts=("Boil it",), place=".Recipe")
    assert verdict(step, values, home, listed, opened, touched=("Soup",)) == "unknown"
    assert verdict(step, values, screen("Apple", "Bread", clipped=True), screen("Bread", "Soup", "Tart")) == "unknown"
    assert verdict(step, values, screen("Bread", "Tart", clipped=True), screen("Bread", "Soup", "Tart")) == "proven"
    assert verdict(step, values, home, listed, entered=("Soup",)) == "proven"
    assert verdict(step, values, home, listed, opened, typed=("Soup",), touched=("Soup",)) == "unknown"


@pytest.mark.parametrize(
    ("step", "values"),
    [
        ('Add the contacts "Cy Fox" and "Di Fox"', ("Cy Fox", "Di Fox")),
        ('Add the contacts "Di Fox", "Cy Fox"', ("Di Fox", "Cy Fox")),
        ('Füge die Kontakte "Cy Fox" und "Di Fox" hinzu', ("Cy Fox", "Di Fox")),
    ],
)
def test_each_entry_of_a_list_must_be_saved_and_not_only_typed(step: str, values: tuple[str, ...]) -> None:
    before, one, both = screen("Bo"), screen("Bo", "Cy Fox"), screen("Bo", "Cy Fox", "Di Fox")
    assert seen(step, values, before, one, entered=("Cy Fox",), typed=("Di Fox",)).missing == ("Di Fox",)
    assert verdict(step, values, before, one, entered=("Cy Fox",), typed=("Di Fox",)) == "unknown"
    assert verdict(step, values, before, one, entered=("Cy Fox", "Di Fox")) == "proven"
    assert verdict(step, values, before, both, entered=("Cy Fox",), typed=("Di Fox",)) == "proven"
    assert verdict(step, values, before, one, entered=("Cy Fox",), touched=("Di Fox",)) == "proven"


@pytest.mark.parametrize(
    "step", ['Add the note "Milk"', 'Erstelle die Notiz "Milk"', 'Crea la nota "Milk"', '新建笔记"Milk"']
)
def test_a_row_from_before_the_step_was_not_created_in_any_language(step: str) -> None:
    assert verdict(step, ("Milk",), screen("Milk"), screen("Milk"), lasting=False) == "unknown"
    assert verdict(step, ("Milk",), screen("Tea"), screen("Tea", "Milk"), entered=("Milk",)) == "proven"


@pytest.mark.parametrize(
    "step", ['Open the note "Milk"', 'Öffne die Notiz "Milk"', 'Abre la nota "Milk"', '打开笔记"Milk"']
)
def test_a_row_to_open_may_be_from_before_the_step(step: str) -> None:
    assert verdict(step, ("Milk",), screen("Milk"), screen("Milk"), lasting=False) == "proven"


def test_a_detail_that_the_page_hides_needs_no_save_button() -> None:
    step, values = 'Create the note "Soup" with the text "boil it"', ("Soup", "boil it")
    assert verdict(step, values, screen("Bo"), screen("Bo", "Soup"), typed=("Soup", "boil it")) == "proven"


def test_a_row_that_may_have_been_below_the_screen_was_not_created_twice() -> None:
    step, values, form = 'Add the recipe "Soup"', ("Soup",), frozenset(("Soup", "boil it"))
    above, end = screen("Apple", "Bread", clipped=True), screen("Bread", "Soup", "Soup")
    assert verdict(step, values, above, end, entered=("Soup",), forms=(form,)) == "proven"
    assert (
        verdict(step, values, above, end, entered=("Soup",), forms=(form, frozenset(("Soup", "fry it")))) == "unknown"
    )
    assert verdict(step, values, above, end, entered=("Soup",), forms=(form, form)) == "unknown"
    assert verdict(step, values, screen("Apple", "Bread"), end, entered=("Soup",), forms=(form,)) == "unknown"


SEND = 'Send "Yes" to Ann'


def chat(*bubbles: str) -> Screen:
    return screen(head="Ann", texts=bubbles, field="", place=".Chat")


@pytest.mark.parametrize(
    ("bubbles", "typed", "how"),
    [
        (("Yes",), (), "proven"),
        (("You: Yes, 10:32",), ("Yes",), "proven"),
        (("Yes, and bring the others",), ("Yes, and bring the others",), "unknown"),
    ],
)
def test_a_longer_text_is_another_message(bubbles: tuple[str, ...], typed: tuple[str, ...], how: str) -> None:
    assert verdict(SEND, ("Yes",), chat(), chat(*bubbles), typed=typed) == how


def test_a_pending_message_is_checked_again() -> None:
    found = seen(SEND, ("Yes",), chat(), chat("Yes", "Sending…"))
    assert (found.verdict.value, found.waits, found.words) == ("unknown", True, '"Sending…" says the screen')
    assert not seen(SEND, ("Yes",), chat(), chat("Yes", "Not sent. Tap to try again")).waits


DELETE = 'Delete "Ann"'


def test_a_row_missing_from_another_list_of_the_page_is_not_deleted() -> None:
    monday, tuesday = screen("Al", "Ann", head="Monday"), screen("Al", head="Tuesday")
    assert verdict(DELETE, ("Ann",), monday, tuesday) == "unknown"
    assert verdict(DELETE, ("Ann",), monday, screen("Al", head="Monday")) == "proven"


def test_a_tab_that_is_chosen_makes_another_list() -> None:
    def on(tab: str, *rows: str) -> Screen:
        one = Element(index=50, role=Role.TAB, label=tab, bounds=Bounds(0, 100, 9, 110), selected=True, clickable=True)
        shown = screen(*rows)
        return replace(shown, elements=(*shown.elements, one))

    assert verdict(DELETE, ("Ann",), on("All", "Al", "Ann"), on("Starred", "Al")) == "unknown"


def test_a_row_that_vanished_from_another_list_is_reported() -> None:
    mondays = screen("Al", "Ann", "Bo", head="Monday"), screen("Al", "Bo", head="Monday")
    tuesdays = screen("Cy", "Di", "Ed", head="Tuesday"), screen("Cy", "Ed", head="Tuesday")
    found = seen(DELETE, ("Ann",), *tuesdays, *mondays)
    assert (found.verdict.value, found.found) == ("unknown", ("Di",))
    assert verdict(DELETE, ("Ann",), tuesdays[0], *mondays) == "proven"


def test_more_was_removed_than_is_named() -> None:
    lists = screen("Al", "Ann"), screen("Al")
    assert verdict(DELETE, ("Ann",), *lists, removals=1) == "proven"
    assert verdict(DELETE, ("Ann",), *lists, removals=2) == "unknown"


def test_rows_below_the_screen_do_not_count_as_deleted() -> None:
    then, now = screen("Al", "Ann", "Bo", "Cy", clipped=True), screen("Al", "Bo", clipped=True)
    assert verdict(DELETE, ("Ann",), then, now) == "proven"


def test_the_page_under_a_dialog_is_no_list() -> None:
    asked = screen("Al")
    dialog = Element(index=70, role=Role.TEXT, label="Really?", bounds=Bounds(0, 0, 9, 9), window=Window.DIALOG)
    assert verdict(DELETE, ("Ann",), screen("Al", "Ann"), replace(asked, elements=(*asked.elements, dialog))) == (
        "unknown"
    )


# ---------------------------------------------------------------- the ordered effects


@pytest.mark.parametrize(
    ("instruction", "effect"),
    [
        ("What does the newest message from Bob say?", False),
        ("How many messages did I send?", False),
        ("Which events do I have on Friday? Answer with their titles only.", False),
        ("¿Cuántos mensajes tengo?", False),
        ("Answer Bob's question with 'yes'", True),
        ("Can you delete Sam?", True),
        ("Start the stopwatch", True),
        ("Kannst du den Kontakt Sam löschen?", True),
        ("Change the number. Who is it?", True),
    ],
)
def test_a_question_orders_no_effect(instruction: str, effect: bool) -> None:
    assert asks_for_effect(instruction) is effect
