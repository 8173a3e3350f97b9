"""agentprog as an AndroidWorld agent: a fake `android_world` with the documented interface, over a simulated phone."""

from __future__ import annotations

import io
import sys
import types
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest
from lxml import etree
from PIL import Image

from agentprog.app.androidworld import EnvDevice, make_agent
from agentprog.app.androidworld.env_device import as_json
from agentprog.devices.hierarchy.nodes import parse_bounds
from agentprog.errors import UsageError
from agentprog.ports import Bounds, Drag, Element, OpenNotifications, PointTarget, PressKey, Role, Scroll, Tap, TypeText

PLAN = '''
[[rule]]
purpose = "plan"
pattern = "contact"
reply = """
Open the "Contacts" app
Tap "Create contact"
Type "Ada" into "First name"
Tap "Save"
Verify that "Ada" appears
Set {answer} to "Ada, saved"
"""

[[rule]]
purpose = "plan"
pattern = "Mars"
reply = "Open the \\"Mars Rover Control\\" app"
'''
GOAL = "Create a contact named Ada"


@dataclass
class JSONAction:
    """The fields that AndroidWorld documents, and no others."""

    action_type: str
    index: int | None = None
    x: int | None = None
    y: int | None = None
    text: str | None = None
    direction: str | None = None
    goal_status: str | None = None
    app_name: str | None = None
    clear_text: bool | None = None


@dataclass
class AgentInteractionResult:
    done: bool
    data: dict[str, Any]


class EnvironmentInteractingAgent:
    """The documented base class."""

    def __init__(self, env: Any, name: str = "", transition_pause: float | None = 1.0) -> None:
        self.env, self.name, self.transition_pause = env, name, transition_pause

    def reset(self, go_home: bool = False) -> None:
        self.env.reset(go_home)


class Pixels(bytes):
    """An array of height, width and three colours, as far as Pillow looks at one."""

    @property
    def __array_interface__(self) -> dict[str, Any]:
        return {"shape": (2400, 1080, 3), "typestr": "|u1", "version": 3}


@dataclass
class Env:
    """An AsyncEnv over a simulated phone, driven by the stock uiautomator2 client."""

    phone: Any
    done: list[JSONAction] = field(default_factory=list)
    interaction_cache: str = ""
    resets: list[bool] = field(default_factory=list)
    logical_screen_size: tuple[int, int] = (1080, 2400)

    @property
    def foreground_activity_name(self) -> str:
        found = self.phone.ui.app_current()
        return f"{found['package']}/{found['activity']}"

    def get_state(self, wait_to_stabilize: bool = False) -> Any:
        root = etree.fromstring(self.phone.ui.dump_hierarchy().encode())
        picture = Image.open(io.BytesIO(self.phone.handle.screenshot())).convert("RGB")
        nodes = [n for n in root.iter("node") if not len(n) or n.get("content-desc") or n.get("scrollable") == "true"]
        return types.SimpleNamespace(pixels=Pixels(picture.tobytes()), ui_elements=[_element(node) for node in nodes])

    def execute_action(self, action: JSONAction) -> None:
        self.done.append(action)
        ui = self.phone.ui
        match action.action_type:
            case "click":
                ui.click(action.x, action.y)
            case "input_text":
                ui.click(action.x, action.y)
                ui(focused=True).set_text(action.text)
                ui.press("enter")
            case "open_app":
                ui.app_start({"Contacts": "com.google.android.contacts"}[action.app_name or ""])
            case "answer":
                self.interaction_cache = action.text or ""
        self.phone.handle.advance(1)

    def reset(self, go_home: bool) -> None:
        self.resets.append(go_home)


def _element(node: Any) -> Any:
    box = parse_bounds(node.get("bounds"))
    flags = {f"is_{name.replace('-', '_')}": node.get(name) == "true" for name in (
        "checkable", "checked", "clickable", "enabled", "focused", "long-clickable", "scrollable", "selected"
    )}  # fmt: skip
    return types.SimpleNamespace(
        text=node.get("text"),
        content_description=node.get("content-desc") or None,
        class_name=node.get("class"),
        bbox_pixels=types.SimpleNamespace(x_min=box.left, x_max=box.right, y_min=box.top, y_max=box.bottom),
        hint_text=node.get("hint") or None,
        is_visible=True,
        is_editable="EditText" in node.get("class"),
        package_name=node.get("package"),
        resource_name=node.get("resource-id") or None,
        **flags,
    )


