"""Pages that show their subject: a day's events, an open recipe."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from agentprog.ports import Element, LongPress, Role, Screen, Tap, Window
from agentprog.recipes.book import Book
from agentprog.recipes.filing import recipe_data, recipe_from
from agentprog.recipes.form import Recipe, Use, Values
from agentprog.recipes.heading import heads_on, says_so
from agentprog.recipes.keeping import kept_of
from agentprog.recipes.listing import listed, rows_read
from agentprog.recipes.making import Ended, course_of
from agentprog.recipes.proving import join
from agentprog.recipes.writing import lines_said
from tests.recipes.test_learning import element, made, screen, sentence

ONE = Use(slot=1)
DAY_ID = "org.days:id/day"


def day(title: str, *rows: str, **more: Any) -> Screen:
    """A day's page: its day above its events, and buttons to the days beside it."""
    head = element(1, Role.BUTTON, title, text=title, resource_id=DAY_ID)
    arrow = element(2, Role.BUTTON, "Next day", resource_id="org.days:id/next")
    events = (element(at, Role.ITEM, row, text=row, resource_id="org.days:id/event") for at, row in enumerate(rows, 5))
    return replace(screen(head, arrow, *events), **more)


def read(title: str, value: str, *rows: str) -> Recipe | None:
    items = [row.split(", ")[0] for row in rows]
    return listed("events of <1> []", "days", day(title, *rows), items, values={ONE: value})


def learned() -> Recipe:
    book = Book()
    for title, value, rows in (
        ("January 5 (Sat)", "2030-01-05", ("Chess, 9:00", "Tea, 17:00")),
        ("January 7 (Mon)", "2030-01-07", ("Dentist, 8:30",)),
    ):
        found = read(title, value, *rows)
        assert found is not None
        book.learn(found, (value,))
    return next(iter(book))


def events(shown: Screen, value: str) -> list[Any] | None:
    return rows_read(learned(), shown, whole=True, values={ONE: value})


def test_the_events_of_another_day_are_read_on_the_page_of_that_day() -> None:
    assert learned().trusted
    assert events(day("January 9 (Wed)", "Swim, 7:00", "Lunch, 12:00"), "2030-01-09") == ["Swim", "Lunch"]


@pytest.mark.parametrize(
    ("shown", "why"),
    [
        (day("January 8 (Tue)", "Swim, 7:00"), "another day"),
        (day("February 9 (Sat)", "Swim, 7:00"), "another month"),
        (day("January 9 2031 (Thu)", "Swim, 7:00"), "another year"),
        (day("9 de enero de 2031", "Swim, 7:00"), "another year, in another language"),
        (day("January 9 to 15", "Swim, 7:00"), "a week"),
        (day("All", "Swim, 7:00"), "no day"),
        (day("January 9 (Wed)", "Swim, 7:00, Pool"), "a row with one part more"),
        (replace(day("January 9 (Wed)", "Swim, 7:00"), activity="b"), "another page"),
    ],
)
def test_on_any_other_page_a_model_reads(shown: Screen, why: str) -> None:
    assert events(shown, "2030-01-09") is None, why


def test_two_elements_of_that_kind_show_nobodys_page() -> None:
    both = day("January 9 (Wed)", "Swim, 7:00")
    second = element(30, Role.BUTTON, "January 10 (Thu)", text="January 10 (Thu)", resource_id=DAY_ID)
    assert events(screen(*both.elements, second), "2030-01-09") is None


def test_an_unshown_value_and_an_incomplete_list_are_not_learned() -> None:
    assert read("January 5 (Sat)", "2030-01-06", "Chess, 9:00") is None
    shown = day("January 5 (Sat)", "Chess, 9:00", "Tea, 17:00")
    assert listed("k []", "days", shown, ["Chess"], values={ONE: "2030-01-05"}) is None


def test_a_part_of_a_list_that_has_its_own_rows_is_no_head() -> None:
    rows = day("All", "Ann, 1", "Bea, 2")
    assert list(heads_on(rows, {ONE: "Ann, 1"})) == []


def test_the_head_of_a_page_is_no_field_no_covered_element_and_no_window_above() -> None:
    field = element(20, Role.FIELD, "Ann", text="Ann", editable=True, resource_id="org.days:id/search")
    covered = element(21, Role.BUTTON, "Ann", text="Ann", covered=True, resource_id="org.days:id/under")
    over = element(22, Role.BUTTON, "Ann", text="Ann", window=Window.DIALOG, resource_id="org.days:id/over")
    (head,) = heads_on(screen(field, covered, over, *day("Ann").elements), {ONE: "Ann"})
    assert head.aim.resource == DAY_ID


@pytest.mark.parametrize(
    ("text", "value", "so"),
    [
        ("Ann", "Ann", True),
        ("Ann Lee", "Ann", False),
        ("January 9 (Wed)", "2030-01-09", True),
        ("9 January", "2030-01-09", True),
        ("January 19 (Sat)", "2030-01-09", False),
        ("January 9 (Wed)", "January", False),
        ("January 9 (Wed)", "", False),
    ],
)
def test_an_element_shows_a_value_only_as_a_whole(text: str, value: str, so: bool) -> None:
    shown = day(text)
    (head,) = (one for one in heads_on(day("Any"), {ONE: "Any"}) if one.aim.resource == DAY_ID)
    assert says_so(head, {ONE: value}, shown) is so


