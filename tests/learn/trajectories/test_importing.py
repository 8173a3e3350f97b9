"""Step formats of public data sets, on fixtures written for this test: no line of those data sets is here."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from agentprog.errors import UsageError
from agentprog.learn.trajectories.importing.formats import FORMATS, import_files

AITZ: list[dict[str, Any]] = [
    {
        "episode_id": "7",
        "subset": "general",
        "instruction": "find a bakery",
        "step_id": 0,
        "ui_positions": "[[0.1, 0.2, 0.05, 0.4], [0.5, 0.5, 0.1, 0.1]]",
        "ui_text": ["Search", "Map"],
        "result_action_type": 4,
        "result_action_text": "",
        "result_touch_yx": "[0.12, 0.3]",
        "result_lift_yx": "[0.12, 0.3]",
        "coat_action_desc": "tap the search field",
    },
    {"result_action_type": 3, "result_action_text": "bakery"},
    {"result_action_type": 4, "result_touch_yx": "[0.8, 0.5]", "result_lift_yx": "[0.2, 0.5]"},
    {"result_action_type": 7},
    {"result_action_type": 10},
]
CONTROL: dict[str, Any] = {
    "episode_id": 12,
    "goal": "call the plumber",
    "app": "Phone",
    "step_instructions": ["open the phone app", "tap the plumber", "scroll down"],
    "actions": [
        json.dumps({"action_type": "open_app", "app_name": "Phone"}),
        {"action_type": "click", "x": 500, "y": 320},
        {"action_type": "scroll", "direction": "down"},
    ],
    "screenshot_widths": [1000, 1000, 1000],
    "screenshot_heights": [2000, 2000, 2000],
    "elements": [[], [{"text": "Plumber", "bounds": [0, 300, 1000, 400], "clickable": True}], []],
}
ODYSSEY: dict[str, Any] = {
    "episode_id": "9",
    "device_info": {"w": 1000, "h": 2000},
    "task_info": {"app": ["Maps", "Mail"], "meta_task": "send a route", "instruction": "mail the route to Ida"},
    "steps": [
        {
            "action": "CLICK",
            "info": [[500, 250]],
            "sam2_bbox": [450, 200, 550, 300],
            "low_level_instruction": "tap the route",
            "context": "The map is open.",
        },
        {"action": "CLICK", "info": "KEY_HOME"},
        {"action": "SCROLL", "info": [[500, 300], [500, 700]]},
        {"action": "TEXT", "info": "Ida"},
        {"action": "LONG_PRESS", "info": [[10, 20]]},
        {"action": "COMPLETE", "info": []},
    ],
}
AMEX: dict[str, Any] = {
    "episode_id": "a3",
    "instruction": "order tea",
    "steps": [
        {
            "action": "TAP",
            "device_dim": [1000, 2000],
            "touch_coord": [100, 250],
            "package_name": "org.shop",
            "elements": [{"bbox": [50, 200, 150, 300], "functionality": "opens the basket"}],
        },
        {"action": "SWIPE", "device_dim": [1000, 2000], "touch_coord": [900, 500], "lift_coord": [100, 500]},
        {"action": "TYPE", "type_text": "green tea"},
        {"action": "PRESS_ENTER"},
        {"action": "TASK_IMPOSSIBLE"},
    ],
}


def kinds_of(format: str, data: Any) -> list[tuple[str, object]]:
    return [
        (step.action.kind, step.action.point or step.action.text or step.action.direction)
        for step in FORMATS[format](data)
    ]


def test_aitz_has_shares_of_the_screen_with_y_first() -> None:
    assert kinds_of("aitz", AITZ) == [
        ("click", (0.3 * 1080, 0.12 * 2280)),
        ("type", "bakery"),
        ("scroll", "down"),
        ("press_enter", ""),
        ("finished", ""),
    ]
    first = FORMATS["aitz"](AITZ)[0]
    assert first.box == (216, 228, 648, 342)
    assert first.observation.spots[0].name == "Search"
    assert (first.app, first.instruction, first.low) == ("general", "find a bakery", "tap the search field")


def test_android_control_asks_for_the_goal_or_for_each_step() -> None:
    assert kinds_of("android-control", CONTROL) == [
        ("open_app", "Phone"),
        ("click", (500, 320)),
        ("scroll", "down"),
        ("finished", ""),
    ]
    high, low = FORMATS["android-control"](CONTROL), FORMATS["android-control-low"](CONTROL)
    assert {step.instruction for step in high} == {"call the plumber"}
    assert [step.instruction for step in low] == [*CONTROL["step_instructions"], "finish"]
    assert high[1].box == (0, 300, 1000, 400)
    assert high[2].history == ["open the phone app", "tap the plumber"]


def test_odyssey_has_a_grid_of_a_thousand_states_and_boxes() -> None:
    assert kinds_of("gui-odyssey", ODYSSEY) == [
        ("click", (500, 500)),
        ("press_home", ""),
        ("scroll", "up"),
        ("type", "Ida"),
        ("long_press", (10, 40)),
        ("finished", ""),
    ]
    first = FORMATS["gui-odyssey"](ODYSSEY)[0]
    assert first.box == (450, 400, 550, 600)
    assert (first.state, first.app, first.task) == ("The map is open.", "Maps", "send a route")


def test_amex_has_pixels_and_a_swipe_to_the_left_shows_the_right() -> None:
    assert kinds_of("amex", AMEX) == [
        ("click", (100, 250)),
        ("scroll", "right"),
        ("type", "green tea"),
        ("press_enter", ""),
        ("error", ""),
    ]
    assert FORMATS["amex"](AMEX)[0].box == (50, 200, 150, 300)


@pytest.mark.parametrize(
    ("format", "data"),
    [("aitz", AITZ), ("android-control", CONTROL), ("gui-odyssey", ODYSSEY), ("amex", AMEX)],
)
def test_files_hold_one_episode_several_or_one_a_line(tmp_path: Path, format: str, data: Any) -> None:
    one, many, lines = tmp_path / "one.json", tmp_path / "many.json", tmp_path / "lines.jsonl"
    one.write_text(json.dumps(data), encoding="utf-8")
    many.write_text(json.dumps([data, data]), encoding="utf-8")
    lines.write_text(f"{json.dumps(data)}\n\n{json.dumps(data)}\n", encoding="utf-8")
    size = len(FORMATS[format](data))
    assert [len(list(import_files(format, [path]))) for path in (one, many, lines)] == [size, 2 * size, 2 * size]


@pytest.mark.parametrize(
    ("format", "data", "why"),
    [
        ("aitz", [{"episode_id": "1", "instruction": "x", "result_action_type": 99}], "no action 99"),
        ("aitz", [], "no field 'episode_id'"),
        ("android-control", {"goal": "x"}, "no field 'episode_id'"),
        ("gui-odyssey", {"task_info": {"instruction": "x"}, "episode_id": 1, "steps": [{"action": "FLY"}]}, "'FLY'"),
        ("amex", {"episode_id": 1, "instruction": "x", "steps": [{"action": "FLY"}]}, "'FLY'"),
        ("amex", ["text"], "is not of the format"),
        ("other", {}, "no format 'other'"),
    ],
)
def test_a_file_of_another_format_is_refused(tmp_path: Path, format: str, data: Any, why: str) -> None:
    path = tmp_path / "x.json"
    path.write_text(json.dumps(data), encoding="utf-8")
    with pytest.raises(UsageError, match=why):
        list(import_files(format, [path]))


def test_a_step_without_an_instruction_gets_one_from_its_action() -> None:
    assert [step.low for step in FORMATS["amex"](AMEX)] == [
        'tap "opens the basket"',
        "scroll right",
        'type "green tea"',
        "press_enter()",
        "error(content='')",
    ]