@pytest.fixture
def android_world(monkeypatch: pytest.MonkeyPatch) -> None:
    modules = {
        "android_world": types.ModuleType("android_world"),
        "android_world.agents": types.ModuleType("android_world.agents"),
        "android_world.agents.base_agent": types.ModuleType("base_agent"),
        "android_world.env": types.ModuleType("android_world.env"),
        "android_world.env.json_action": types.ModuleType("json_action"),
    }
    base: Any = modules["android_world.agents.base_agent"]
    base.EnvironmentInteractingAgent, base.AgentInteractionResult = EnvironmentInteractingAgent, AgentInteractionResult
    action: Any = modules["android_world.env.json_action"]
    action.JSONAction = JSONAction
    for name, module in modules.items():
        monkeypatch.setitem(sys.modules, name, module)


@pytest.fixture
def env(sim_phone: Any) -> Env:
    return Env(phone=sim_phone)


@pytest.fixture
def options(tmp_path: Path) -> dict[str, Any]:
    (tmp_path / "model.toml").write_text(PLAN)
    return {"model": f"scripted:{tmp_path / 'model.toml'}", "run_dir": tmp_path / "runs"}


@pytest.fixture
def agent(android_world: None, env: Env, options: dict[str, Any]) -> Iterator[Any]:
    made = make_agent(env, **options)
    yield made
    made.close()


def steps(agent: Any, goal: str, most: int = 12) -> list[AgentInteractionResult]:
    found = []
    for _ in range(most):
        found.append(agent.step(goal))
        if found[-1].done:
            break
    return found


def test_one_action_a_step_until_done_with_the_answer(agent: Any, env: Env) -> None:
    assert isinstance(agent, EnvironmentInteractingAgent)
    found = steps(agent, GOAL)
    assert [action.action_type for action in env.done] == ["open_app", "click", "input_text", "click", "answer"]
    assert len(found) == 4
    assert [one.done for one in found] == [False, False, False, True]
    assert all(one.data["action"] for one in found)
    assert env.interaction_cache == "Ada, saved"
    assert found[-1].data["outcome"] == "verified"
    assert agent.step(GOAL) == found[-1]
    assert len(env.done) == 5


def test_a_reset_in_the_middle_begins_anew(agent: Any, env: Env) -> None:
    agent.step(GOAL)
    agent.step(GOAL)
    agent.reset(go_home=True)
    assert env.resets == [True]
    before = len(env.done)
    assert agent.step(GOAL).data["action"].startswith("open app")
    assert len(env.done) == before + 1


def test_what_cannot_be_done_is_declared_infeasible(agent: Any, env: Env) -> None:
    found = steps(agent, "Drive the Mars rover")
    assert found[-1].done
    assert env.done[-1].action_type == "status"
    assert env.done[-1].goal_status == "infeasible"


def test_a_limit_of_steps_ends_the_run_without_a_claim(agent: Any, env: Env) -> None:
    agent.set_max_steps(2)
    found = steps(agent, GOAL, most=4)
    assert not any(one.done for one in found)
    assert found[-1].data["outcome"] == "out of budget"
    assert len(env.done) == 2


def test_by_serial_our_own_layer_acts_and_the_environment_hears_the_end(
    android_world: None, env: Env, options: dict[str, Any], sim_phone: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("ANDROID_ADB_SERVER_PORT", str(sim_phone.server.port))
    agent = make_agent(env, serial=sim_phone.serial, **options)
    try:
        found = steps(agent, GOAL)
    finally:
        agent.close()
    assert found[-1].done
    assert [action.action_type for action in env.done] == ["answer"]


def test_androidworld_is_only_needed_when_it_is_asked_for(env: Env) -> None:
    assert "android_world" not in sys.modules
    with pytest.raises(UsageError, match="not installed"):
        make_agent(env)


def test_a_state_becomes_a_screen(env: Env) -> None:
    env.phone.handle.start_app("com.google.android.contacts")
    env.phone.handle.advance(2)
    screen = EnvDevice(env).observe(screenshot=True)
    assert screen.package == "com.google.android.contacts"
    assert any(element.label == "Create contact" for element in screen.elements)
    assert screen.screenshot is not None
    assert (screen.screenshot.width, screen.screenshot.height) == (1080, 2400)


def test_actions_that_androidworld_does_not_have_are_refused(env: Env) -> None:
    point = PointTarget(x=1, y=2)
    for action in (OpenNotifications(), PressKey(key="recents"), Drag(start=point, end=point), TypeText(text="x")):
        assert as_json(action) is None
        assert not EnvDevice(env).perform(action).ok
    assert as_json(Scroll(direction="down")) == {"action_type": "scroll", "direction": "down"}
    element = Element(index=1, role=Role.BUTTON, label="x", bounds=Bounds(0, 0, 10, 20))
    assert as_json(Tap(target=element)) == {"action_type": "click", "x": 5, "y": 10}
