"""Keyboards that are installed as packages, and the broadcasts with which agents type through them."""

from __future__ import annotations

import base64
from collections.abc import Callable

import pytest

from agentprog.phone.facade import Intent
from agentprog.phone.kernel.apk import write_archive
from agentprog.phone.process.assembly import SimulatedPhone
from agentprog.phone.records import UiNode
from agentprog.phone.rig import ShellResult

Sh = Callable[[str], ShellResult]

KEYBOARD = "com.android.adbkeyboard"
IME = f"{KEYBOARD}/.AdbIME"


@pytest.fixture
def keyboard(inner_phone: SimulatedPhone) -> SimulatedPhone:
    """A phone with that keyboard selected, and the cursor in the field of a new message."""
    phone = inner_phone.phone
    phone.snapshots.reset()
    phone.packages.install(write_archive(KEYBOARD, {"": "ADB Keyboard"}, input_method=".AdbIME"))
    assert [(ime.id, ime.label, ime.enabled) for ime in phone.ime.list()][1:] == [(IME, "ADB Keyboard", False)]
    assert not phone.ime.select(IME)
    assert phone.ime.enable(IME)
    assert phone.ime.select(IME)
    phone.activities.start(Intent(action="android.intent.action.SENDTO", data="smsto:+15550123"))
    phone.clock.advance(1)
    node = next(n for r in phone.accessibility.tree() for n in _walk(r) if n.editable)
    phone.touch.tap(*node.bounds.center)
    return inner_phone


def _walk(node: UiNode) -> list[UiNode]:
    return [node, *(one for child in node.children for one in _walk(child))]


def _typed(sim: SimulatedPhone) -> str:
    editor = sim.phone.editor.focused()
    assert editor is not None
    return editor.text


@pytest.mark.parametrize(
    ("words", "text"),
    [
        (f"ADB_INPUT_B64 --es msg {base64.b64encode('Grüße, 世界'.encode()).decode()}", "Grüße, 世界"),
        ("ADB_INPUT_TEXT --es msg 'plain words'", "plain words"),
        ("ADB_INPUT_CHARS --eia chars 128568,32,97", "😸 a"),
    ],
)
def test_an_agent_types_by_broadcast(keyboard: SimulatedPhone, sh: Sh, words: str, text: str) -> None:
    assert "Broadcast completed: result=-1" in sh(f"am broadcast -a {words}").stdout
    assert _typed(keyboard) == text
    sh("am broadcast -a ADB_CLEAR_TEXT")
    assert _typed(keyboard) == ""


def test_a_removed_keyboard_leaves_the_phones_own(keyboard: SimulatedPhone) -> None:
    keyboard.phone.packages.uninstall(KEYBOARD)
    assert [ime.id for ime in keyboard.phone.ime.list() if ime.selected] != [IME]
    assert len(keyboard.phone.ime.list()) == 1
    assert IME not in (keyboard.phone.settings.get("secure", "enabled_input_methods") or "")


def test_a_package_gets_only_permissions_of_its_manifest(inner_phone: SimulatedPhone, sh: Sh) -> None:
    camera, contacts = "android.permission.CAMERA", "android.permission.READ_CONTACTS"
    inner_phone.phone.packages.install(write_archive("org.example.asks", {"": "Asks"}, permissions=[camera]))
    assert sh(f"pm grant org.example.asks {camera}").code == 0
    assert f"{camera}: granted=true" in sh("dumpsys package org.example.asks").stdout
    refused = sh(f"pm grant org.example.asks {contacts}")
    assert refused.code == 255
    assert f"Package org.example.asks has not requested permission {contacts}" in refused.stderr
