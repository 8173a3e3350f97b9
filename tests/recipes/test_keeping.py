"""The stored form of a recipe, the count of its executions, and the valid contents of a file of recipes."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from agentprog.errors import UsageError
from agentprog.recipes.book import Book
from agentprog.recipes.filing import recipe_data, recipe_from, way_data, way_from
from agentprog.recipes.form import Aim, Column, Home, Move, Recipe, RowForm, Rows, Sign, Text, Use, Way, mark_of
from agentprog.recipes.keeping import kept_of
from agentprog.recipes.proving import Known, join, missed, proved, taken_in

ONE = Use(slot=1)
BUTTON = Aim(label=Text.of("New"), role="button")
TAPPED = Move(command="tap", aims=(BUTTON,), place="p/list")
TYPED = Move(command="type", aims=(Aim(role="field", resource="org:id/name"),), texts=(Text.of(ONE),), place="p/edit")
HOME = Home(package="org.notes", version="7", language="en", shape="1x2")
SIGN = Sign(kind="shown", aim=Aim(label=Text.of(ONE)), yes=2, no=2)
ROWS = Rows(resource="", forms=(RowForm(role="item", cells=1, columns=(Column(name="", ways=((0,),)),)),))


def recipe(*moves: Move, **more: Any) -> Recipe:
    return Recipe(**({"key": "add <1>", "app": "notes", "begins": "p/list", "moves": moves} | more))


WHOLE = recipe(TAPPED, TYPED)


# ------------------------------------------------------------------------------------------------ stored


def stored(*moves: Move, **more: Any) -> tuple[Move, ...] | None:
    kept = kept_of(recipe(*moves, **more))
    return None if kept is None else kept.moves


def test_a_stored_recipe_holds_the_apps_own_words_and_slots() -> None:
    assert kept_of(replace(WHOLE, earlier=True)) == WHOLE
    opened = Move(command="open app", texts=(Text.of("Notes"),))
    assert stored(opened, TYPED) == (opened, TYPED)


@pytest.mark.parametrize(
    "aim",
    [
        Aim(label=Text.of("Milk"), role="item"),
        Aim(label=Text.of(ONE, " Milk"), role="text"),
        Aim(role="item", row=Text.of("Milk")),
        Aim(label=Text.of("New"), role="button", row=Text.of("Milk")),
    ],
)
def test_an_element_that_a_person_named_is_left_out(aim: Aim) -> None:
    assert stored(TAPPED, replace(TAPPED, aims=(aim,))) == (TAPPED, replace(TAPPED, aims=(), sure=False))
    assert stored(TAPPED, replace(TAPPED, aims=(aim, BUTTON))) == (TAPPED, TAPPED)
    assert stored(replace(TAPPED, aims=(aim,)), TAPPED) is None, "its first move would always need a model"


@pytest.mark.parametrize(
    "aim",
    [
        Aim(label=Text.of(ONE), role="item"),
        Aim(label=Text.of(ONE, ", ", ONE), role="text"),
        Aim(label=Text.of("Title"), role="field"),
        Aim(role="item", row=Text.of(ONE)),
        Aim(resource="org:id/x"),
    ],
)
def test_an_element_that_the_app_or_a_value_names_is_stored(aim: Aim) -> None:
    move = replace(TAPPED, aims=(aim,))
    assert stored(TAPPED, move) == (TAPPED, move)


def test_a_typed_text_of_a_person_is_left_open() -> None:
    words = replace(TYPED, texts=(Text.of("Dear all"),))
    open_ = replace(TYPED, texts=(Text(parts=()),), sure=False)
    assert stored(TAPPED, words) == (TAPPED, open_)
    assert stored(TAPPED, replace(TYPED, texts=(Text.of("Dear all"), Text.of(ONE)))) == (TAPPED, TYPED)
    assert stored(TAPPED, replace(TYPED, texts=(Text.of(ONE, "!"),))) == (
        TAPPED,
        replace(TYPED, texts=(Text.of(ONE, "!"),)),
    )
    assert stored(words) is None
    unsure = replace(TAPPED, sure=False)
    assert stored(unsure) == (unsure,), "other executions may agree on it"


def test_a_stored_recipe_omits_checks_of_a_persons_words() -> None:
    own, words = Move(command="shows", texts=(Text.of(ONE),)), Move(command="gone", texts=(Text.of("Milk"),))
    both = replace(own, texts=(Text.of("Milk"), Text.of(ONE)))
    assert stored(TAPPED, own, words) == (TAPPED, own)
    assert stored(TAPPED, both) == (TAPPED, own)
    assert stored(own, TAPPED) == (own, TAPPED)
    assert stored(own) is None


def test_a_text_beside_a_read_value_is_stored_once_other_values_agree() -> None:
    aim = Aim(label=Text.of("Total"), role="text")
    read = Move(command="read", aims=(aim,))
    assert stored(TAPPED, read, distinct=2) == (TAPPED, read)
    assert stored(TAPPED, read, distinct=1) == (TAPPED, replace(read, aims=(), sure=False))
    in_row = replace(read, aims=(replace(aim, row=Text.of("Milk")),))
    assert stored(TAPPED, in_row, distinct=2) == (TAPPED, replace(read, aims=(), sure=False))
    tapped = replace(read, command="tap")
    assert stored(TAPPED, tapped, distinct=2) == (TAPPED, replace(tapped, aims=(), sure=False))


def test_a_stored_sign_has_no_words_and_stays_distinct() -> None:
    def of(sign: Sign) -> Sign:
        kept = kept_of(recipe(signs=(sign,)))
        assert kept is not None
        return kept.signs[0]

    by_id = replace(SIGN, kind="says", aim=Aim(resource="org:id/x"), says=Text.of(ONE))
    for sign in (SIGN, by_id):
        assert of(sign) == sign
    words = [
        replace(SIGN, aim=Aim(label=Text.of("Milk"))),
        replace(SIGN, aim=Aim(label=Text.of("Eggs"))),
        replace(by_id, says=Text.of("Milk")),
        replace(by_id, says=Text.of("Eggs")),
    ]
    kept = [of(sign) for sign in words]
    assert [(recipe.aim.label, recipe.says, recipe.yes) for recipe in kept] == [(Text(parts=()), None, 2)] * 4
    assert len({recipe.aim.resource for recipe in kept}) == 4
    assert {len(recipe.aim.resource) for recipe in kept} == {4}


def test_a_recipe_that_reads_rows_is_stored_without_moves() -> None:
    assert kept_of(recipe(rows=ROWS)) == recipe(rows=ROWS)
    assert kept_of(recipe()) is None


# ------------------------------------------------------------------------------------------------ counted


def test_a_proven_execution_counts_and_ends_a_row_of_failures() -> None:
    failed = replace(WHOLE, exits=1, earlier=True)
    other = recipe(TAPPED)
    assert proved((failed, other), failed, distinct=True) == (replace(WHOLE, proven=2, distinct=2), other)
    assert proved((WHOLE,), WHOLE, distinct=False) == (replace(WHOLE, proven=2),)
    assert proved((other,), WHOLE, distinct=False) == (other,)


def test_two_failures_in_a_row_take_its_proofs() -> None:
    (once,) = missed((replace(WHOLE, proven=5),), WHOLE)
    assert (once.exits, once.proven) == (1, 5)
    (twice,) = missed((once,), once)
    assert (twice.exits, twice.proven) == (2, 0)
    assert not twice.trusted


def test_a_change_meets_the_recipe_also_if_another_process_extended_it_meanwhile() -> None:
    extended = replace(WHOLE, moves=(TAPPED, replace(TYPED, maybe=True)), proven=3)
    elsewhere = replace(WHOLE, begins="p/other")
    assert proved((elsewhere, extended), WHOLE, distinct=False) == (elsewhere, replace(extended, proven=4))
    assert proved((extended, WHOLE), WHOLE, distinct=False) == (extended, replace(WHOLE, proven=2)), "its own first"
    assert proved((elsewhere,), WHOLE, distinct=False) == (elsewhere,)


def test_an_agreeing_execution_is_one_more_proof() -> None:
    old = replace(WHOLE, proven=3, mark="aaaa", exits=1, earlier=True)
    made = replace(WHOLE, mark="bbbb", lasting=True)
    (found,) = taken_in((old,), made, distinct=False)
    assert found == replace(WHOLE, proven=4, distinct=2, exits=1, mark="bbbb", lasting=True)
    (same,) = taken_in((replace(old, mark="bbbb", lasting=True),), replace(made, lasting=False), distinct=False)
    assert (same.distinct, same.lasting) == (1, True)
    (unmarked,) = taken_in((replace(old, mark=""),), made, distinct=False)
    assert unmarked.distinct == 1
    (other,) = taken_in((replace(old, mark=""),), made, distinct=True)
    assert other.distinct == 2


def test_a_recipe_without_trust_needs_two_executions_to_have_it_again() -> None:
    lost = replace(WHOLE, proven=0, exits=2)
    (once,) = taken_in((lost,), WHOLE, distinct=False)
    assert (once.proven, once.exits, once.trusted) == (1, 2, False)
    (again,) = taken_in((once,), WHOLE, distinct=False)
    assert (again.proven, again.exits, again.trusted) == (2, 0, True)


def test_another_way_is_another_recipe_and_the_oldest_is_dropped() -> None:
    ways = [recipe(replace(TAPPED, aims=(Aim(label=Text.of(name), role="button"),)), *[TYPED] * at)
            for at, name in enumerate("ABCDE")]  # fmt: skip
    known: Known = ()
    for way in ways:
        known = taken_in(known, way, distinct=False)
    assert known == (ways[4], ways[3], ways[2], ways[1])
    (first, *others) = taken_in(known, ways[1], distinct=False)
    assert (first, others) == (replace(ways[1], proven=2), [ways[4], ways[3], ways[2]])


def test_an_import_is_used_after_the_same_moves_were_made_here() -> None:
    foreign = replace(WHOLE, proven=0)
    assert taken_in((foreign,), WHOLE, distinct=False) == (replace(WHOLE, proven=2),)
    looks = replace(foreign, moves=(*foreign.moves, Move(command="shows", texts=(Text.of("Buy"),))))
    assert taken_in((looks,), WHOLE, distinct=False) == (replace(WHOLE, proven=2),), "nothing of its words is taken"
    for other in (
        replace(foreign, begins="p/x"),
        replace(foreign, moves=(TAPPED,)),
        replace(foreign, moves=(TYPED, TAPPED)),
    ):
        assert taken_in((other,), WHOLE, distinct=False) == (WHOLE, other)
    bare = Move(command="press", key="back")
    assert taken_in((recipe(bare, proven=0),), recipe(bare), distinct=False) == (recipe(bare, proven=2),)
    assert len(taken_in((recipe(bare, proven=0),), recipe(replace(bare, key="home")), distinct=False)) == 2


# ------------------------------------------------------------------------------------------------ beginnings


def test_an_execution_that_began_in_the_middle_joins_there() -> None:
    made = recipe(TYPED, begins="p/edit", ways=(Way(begins="p/z", backs=1),))
    ways = (Way(begins="p/edit", joins=1), Way(begins="p/z", backs=1, joins=1))
    assert join(WHOLE, made, distinct=False) == replace(WHOLE, ways=ways)
    assert join(made, WHOLE, distinct=False) == replace(WHOLE, ways=ways)


def test_a_middle_part_is_joined_only_after_moves_that_lead_to_it() -> None:
    made = recipe(TYPED, begins="p/edit")
    lasting = replace(TAPPED, command="long press")
    assert join(recipe(lasting, TYPED), made, distinct=False) is None
    assert join(recipe(TYPED, replace(TYPED, place="p/x")), recipe(TYPED, begins="p/x"), distinct=False) is None
    assert join(WHOLE, recipe(TYPED, begins="p/other"), distinct=False) is None
    assert join(WHOLE, recipe(replace(TYPED, command="clear", texts=()), begins="p/edit"), distinct=False) is None


def test_beginnings_in_the_middle_go_if_the_number_of_moves_changes() -> None:
    later = replace(TAPPED, aims=(Aim(label=Text.of("Later"), role="button"),))
    middle, back = Way(begins="p/edit", joins=1), Way(begins="p/z", backs=1)
    old = replace(WHOLE, ways=(middle, back))
    longer = recipe(TAPPED, later, TYPED, ways=(Way(begins="p/y", backs=2),))
    found = join(old, longer, distinct=False)
    assert found is not None
    assert found.ways == (back, Way(begins="p/y", backs=2))
    same = join(old, replace(WHOLE, ways=(Way(begins="p/list"), back)), distinct=False)
    assert same is not None
    assert same.ways == (middle, back)
    looked = join(old, recipe(TAPPED, TYPED, Move(command="shows", texts=(Text.of(ONE),))), distinct=False)
    assert looked is not None
    assert looked.ways == (middle, back), "a check at the end moves nothing"
    many = replace(WHOLE, ways=tuple(Way(begins=f"p/{at}", backs=1) for at in range(9)))
    crowded = join(WHOLE, many, distinct=False)
    assert crowded is not None
    assert len(crowded.ways) == 8


# ------------------------------------------------------------------------------------------------ the book


class Memory:
    """A shelf in memory."""

    def __init__(self, *known: Recipe) -> None:
        self.recipes: dict[Home, Known] = {HOME: known}
        self.asked: list[Home] = []

    def known(self, home: Home) -> Known:
        self.asked.append(home)
        return self.recipes.get(home, ())

    def change(self, home: Home, step: tuple[str, str], change: Callable[[Known], Known]) -> None:
        own = tuple(one for one in self.recipes.get(home, ()) if (one.key, one.app) == step)
        others = tuple(one for one in self.recipes.get(home, ()) if one not in own)
        self.recipes[home] = (*change(own), *others)


def test_a_place_is_opened_once_and_only_where_recipes_are_stored() -> None:
    shelf = Memory(replace(WHOLE, earlier=True))
    book = Book(shelf=shelf)
    book.open(None)
    assert list(book) == []
    book.open(HOME)
    book.open(HOME)
    assert (list(book), shelf.asked) == ([replace(WHOLE, earlier=True)], [HOME])
    alone = Book()
    alone.open(HOME)
    assert (list(alone), alone.lasts, book.lasts) == ([], False, True)


def test_each_proof_and_failure_reaches_the_shelf_under_its_step_and_place() -> None:
    shelf = Memory()
    book = Book(shelf=shelf)
    book.learn(WHOLE, ("Milk",), HOME)
    marked = replace(WHOLE, mark=mark_of(("Milk",)))
    assert shelf.recipes == {HOME: (marked,)}
    book.proved(marked, ("Eggs",), HOME)
    assert shelf.recipes == {HOME: (replace(marked, proven=2, distinct=2),)}
    book.missed(marked, HOME)
    assert shelf.recipes == {HOME: (replace(marked, proven=2, distinct=2, exits=1),)}
    book.learn(WHOLE, ("Tea",))
    assert shelf.recipes[HOME][0].proven == 2, "without a place nothing is stored"
    book.learn(replace(WHOLE, key="drop <1>"), ("Tea",), HOME)
    assert [recipe.key for recipe in shelf.recipes[HOME]] == ["drop <1>", "add <1>"]


def test_a_recipe_of_a_persons_words_alone_is_not_stored() -> None:
    shelf = Memory()
    book = Book(shelf=shelf)
    words = recipe(replace(TAPPED, aims=(Aim(label=Text.of("Milk"), role="item"),)))
    assert book.learn(words, ("Milk",), HOME).moves == words.moves
    book.proved(words, ("Milk",), HOME)
    book.missed(words, HOME)
    assert shelf.recipes == {HOME: ()}


def test_other_values_of_one_run_are_distinguished_from_the_same_values() -> None:
    book = Book()
    assert not book.others("add <1>", "notes", ("Milk",))
    assert not book.was_done("add <1>", "notes", ("Milk",))
    assert book.learn(WHOLE, ("Milk",)).distinct == 1
    assert book.was_done("add <1>", "notes", ("Milk",))
    assert not book.others("add <1>", "notes", ("Milk",))
    assert book.others("add <1>", "notes", ("Eggs",))
    assert not book.others("add <1>", "mail", ("Eggs",))
    assert book.learn(WHOLE, ("Milk",)).distinct == 1
    assert book.learn(WHOLE, ("Eggs",)).distinct == 2
    assert book.learn(replace(WHOLE, mark="abcd"), ("Eggs",)).mark == "abcd"


def test_a_recipe_that_can_begin_here_is_chosen_before_the_latest() -> None:
    here, last = replace(WHOLE, proven=2, earlier=True, begins="p/x"), replace(WHOLE, begins="p/y")
    book = Book([here, last, replace(WHOLE, exits=2, begins="p/z")])
    assert book.choose("add <1>", "notes", lambda one: one.begins == "p/x") == here
    assert book.choose("add <1>", "notes", lambda one: one.begins == "p/y") == last
    assert book.choose("add <1>", "notes", lambda one: one.begins == "p/z") == last
    assert Book([here]).choose("add <1>", "notes", lambda _: False) is None
    assert book.choose("add <1>", "mail", lambda _: True) is None
    assert book.choose("drop <1>", "notes", lambda _: True) is None


def test_a_condition_or_a_list_is_known_by_its_page() -> None:
    signs, rows = recipe(signs=(SIGN,), begins="p/a"), recipe(rows=ROWS, begins="p/b")
    book = Book([replace(WHOLE, begins="p/a"), signs, rows])
    assert book.judged("add <1>", "notes", "p/a") == signs
    assert book.judged("add <1>", "notes", "p/b") == rows
    assert book.judged("add <1>", "notes", "p/c") is None
    assert book.judged("add <1>", "mail", "p/a") is None


# ------------------------------------------------------------------------------------------------ trust


@pytest.mark.parametrize(
    ("one", "trusted"),
    [
        (WHOLE, True),
        (replace(WHOLE, earlier=True), False),
        (replace(WHOLE, earlier=True, proven=2), True),
        (replace(WHOLE, exits=1), True),
        (replace(WHOLE, exits=2), False),
        (recipe(TAPPED), False),
        (recipe(TAPPED, Move(command="shows", texts=(Text.of(ONE),))), False),
        (recipe(replace(TYPED, sure=False)), False),
        (recipe(signs=(SIGN,)), True),
        (recipe(signs=(replace(SIGN, no=1),)), False),
        (recipe(signs=(replace(SIGN, wrong=True),)), False),
        (recipe(rows=ROWS, proven=2), True),
        (recipe(rows=ROWS, proven=1), False),
    ],
)
def test_a_recipe_is_trusted_if_its_values_decide_and_enough_executions_agree(one: Recipe, trusted: bool) -> None:
    assert one.trusted is trusted


def test_a_recipe_begins_on_its_page_or_goes_back_from_a_single_place() -> None:
    back, middle = Way(begins="p/edit with the keyboard", backs=1), Way(begins="p/edit", joins=1)
    one = replace(WHOLE, ways=(back, middle))
    assert one.ways_from("p/list", "p/list") == (Way(begins="p/list"),)
    assert one.ways_from("p/edit", "p/edit with the keyboard") == (back, middle)
    assert one.ways_from("p/edit", "p/edit") == (middle,)
    assert one.ways_from("p/none", "p/none") == ()


@pytest.mark.parametrize(
    ("move", "values", "settled"),
    [
        (TYPED, None, True),
        (replace(TYPED, texts=(Text.of(ONE), Text.of(Use(slot=2)))), None, False),
        (replace(TYPED, texts=(Text.of(ONE), Text.of(ONE, "!"))), None, True),
        (replace(TYPED, texts=(Text.of(ONE), Text.of(Use(slot=2)))), {ONE: "x", Use(slot=2): "x"}, True),
        (replace(TYPED, texts=(Text.of(ONE), Text.of(Use(slot=2)))), {ONE: "x", Use(slot=2): "y"}, False),
        (TYPED, {}, False),
        (replace(TYPED, sure=False), None, False),
        (replace(TYPED, texts=(Text(parts=()),)), None, False),
        (replace(TAPPED, aims=()), None, False),
        (Move(command="press", key="back"), None, True),
        (replace(TAPPED, aims=(Aim(label=Text.of(ONE)),)), {}, False),
        (replace(TAPPED, aims=(Aim(row=Text.of(ONE)),)), {}, False),
        (replace(TAPPED, aims=(Aim(label=Text.of(ONE)),)), None, True),
        (replace(TAPPED, aims=(BUTTON, Aim(label=Text.of(ONE)))), {}, True),
        (Move(command="read", aims=(BUTTON,)), None, True),
        (Move(command="read", aims=(BUTTON,), texts=(Text.of(ONE),)), None, True),
        (Move(command="read", aims=(BUTTON,), texts=(Text.of(ONE), Text.of(ONE))), None, False),
    ],
)
def test_a_move_needs_no_model_if_its_element_and_text_are_settled(
    move: Move, values: dict[Use, str] | None, settled: bool
) -> None:
    assert move.settled(values) is settled


# ------------------------------------------------------------------------------------------------ files


def test_a_file_names_each_part_in_its_own_words() -> None:
    aim = Aim(label=Text.of("Done"), role="checkbox", row=Text.of(ONE))
    sign = replace(SIGN, kind="says", says=Text.of(ONE, "!"))
    scroll = Move(command="scroll", direction="up")
    one = recipe(
        replace(TAPPED, aims=(aim,)),
        replace(TYPED, place=""),
        scroll,
        ways=(Way(begins="p/z", backs=1),),
        signs=(sign,),
    )
    data = recipe_data(one)
    assert data == {
        "step": "add <1>", "app": "notes", "begins": "p/list",
        "moves": [
            {"do": "tap", "to": [{"label": ["Done"], "role": "checkbox", "row": [{"value": 1}]}], "at": "p/list"},
            {"do": "type", "to": [{"role": "field", "resource": "org:id/name"}], "text": [[{"value": 1}]]},
            {"do": "scroll", "direction": "up"},
        ],
        "ways": [{"begins": "p/z", "backs": 1}],
        "signs": [{"kind": "says", "aim": {"label": [{"value": 1}]}, "says": [{"value": 1}, "!"], "yes": 2, "no": 2}],
    }  # fmt: skip
    assert recipe_from(data) == one
    assert recipe_from(recipe_data(recipe(rows=ROWS))) == recipe(rows=ROWS)
    way = Way(begins="p/z", backs=1, joins=2)
    assert way_from(way_data(way)) == way
    assert way_data(Way(begins="p")) == {"begins": "p"}


@pytest.mark.parametrize(
    ("change", "why"),
    [
        ({"moves": "x"}, "moves: "),
        ({"step": 3}, "step: "),
        ({"moves": [{"do": "dance"}]}, "moves.0.do: "),
        ({"moves": [{"do": "type", "text": [[3]]}]}, "moves.0.text.0.0."),
        ({"extra": 1, "strange": 2}, "there is no field 'extra'"),
        ({"moves": [{"do": "tap", "hm": 1}]}, "there is no field 'hm'"),
        ({"step": "x" * 4001}, "step is too long"),
        ({"moves": [{"do": "type", "text": [["x"] * 4001]}]}, "text is too long"),
        ({"proven": -1}, "it has a negative count"),
        ({"distinct": -1}, "it has a negative count"),
        ({"exits": -1}, "it has a negative count"),
        ({"signs": [{"kind": "shown", "aim": {}, "yes": -1}]}, "it has a negative count"),
        ({"signs": [{"kind": "shown", "aim": {}, "no": -1}]}, "it has a negative count"),
    ],
)
def test_a_refusal_names_the_fault_and_the_remedy(change: dict[str, Any], why: str) -> None:
    with pytest.raises(UsageError) as refused:
        recipe_from(recipe_data(WHOLE) | change)
    assert str(refused.value).startswith(f"this is no recipe: {why}")
    assert refused.value.hint == "Run the program again: it learns the proven steps again."


def test_a_recipe_that_is_no_object_is_refused_as_a_whole() -> None:
    with pytest.raises(UsageError, match="this is no recipe: the whole: "):
        recipe_from(3)
    with pytest.raises(UsageError, match="this is no recipe: it is too long"):
        recipe_from("x" * 4001)
    with pytest.raises(UsageError, match="this is no recipe: the whole: "):
        way_from([])
    assert recipe_from(recipe_data(replace(WHOLE, key="x" * 4000))).key == "x" * 4000
