"""The elements of a judged screen that may decide its condition, and the elements that mark the screen."""

from __future__ import annotations

from dataclasses import replace

import pytest

from agentprog.ports import Bounds, Element, Role, Window
from agentprog.recipes.deciding import Judged, borne_out, decided, judged
from agentprog.recipes.form import ENOUGH, Aim, Move, Recipe, Sign, Text, Use, Values, mark_of

from .test_deciding import BACK, CALLED, CHECKED, SYNC, page, part

ONE = Use(slot=1)
FROM = "org:id/from"


def judgement(*elements: Element, evidence: str = "", values: Values | None = None, condition: str = "it is on",
              holds: bool = True, known: tuple[Sign, ...] = ()) -> Recipe:  # fmt: skip
    """The recipe of one judgement, without the button that each page has."""
    one = Judged(
        screen=page(*elements, back=False), values=values or {}, said=condition, holds=holds, evidence=evidence
    )
    return judged("k", "sms", one, known)


def signs(*elements: Element, **more: object) -> list[tuple[str, Aim, Text | None]]:
    return [(sign.kind, sign.aim, sign.says) for sign in judgement(*elements, **more).signs]  # type: ignore[arg-type]


ANN = {ONE: "Ann"}
BY_VALUE = Aim(label=Text.of(ONE))
NAMED = [("called", BY_VALUE, None), ("shown", BY_VALUE, None)]


def test_the_judgement_names_its_step_its_page_and_its_screen() -> None:
    shown = page(SYNC)
    one = judged("k", "sms", Judged(screen=shown, values={}, said='"Sync" is on', holds=True))
    assert (one.key, one.app, one.begins, one.proven) == ("k", "sms", "org.sms/.Thread", 1)
    assert one.mark == mark_of(('"Sync" is on', shown.signature))
    assert one.moves == (BACK, Move(command="stands", aims=(Aim(label=Text.of("Sync"), role="switch"),)))
    assert one.signs == (replace(CHECKED, yes=1, was=True),)
    other = judged("k", "sms", Judged(screen=shown, values={}, said='"Sync" is on', holds=False))
    assert other.signs == (replace(CHECKED, so=False, no=1, was=True),)


def test_a_value_may_be_the_name_or_the_words_of_an_element() -> None:
    assert signs(part(), values=ANN)[:2] == NAMED
    assert signs(part(label="Eve"), values=ANN) == NAMED, "its absence may decide it"
    assert signs(part(label="Al"), values={ONE: "Al"})[:1] == [("called", BY_VALUE, None)]
    assert all(kind != "shown" for kind, _, _ in signs(part(label="Al"), values={ONE: " Al "})), "too short to search"
    piece = Use(slot=1, path=("first word",))
    assert signs(part(label="Eve"), values={ONE: "Ann Lee", piece: "Ann"}) == NAMED


def test_a_switch_is_a_sign_if_the_condition_names_it() -> None:
    assert signs(SYNC, condition='"Sync" is on') == [("checked", CHECKED.aim, None)]
    assert signs(SYNC, condition='"Wi-Fi" is on') == []
    by_value = signs(SYNC, condition='"Wi-Fi" is on', values={ONE: "Sync"})
    assert ("checked", Aim(label=Text.of(ONE), role="switch"), None) in by_value
    plain = replace(SYNC, checkable=False)
    assert signs(plain, condition='"Sync" is on') == []


@pytest.mark.parametrize("hidden", [{"window": Window.KEYBOARD}, {"window": Window.SYSTEM}, {"covered": True}])
def test_a_covered_element_or_one_outside_the_app_is_neither_sign_nor_mark(hidden: dict[str, object]) -> None:
    found = judgement(replace(SYNC, **hidden), condition='"Sync" is on', evidence="Sync")  # type: ignore[arg-type]
    assert (found.signs, found.moves) == ((), ())