# ------------------------------------------------------------------------------------------------ steps on such a page


DELETE = 'In the "Days" app, delete the event "{title}" of the day "{day}"'
OPEN = 'In the "Days" app, delete the recipe "{title}"'


def detail(title: str, *menu: Element) -> Screen:
    return screen(
        element(1, Role.BUTTON, "More options"),
        element(2, Role.TEXT, title, text=title, clickable=False, resource_id="org.days:id/title"),
        *menu,
    )


def deleted(title: str, *, menu: Screen | None = None) -> Recipe:
    page, entry = detail(title), element(3, Role.BUTTON, "Delete")
    chosen = menu or detail(title, entry)
    values: Values = {ONE: title}
    done = made((Tap(target=page.elements[0]), page), (Tap(target=entry), chosen))
    course = course_of(done, Ended(screen=detail("-"), gone=title), values, sentence(OPEN), page)
    return Recipe(key="delete the recipe <1>", app="days", begins=course.begins, moves=course.moves, heads=course.heads)


def test_a_step_on_an_open_page_is_learned_with_its_title() -> None:
    window = screen(element(3, Role.BUTTON, "Delete"))
    recipe = deleted("Tofu Stir Fry", menu=window)
    assert recipe.bound
    assert lines_said(recipe)[0] == 'On a page where the text with id "org.days:id/title" says "<1>"'
    assert all(says_so(head, {ONE: "Tofu Stir Fry"}, detail("Tofu Stir Fry")) for head in recipe.heads)
    assert not all(says_so(head, {ONE: "Tofu Stir Fry"}, detail("Tofu")) for head in recipe.heads)


def test_a_title_does_not_count_if_a_later_touch_is_on_another_page() -> None:
    elsewhere = replace(screen(element(3, Role.BUTTON, "Delete")), activity="other")
    recipe = deleted("Tofu Stir Fry", menu=elsewhere)
    assert recipe.heads == ()
    assert not recipe.bound


def test_two_executions_with_the_value_at_different_places_are_two_recipes() -> None:
    window = screen(element(3, Role.BUTTON, "Delete"))
    first = deleted("Tofu Stir Fry", menu=window)
    other = replace(first, heads=())
    assert join(first, first, distinct=True) is not None
    assert join(first, other, distinct=True) is None


def test_the_head_outlives_a_run_without_words_of_a_person() -> None:
    recipe = deleted("Tofu Stir Fry", menu=screen(element(3, Role.BUTTON, "Delete")))
    kept = kept_of(recipe)
    assert kept is not None
    assert recipe_from(recipe_data(kept)).heads == recipe.heads
    assert "Tofu" not in str(recipe_data(kept))


def test_the_day_of_an_event_counts_as_shown_in_another_notation() -> None:
    shown = day("January 5 (Sat)", "Chess, 9:00")
    press = LongPress(target=shown.elements[2])
    values: Values = {ONE: "Chess", Use(slot=2): "2030-01-05"}
    course = course_of(made((press, shown)), Ended(screen=shown), values, sentence(DELETE), shown)
    assert [head.says.uses[0].slot for head in course.heads if head.says is not None] == [2]


def test_a_row_chosen_on_one_days_page_is_not_a_row_of_another_day() -> None:
    """The longest event of one day may have the name of a short event of the next."""
    line = 'In the "Days" app, delete the longest event of the day "{day}"'
    shown = day("January 5 (Sat)", "Chess, 9:00")
    press = LongPress(target=shown.elements[2])
    course = course_of(made((press, shown)), Ended(screen=shown), {ONE: "2030-01-05"}, sentence(line), shown)
    assert course.heads == ()
    assert not Recipe(key="delete the longest event of the day <1>", app="days", begins="", moves=course.moves).bound


@pytest.mark.parametrize(
    ("role", "label", "shows"),
    [
        (Role.ITEM, "Chess, 9:00", True),
        (Role.ITEM, "Tea, 17:00", False),
        (Role.BUTTON, "Chess", False),
    ],
)
def test_the_day_counts_on_the_page_of_a_row_that_a_value_names(role: Role, label: str, shows: bool) -> None:
    row = element(5, role, label, text=label, resource_id="org.days:id/event")
    shown = screen(*day("January 5 (Sat)").elements, row)
    page = replace(detail("Chess", entry := element(3, Role.BUTTON, "Delete")), activity="event")
    values: Values = {ONE: "Chess", Use(slot=2): "2030-01-05"}
    done = made((Tap(target=row), shown), (Tap(target=entry), page))
    course = course_of(done, Ended(screen=shown), values, sentence(DELETE), shown)
    assert [head.says.uses[0].slot for head in course.heads if head.says is not None] == ([2] if shows else [])
