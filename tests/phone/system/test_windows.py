from __future__ import annotations

import xml.etree.ElementTree as ET

from agentprog.phone.records import Dialect, Intent, StartStatus, WindowKind
from agentprog.phone.system.accessibility import escape
from agentprog.phone.system.hand import Hand
from agentprog.phone.system.phone import SimPhone

SMS = "com.simplemobiletools.smsmessenger"
CONTACTS = "com.google.android.contacts"
SHELL_ATTRIBUTES = [
    "index", "text", "resource-id", "class", "package", "content-desc", "checkable", "checked", "clickable", "enabled",
    "focusable", "focused", "scrollable", "long-clickable", "password", "selected", "bounds", "drawing-order", "hint",
]  # fmt: skip


def test_an_app_started_by_component_is_resumed_after_its_cold_start(phone: SimPhone) -> None:
    result = phone.activities.start(Intent(component=f"{SMS}/.activities.MainActivity"))
    assert result.status is StartStatus.STARTED
    assert phone.activities.resumed() is None
    assert phone.windows.focused() is None
    phone.clock.advance(1)
    top = phone.activities.resumed()
    assert top is not None
    assert top.component == f"{SMS}/.activities.MainActivity"
    again = phone.activities.start(Intent(component=f"{SMS}/.activities.MainActivity"))
    assert again.status is StartStatus.BROUGHT_TO_FRONT
    assert phone.activities.start(Intent(component="no.such/.App")).status is StartStatus.UNKNOWN_CLASS
    assert phone.activities.start(Intent(action="no.such.ACTION")).status is StartStatus.UNRESOLVED


def test_back_pops_the_task_and_ends_at_home(phone: SimPhone, hand: Hand) -> None:
    hand.open("Contacts")
    hand.tap(desc="Create contact")
    assert [r.package for r in phone.activities.stack()] == [CONTACTS, CONTACTS, phone.home_package]
    hand.press("back")
    assert phone.ime.shown() is False
    hand.press("back")
    assert [r.package for r in phone.activities.stack()] == [CONTACTS, phone.home_package]
    hand.press("back")
    assert [r.package for r in phone.activities.stack()] == [phone.home_package]


def test_a_dialog_hides_the_app_below_from_accessibility_but_not_the_bars(phone: SimPhone, hand: Hand) -> None:
    hand.open("SMS Messenger")
    hand.hold(id="conversation_frame")
    hand.tap(desc="Delete")
    kinds = [w.kind for w in phone.windows.list()]
    assert WindowKind.DIALOG in kinds
    assert hand.sees("Yes")
    assert not hand.sees(id="conversation_frame")
    assert hand.sees(id="clock")
    hand.press("back")
    assert hand.sees(id="conversation_frame")


def test_the_two_dialects_have_their_own_attributes_and_windows(phone: SimPhone, hand: Hand) -> None:
    hand.open("Contacts")
    shell = phone.accessibility.dump(Dialect.SHELL)
    assert shell.startswith(
        "<?xml version='1.0' encoding='UTF-8' standalone='yes' ?><hierarchy rotation=\"0\"><node index"
    )
    assert "\n" not in shell
    nodes = list(ET.fromstring(shell).iter("node"))
    assert [k for k in nodes[0].attrib if k != "NAF"] == SHELL_ATTRIBUTES
    assert {n.get("package") for n in nodes} == {CONTACTS}
    u2 = phone.accessibility.dump(Dialect.U2)
    wide = list(ET.fromstring(u2).iter("node"))
    assert wide[0].get("visible-to-user") == "true"
    assert wide[0].get("display-id") == "0"
    assert {n.get("package") for n in wide} == {CONTACTS, "com.android.systemui"}
    assert phone.accessibility.dump(Dialect.U2, active_only=True).count("com.android.systemui") == 0


def test_depth_is_cut_and_unlabelled_buttons_are_marked(phone: SimPhone, hand: Hand) -> None:
    hand.open("SMS Messenger")
    assert phone.accessibility.dump(Dialect.U2, max_depth=3).count("<node") < phone.accessibility.dump(
        Dialect.U2
    ).count("<node")
    fab = [
        n
        for n in ET.fromstring(phone.accessibility.dump(Dialect.SHELL)).iter("node")
        if "fab" in n.get("resource-id", "")
    ]
    assert [n.get("NAF") for n in fab] == ["true"]
    assert fab[0].get("content-desc") == ""


def test_escaping_walks_utf16_and_replaces_characters_that_xml_forbids() -> None:
    assert escape('a<b>&"c"\n\t') == "a&lt;b&gt;&amp;&quot;c&quot;&#10;&#9;"
    assert escape("ok 😀 \x07") == "ok .. ."
    assert escape("中文 é") == "中文 é"


def test_no_nodes_and_secure_windows_can_be_staged(phone: SimPhone, hand: Hand) -> None:
    hand.open("Contacts")
    phone.stage.tune("no_nodes_package", CONTACTS)
    assert phone.accessibility.dump(Dialect.SHELL).endswith('<hierarchy rotation="0" />')
    phone.stage.tune("no_nodes_package", "")
    phone.stage.tune("secure_package", CONTACTS)
    assert phone.capture.secure()
    assert phone.capture.image().getextrema() == ((0, 0), (0, 0), (0, 0))
    assert hand.sees("Search contacts")


def test_anr_and_crash_dialogs_cover_the_app(phone: SimPhone, hand: Hand) -> None:
    hand.open("Contacts")
    phone.stage.anr(CONTACTS)
    assert hand.texts("alertTitle") == ["Contacts isn't responding"]
    hand.tap("Wait")
    assert phone.activities.resumed() is not None
    phone.stage.crash(CONTACTS, told=True)
    assert hand.texts("alertTitle") == ["Contacts keeps stopping"]
    hand.tap("Close app")
    top = phone.activities.resumed()
    assert top is not None
    assert top.package == phone.home_package
    assert CONTACTS not in [p.package for p in phone.activities.processes()]


def test_asking_from_the_stage_reports_the_answer(phone: SimPhone, hand: Hand) -> None:
    answers: list[str | None] = []
    phone.stage.ask("Allow USB debugging?", "Fingerprint 12:34", ("Cancel", "Allow"), answers.append, checkbox="Always")
    hand.tap("Allow")
    phone.stage.ask("Low battery", "15 %", ("OK",), answers.append)
    hand.press("back")
    assert answers == ["Allow", None]


def test_rotation_turns_the_layout(phone: SimPhone, hand: Hand) -> None:
    hand.open("Contacts")
    phone.display.rotate(1)
    assert phone.display.info.width == 2400
    root = ET.fromstring(phone.accessibility.dump(Dialect.SHELL))
    assert root.get("rotation") == "1"
    assert root[0].get("bounds") == "[0,0][2400,1080]"
    assert phone.capture.image().size == (2400, 1080)


def test_permission_dialog_is_an_activity_of_its_own_and_remembers(phone: SimPhone, hand: Hand) -> None:
    permission = "android.permission.READ_CONTACTS"
    phone.stage.permission(CONTACTS, permission)
    assert hand.texts("permission_message") == ["Allow Contacts to access your contacts?"]
    top = phone.activities.resumed()
    assert top is not None
    assert top.package == "com.google.android.permissioncontroller"
    hand.tap("Allow")
    info = phone.packages.get(CONTACTS)
    assert info is not None
    assert info.permissions[permission] is True
    phone.stage.permission(CONTACTS, permission)
    assert not hand.sees("Allow")
