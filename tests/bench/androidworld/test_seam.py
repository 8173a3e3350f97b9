"""AndroidWorld's environment on a phone over stock adb: its extension points are filled, its code is not touched."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import pytest

from agentprog.bench.androidworld.checkout import Checkout, open_checkout
from agentprog.bench.androidworld.environment import android_world_env, read_forest
from agentprog.bench.androidworld.forest import fill_forest
from agentprog.bench.androidworld.simulator import make_simulator
from agentprog.errors import DeviceError, UsageError

CONTACTS = "com.google.android.contacts"


def test_a_missing_checkout_is_reported_with_its_address(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="there is no AndroidWorld at") as caught:
        open_checkout(tmp_path)
    assert "google-research/android_world" in caught.value.hint


def test_an_unfinished_checkout_is_reported(checkout_path: Path) -> None:
    (checkout_path / "android_world/task_evals/information_retrieval/proto/task_pb2.py").unlink()
    with pytest.raises(UsageError, match="not set up"):
        open_checkout(checkout_path)


def test_a_missing_dependency_is_named(checkout_path: Path) -> None:
    (checkout_path / "android_world/registry.py").write_text("import pandas_of_nowhere", encoding="utf-8")
    with pytest.raises(UsageError, match="AndroidWorld needs pandas_of_nowhere"):
        open_checkout(checkout_path)


def test_the_environment_is_on_the_phone_and_closed_with_the_block(checkout: Checkout, transport: Any) -> None:
    with android_world_env(checkout, transport) as env:
        assert env.set_up == (False, True)
        settings = env.controller.env.coordinator.config.device_settings
        assert not settings.show_touches
        assert not settings.show_pointer_location
        env.controller.refresh_env()
        assert env.controller.get_a11y_forest().windows
        assert not env.closed
    assert env.closed


def test_touches_keys_and_pictures_reach_the_phone(checkout: Checkout, transport: Any, sim_phone: Any) -> None:
    pytest.importorskip("numpy")
    simulator = make_simulator(checkout, transport, None)
    simulator.launch()
    assert simulator.adb_device_name() == sim_phone.serial
    sim_phone.handle.clear_trace()
    simulator.send_touch([(0, 0, False, 0)])
    assert sim_phone.handle.trace("shell") == []
    simulator.send_touch([(540, 1200, True, 0)])
    simulator.send_touch([(540, 900, True, 0)])
    simulator.send_touch([(540, 900, False, 0)])
    simulator.send_key(3, "keydown")
    simulator.send_key(3, "keyup")
    assert sim_phone.handle.trace("shell") == [
        "input motionevent DOWN 540 1200",
        "input motionevent MOVE 540 900",
        "input motionevent UP 540 900",
        "input keyevent 3",
    ]
    assert simulator.get_screenshot().shape == (2400, 1080, 3)
    assert simulator.create_log_stream().prefix[-1] == sim_phone.serial


def test_the_emulators_console_goes_elsewhere_and_no_server_is_ended(checkout: Checkout, transport: Any) -> None:
    asked: list[list[str]] = []

    def console(words: Any) -> bytes:
        asked.append(list(words))
        return b"OK\n"

    adb = make_simulator(checkout, transport, console).create_adb_controller()
    assert adb.execute_command(["emu", "sms", "send", "5550199", "hi there"]) == b"OK\n"
    assert asked == [["sms", "send", "5550199", "hi there"]]
    assert adb.execute_command(["shell", "echo", "through"]) == b"through\n"
    adb._restart_server()


def test_a_dump_becomes_a_forest_with_its_tree(checkout: Checkout, transport: Any, sim_phone: Any) -> None:
    sim_phone.handle.start_app(CONTACTS)
    sim_phone.handle.advance(2.0)
    make = checkout.env("proto.a11y.android_accessibility_forest_pb2").AndroidAccessibilityForest
    forest = read_forest(transport, make)
    nodes = [node for window in forest.windows for node in window.tree.nodes]
    button = next(node for node in nodes if node.content_description == "Create contact")
    assert button.is_clickable
    assert button.is_visible_to_user
    assert button.package_name == CONTACTS
    assert button.bounds_in_screen.right > button.bounds_in_screen.left
    for window in forest.windows:
        inside = [child for node in window.tree.nodes for child in node.child_ids]
        assert sorted(inside) == list(range(1, len(window.tree.nodes)))


def test_a_phone_without_a_dump_is_an_error_and_not_an_empty_screen(
    checkout: Checkout, transport: Any, sim_phone: Any
) -> None:
    make = checkout.env("proto.a11y.android_accessibility_forest_pb2").AndroidAccessibilityForest
    sim_phone.handle.set_fault("could_not_get_idle_state")
    with pytest.raises(DeviceError, match="no dump") as caught:
        read_forest(transport, make)
    assert "could not get idle state" in caught.value.evidence
    sim_phone.handle.clear_fault()
    with pytest.raises(ValueError, match="no dump"):
        fill_forest(make(), b"<other/>")


def test_the_rest_of_agentprog_does_not_import_androidworld() -> None:
    assert not [name for name in sys.modules if name.partition(".")[0] in ("android_world", "android_env")]
