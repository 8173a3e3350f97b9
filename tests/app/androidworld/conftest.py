"""A fake of AndroidWorld with the interface it documents, over a simulated phone driven by stock clients."""

from __future__ import annotations

import io
import sys
import types
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

import pytest
from lxml import etree
from PIL import Image

from agentprog.devices.hierarchy.nodes import parse_bounds


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

    shape = (2400, 1080, 3)

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
    looks: int = 0

    @property
    def controller(self) -> Env:
        """The receiver of adb requests."""
        return self

    @property
    def foreground_activity_name(self) -> str:
        found = self.phone.ui.app_current()
        return f"{found['package']}/{found['activity']}"

    def get_state(self, wait_to_stabilize: bool = False) -> Any:
        root = etree.fromstring(self.phone.ui.dump_hierarchy().encode())
        picture = Image.open(io.BytesIO(self.phone.handle.screenshot())).convert("RGB")
        nodes = [n for n in root.iter("node") if not len(n) or n.get("content-desc") or n.get("scrollable") == "true"]
        self.looks += 1
        elements = [_element(node) for node in nodes]
        return types.SimpleNamespace(pixels=Pixels(picture.tobytes()), ui_elements=elements, forest=None)

    def execute_action(self, action: JSONAction) -> None:
        self.done.append(action)
        if action.action_type == "answer":
            self.interaction_cache = action.text or ""
            return
        ui = self.phone.ui
        match action.action_type:
            case "click":
                ui.click(action.x, action.y)
            case "navigate_back":
                ui.press("back")
            case "open_app":
                ui.app_start(action.app_name)
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


@dataclass
class Response:
    """An adb response with the fields that we read."""

    generic: Any
    status: int
    error_message: str = ""
    OK: int = 1


def issue_generic_request(args: Sequence[str], env: Env, timeout_sec: float | None = None) -> Response:
    done = env.phone.adb(*args)
    status = 1 if done.returncode == 0 else 2
    return Response(types.SimpleNamespace(output=done.stdout), status, done.stderr.decode())


def type_text(text: str, env: Env, timeout_sec: float | None = None) -> None:
    env.phone.shell(f"input text {text.replace(' ', '%s')}")


def get_all_package_names(env: Env) -> list[str]:
    return [line.partition(":")[2] for line in env.phone.shell("pm list packages").splitlines()]


def set_clipboard_contents(content: str, env: Env) -> None:
    issue_generic_request(["shell", "am", "start", "-n", "ca.zgrs.clipper/.Main"], env)
    issue_generic_request(["shell", f"am broadcast -a clipper.set -e text '{content}'"], env)


def get_clipboard_contents(env: Env) -> str:
    issue_generic_request(["shell", "am", "start", "-n", "ca.zgrs.clipper/.Main"], env)
    printed = issue_generic_request(["shell", "am", "broadcast", "-a", "clipper.get"], env).generic.output.decode()
    return str(printed.partition('data="')[2].rpartition('"')[0])


@pytest.fixture
def android_world(monkeypatch: pytest.MonkeyPatch) -> None:
    modules = {
        "android_world": types.ModuleType("android_world"),
        "android_world.agents": types.ModuleType("android_world.agents"),
        "android_world.agents.base_agent": types.ModuleType("base_agent"),
        "android_world.env": types.ModuleType("android_world.env"),
        "android_world.env.json_action": types.ModuleType("json_action"),
        "android_world.env.adb_utils": types.ModuleType("adb_utils"),
    }
    base: Any = modules["android_world.agents.base_agent"]
    base.EnvironmentInteractingAgent, base.AgentInteractionResult = EnvironmentInteractingAgent, AgentInteractionResult
    action: Any = modules["android_world.env.json_action"]
    action.JSONAction = JSONAction
    utils: Any = modules["android_world.env.adb_utils"]
    for known in (
        issue_generic_request,
        type_text,
        get_all_package_names,
        set_clipboard_contents,
        get_clipboard_contents,
    ):
        setattr(utils, known.__name__, known)
    for name, module in modules.items():
        monkeypatch.setitem(sys.modules, name, module)


@pytest.fixture
def env(sim_phone: Any) -> Env:
    return Env(phone=sim_phone)