def test_the_evidence_is_found_by_its_words_its_id_and_its_text() -> None:
    paid = part(label="Paid by Ann", resource_id=FROM)
    by_id = Aim(role="text", resource=FROM)
    words = Text.of("Paid by ", ONE)
    assert signs(paid, evidence=' "paid by Ann" ', values=ANN) == [
        *NAMED, ("called", Aim(label=words), None), ("called", by_id, None), ("says", by_id, words),
    ]  # fmt: skip
    assert signs(paid, evidence="Paid", values=ANN) == NAMED
    assert signs(paid, evidence="", values=ANN) == NAMED
    without_id = signs(replace(paid, resource_id=""), evidence="Paid by Ann", values=ANN)
    assert ("called", Aim(label=words), None) in without_id
    assert not any(aim.role and kind == "called" for kind, aim, _ in without_id)


def test_an_element_whose_text_is_a_value_is_a_sign_for_it() -> None:
    of_ann = part(resource_id=FROM)
    assert ("says", Aim(role="text", resource=FROM), Text.of(ONE)) in signs(of_ann, values=ANN)
    assert not any(kind == "says" for kind, _, _ in signs(replace(of_ann, label="Eve", text="Eve"), values=ANN))
    image = replace(of_ann, text="", role=Role.IMAGE)
    assert ("says", Aim(role="image", resource=FROM), Text.of(ONE)) in signs(image, values=ANN)
    field = part(Role.FIELD, "Name", editable=True, text="Ann", resource_id=FROM)
    assert not any(kind == "says" for kind, _, _ in signs(field, values=ANN, evidence="Ann"))


def test_known_signs_are_judged_too_and_each_counts_once() -> None:
    counted = replace(CHECKED, yes=4, no=3, wrong=True, looks=("old",))
    assert judgement(SYNC, condition='"Sync" is on', known=(counted,)).signs == (replace(CHECKED, yes=1, was=True),)
    absent = Sign(kind="called", aim=Aim(label=Text.of("Gone")))
    assert judgement(SYNC, known=(absent,)).signs == (replace(absent, so=False, yes=1, was=False),)
    unknown = Sign(kind="checked", aim=Aim(label=Text.of("Gone"), role="switch"))
    assert judgement(SYNC, known=(unknown,)).signs == ()


def test_a_name_is_found_in_its_seen_states() -> None:
    def looks(*elements: Element) -> tuple[str, ...]:
        return judgement(*elements, values=ANN).signs[0].looks

    assert looks(part()) == ("text",)
    assert looks(part(), part(), part(Role.ITEM)) == ("text", "item")
    full = part(Role.ITEM, checked=True, selected=True, enabled=False, heavy=True, container=1, resource_id=FROM)
    assert looks(full) == (f"item {FROM} on selected disabled heavy listed",)
    assert looks(replace(part(), marks=("red",))) == ("text red",)
    assert looks(part(label="Eve")) == ()


# ------------------------------------------------------------------------------------------------ marks of the screen


def test_buttons_fields_and_ids_outside_of_lists_mark_the_screen() -> None:
    elements = (
        part(Role.BUTTON, "Call", clickable=True),
        part(Role.BUTTON, "unlabelled", clickable=True, resource_id="org:id/menu"),
        part(Role.BUTTON, "", clickable=True),
        part(Role.FIELD, "Message", editable=True, text="draft", resource_id="org:id/text"),
        part(Role.TEXT, "Ann", resource_id="org:id/title"),
        part(Role.TEXT, "Bo"),
        part(Role.BUTTON, "Reply", clickable=True, container=1),
        part(Role.BUTTON, "Call", clickable=True),
    )
    assert [move.aims for move in judgement(*elements).moves] == [
        (Aim(label=Text.of("Call"), role="button"),),
        (Aim(role="button", resource="org:id/menu"),),
        (Aim(role="field", resource="org:id/text"),),
        (Aim(role="text", resource="org:id/title"),),
    ]  # fmt: skip
    assert {move.command for move in judgement(*elements).moves} == {"stands"}


