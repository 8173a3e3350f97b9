"""Rewards and metrics at their boundaries: every expected number here was calculated by hand."""

from __future__ import annotations

import pytest

from agentprog.agents.strategies.deed import Deed
from agentprog.agents.strategies.swirl import write_call_for_executor
from agentprog.learn.metrics import Metrics, measured, table
from agentprog.learn.rewards.executing import read_order
from agentprog.learn.rewards.matching import PROFILES, Truth, parameter_right, token_f1
from agentprog.learn.rewards.reward import (
    coordinator_reward,
    interactor_reward,
    navigator_reward,
    nearness,
    planner_reward,
    tracker_reward,
)
from tests.learn.steps import look

BOX = (100, 200, 300, 400)


def click(x: float, y: float) -> Deed:
    return Deed(kind="click", point=(x, y))


def truth(deed: Deed, box: tuple[int, int, int, int] | None = None) -> Truth:
    """On a screen of 1000 by 2000 pixels."""
    return Truth(deed=deed, box=box, width=1000, height=2000)


CLICK, BARE = truth(click(200, 300), BOX), truth(click(200, 300))
TEXT = truth(Deed(kind="type", text="meet me at noon"))
APP = truth(Deed(kind="open_app", text="Contacts"))
DOWN = truth(Deed(kind="scroll", direction="down"))
HOME = truth(Deed(kind="press_home"))

# The action, the right action, and the scores by ces, ces-code, swirl and swirl-code.
CASES: list[tuple[str, Deed | None, Truth, tuple[bool, bool, bool, bool]]] = [
    ("in the box", click(250, 350), CLICK, (True, True, True, True)),
    ("on the box's edge", click(300, 400), CLICK, (True, True, True, True)),
    ("a pixel outside, and near", click(301, 300), CLICK, (False, True, True, True)),
    ("140 pixels across: 0.14 of the width", click(340, 300), CLICK, (False, True, True, True)),
    ("141 pixels across", click(341, 300), CLICK, (False, False, False, False)),
    ("280 pixels down: 0.14 of the height, 0.28 of the width", click(200, 580), CLICK, (False, True, False, True)),
    ("281 pixels down", click(200, 581), CLICK, (False, False, False, False)),
    ("no box, the very place", click(200, 300), BARE, (False, True, True, True)),
    ("no box, 84 across and 112 down: 0.14 by the width", click(284, 412), BARE, (False, True, True, True)),
    ("no box, 85 across and 112 down", click(285, 412), BARE, (False, True, False, True)),
    ("another type on the same place", Deed(kind="long_press", point=(200, 300)), CLICK, (False,) * 4),
    ("nothing", None, CLICK, (False,) * 4),
    ("all words", Deed(kind="type", text="Meet me AT noon"), TEXT, (True,) * 4),
    ("two of four words: F1 is 0.5, not above", Deed(kind="type", text="meet me or call"), TEXT, (False,) * 4),
    ("two words, both there: F1 is 2/3", Deed(kind="type", text="meet me"), TEXT, (True,) * 4),
    ("one word: F1 is 0.4", Deed(kind="type", text="noon"), TEXT, (False,) * 4),
    ("no word", Deed(kind="type", text=""), TEXT, (False,) * 4),
    ("the app", Deed(kind="open_app", text="contacts"), APP, (True,) * 4),
    ("another app", Deed(kind="open_app", text="Camera"), APP, (True, True, False, False)),
    ("that way", Deed(kind="scroll", direction="down"), DOWN, (True,) * 4),
    ("the other way", Deed(kind="scroll", direction="up"), DOWN, (False, True, False, False)),
    ("home", Deed(kind="press_home"), HOME, (True,) * 4),
    ("back", Deed(kind="press_back"), HOME, (False,) * 4),
]


@pytest.mark.parametrize(("case", "found", "right", "counts"), CASES, ids=[case[0] for case in CASES])
def test_a_parameter_counts_by_its_profile(
    case: str, found: Deed | None, right: Truth, counts: tuple[bool, bool, bool, bool]
) -> None:
    assert tuple(parameter_right(found, right, PROFILES[name]) for name in PROFILES) == counts
    assert list(PROFILES) == ["ces", "ces-code", "swirl", "swirl-code"]


@pytest.mark.parametrize(
    ("found", "right", "f1"),
    [("a b", "a b", 1.0), ("a a", "a", 2 / 3), ("a", "b", 0.0), ("", "", 1.0), ("", "a", 0.0), ("A b c d", "a", 0.4)],
)
def test_the_f1_of_tokens(found: str, right: str, f1: float) -> None:
    assert token_f1(found, right) == pytest.approx(f1)


SAVE = truth(click(500, 150), (0, 100, 1000, 200))
SEEN = look("Save", "Cancel")


def answered(instruction: str) -> str:
    return f"<think>so</think><answer>{instruction}</answer>"