# ------------------------------------------------------------------------------------------------ several judgements


def test_a_judgement_joins_the_recipe_of_its_page_and_leaves_the_others() -> None:
    first = judgement(SYNC, condition='"Sync" is on')
    elsewhere = replace(first, begins="org.sms/.Other")
    plain = Recipe(key="k", app="sms", begins=first.begins, moves=())
    off = judgement(replace(SYNC, checked=False), condition='"Sync" is on', holds=False)
    found, *others = borne_out((plain, elsewhere, replace(first, earlier=True)), off)
    assert others == [plain, elsewhere]
    assert (found.proven, found.mark, found.earlier) == (2, f"{off.mark} {first.mark}", False)
    assert found.signs == (replace(CHECKED, yes=1, no=1),)


def test_a_sign_of_one_judgement_stays_and_new_signs_follow() -> None:
    first = judgement(SYNC, condition='"Sync" is on')
    second = judgement(part(), values=ANN, holds=False)
    (found,) = borne_out((first,), second)
    assert [(sign.kind, sign.yes, sign.no) for sign in found.signs] == [
        ("checked", 1, 0), ("called", 0, 1), ("shown", 0, 1),
    ]  # fmt: skip
    assert found.moves == ()
    many = replace(second, signs=tuple(replace(CALLED, aim=Aim(resource=str(at))) for at in range(30)))
    (crowded,) = borne_out((first,), many)
    assert len(crowded.signs) == 24


def test_the_states_of_a_name_are_joined_up_to_a_limit() -> None:
    def recipe(*looks: str, mark: str) -> Recipe:
        return Recipe(key="k", app="sms", begins="b", moves=(BACK,), signs=(replace(CALLED, looks=looks),), mark=mark)

    (found,) = borne_out((recipe("text", "item", mark="1"),), recipe("item", "tab", mark="2"))
    assert found.signs[0].looks == ("text", "item", "tab")
    many = recipe(*(str(at) for at in range(20)), mark="2")
    assert borne_out((recipe("text", mark="1"),), many)[0].signs[0].looks == ("text", *map(str, range(7)))


def test_a_sign_that_disagreed_once_is_wrong_for_good() -> None:
    def recipe(mark: str, **more: object) -> Recipe:
        sign = replace(CALLED, yes=1, **more)  # type: ignore[arg-type]
        return Recipe(key="k", app="sms", begins="b", moves=(BACK,), signs=(sign,), mark=mark)

    (found,) = borne_out((recipe("1"),), recipe("2", so=False))
    assert (found.signs[0].wrong, found.signs[0].so, found.signs[0].yes) == (True, True, 2)
    (again,) = borne_out((found,), recipe("3"))
    assert (again.signs[0].wrong, again.signs[0].yes) == (True, 3)
    (right,) = borne_out((recipe("1", so=False),), recipe("2", so=False))
    assert (right.signs[0].wrong, right.signs[0].so) == (False, False)


def test_a_mark_of_the_screen_may_be_a_name_or_an_id_alone() -> None:
    sure = replace(CHECKED, yes=ENOUGH, no=ENOUGH)
    by_id = Move(command="stands", aims=(Aim(role="text", resource=FROM),))
    one = Recipe(key="k", app="sms", begins="b", moves=(by_id,), signs=(sure,))
    titled = Element(index=1, role=Role.TEXT, label="Any", text="Any", bounds=Bounds(0, 0, 9, 9), resource_id=FROM)
    assert decided(one, {}, page(SYNC, titled)) is True
    assert decided(one, {}, page(SYNC, replace(titled, resource_id="org:id/to"))) is None
    assert decided(one, {}, page(SYNC, replace(titled, role=Role.IMAGE))) is None
    assert decided(one, {}, page(SYNC)) is None