@pytest.mark.parametrize(
    ("reply", "total"),
    [
        (answered('tap "Save"'), 0.1 + 0.9 * (0.2 + 0.8)),
        (answered('tap "Cancel"'), 0.1 + 0.9 * 0.2),
        (answered("scroll down"), 0.1),
        (answered("sing"), 0.1),
        ('<answer>tap "Save"</answer>', 0.9),
        ('tap "Save"', 0.0),
    ],
)
def test_a_coordinator_is_paid_for_its_form_and_for_the_executors_action(reply: str, total: float) -> None:
    assert coordinator_reward(reply, SAVE, SEEN, read_order).total == pytest.approx(total)


def test_a_trackers_state_is_paid_by_the_coordinators_answer() -> None:
    def coordinate(state: str) -> str:
        return answered('tap "Save"' if "full" in state else "scroll down")

    def paid(state: str, profile: str) -> float:
        return tracker_reward(state, SAVE, SEEN, coordinate, read_order, profile).total

    assert paid("the form is full", "ces") == pytest.approx(1.0)
    assert paid("nothing", "ces") == pytest.approx(0.1)
    assert paid("<think>full</think>", "ces") == pytest.approx(0.9)
    assert paid("", "ces") == 0.0
    assert paid("the form is full", "ces-code") == pytest.approx(1.0)
    assert paid("nothing", "ces-code") == 0.0


def test_a_navigator_needs_its_thoughts_and_its_tool_call() -> None:
    def paid(reply: str) -> float:
        return navigator_reward(reply, SAVE, SEEN, read_order).total

    assert paid(write_call_for_executor('tap "Save"', "full")) == pytest.approx(1.0)
    assert paid(write_call_for_executor('tap "Save"').partition("</think>")[2]) == pytest.approx(0.9)
    assert paid(write_call_for_executor("scroll up", "x")) == pytest.approx(0.1)
    assert paid('tap "Save"') == 0.0


def test_an_interactor_is_paid_for_its_own_action() -> None:
    assert interactor_reward("<answer>click(point='(500, 150)')</answer>", SAVE).total == pytest.approx(1.0)
    assert interactor_reward("<answer>click(point='(500, 900)')</answer>", SAVE).total == pytest.approx(0.28)
    assert interactor_reward("<answer>wait()</answer>", SAVE).total == pytest.approx(0.1)
    assert interactor_reward("click(point='(500, 150)')", SAVE).total == 0.0


@pytest.mark.parametrize(
    ("found", "right", "near"),
    [
        (click(200, 300), CLICK, 1.0),
        (click(700, 300), CLICK, 0.75),
        (click(200, 1300), CLICK, 0.75),
        (click(700, 1300), CLICK, 0.5),
        (Deed(kind="type", text="meet me"), TEXT, 2 / 3),
        (Deed(kind="scroll", direction="up"), DOWN, 0.0),
        (Deed(kind="press_home"), HOME, 1.0),
        (Deed(kind="wait"), HOME, 0.0),
        (None, HOME, 0.0),
    ],
)
def test_nearness_is_between_zero_and_one(found: Deed | None, right: Truth, near: float) -> None:
    assert nearness(found, right) == pytest.approx(near)


def test_a_planner_is_paid_one_for_the_type_and_up_to_one_for_the_distance() -> None:
    assert planner_reward('Thought: tap "Save"', SAVE, SEEN, read_order).total == pytest.approx(2.0)
    assert planner_reward('Thought: tap "Cancel"', SAVE, SEEN, read_order).total == pytest.approx(1 + 1 - 100 / 4000)
    assert planner_reward("Thought: scroll down", SAVE, SEEN, read_order).total == 0.0
    assert planner_reward("tap", SAVE, SEEN, read_order).total == 0.0


def test_metrics_are_the_shares_that_were_counted_by_hand() -> None:
    pairs = [(found, right) for _, found, right, _ in CASES]
    # Counted by hand, of 23: the type is right in all but three ("another type", "nothing", "back"). Of those 20, ten
    # are clicks, of which SWIRL counts 6 (not: 141 across, 280 and 281 down, 85 and 112). Of the other ten it counts 5.
    assert measured(pairs, profile="swirl") == Metrics(steps=23, type=20 / 23, gr=6 / 10, sr=11 / 23)
    # CES: two clicks are in the box; texts 2, apps 2, scrolls 1, home 1.
    assert measured(pairs, profile="ces") == Metrics(steps=23, type=20 / 23, gr=2 / 10, sr=8 / 23)
    assert measured([]) == Metrics(steps=0, type=None, gr=None, sr=None)
    assert measured([(None, CLICK)]) == Metrics(steps=1, type=0.0, gr=None, sr=0.0)


def test_a_table_has_a_row_for_each_setting() -> None:
    rows = {"whole": measured([(click(250, 350), CLICK)]), "without": measured([(None, CLICK)])}
    assert table(rows).splitlines()[2:] == [
        "| whole | 1 | 100.00 | 100.00 | 100.00 |",
        "| without | 1 | 0.00 |  | 0.00 |",
    ]
