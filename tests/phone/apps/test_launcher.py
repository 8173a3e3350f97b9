from __future__ import annotations

from agentprog.phone.system.hand import Hand
from agentprog.phone.system.phone import SimPhone

SMS = "com.simplemobiletools.smsmessenger"


def test_the_drawer_lists_and_finds_apps(phone: SimPhone, hand: Hand) -> None:
    hand.swipe(0.5, 0.7, 0.5, 0.2)
    labels = hand.texts("icon")
    assert labels == sorted(labels, key=str.casefold)
    assert {"Contacts", "SMS Messenger"} <= set(labels)
    hand.write("mess", id="search_container_all_apps")
    assert hand.texts("icon") == ["SMS Messenger"]
    phone.keys.press("enter")
    hand.wait(1)
    assert hand.sees(id="conversations_list")


def test_icons_can_be_removed_added_and_uninstalled(phone: SimPhone, hand: Hand) -> None:
    hand.hold(desc="Contacts")
    hand.tap("Remove")
    assert not hand.sees(desc="Contacts")
    hand.swipe(0.5, 0.7, 0.5, 0.2)
    hand.hold(desc="Contacts")
    hand.tap("Add to home screen")
    assert hand.sees(desc="Contacts")
    hand.hold(desc="SMS Messenger")
    hand.tap("Uninstall")
    hand.tap("OK")
    assert phone.packages.get(SMS) is None
    assert not hand.sees(desc="SMS Messenger")


def test_recents_reopen_an_app_unchanged_and_swiping_up_ends_it(phone: SimPhone, hand: Hand) -> None:
    hand.open("SMS Messenger")
    hand.tap(id="conversation_frame")
    hand.write("half a thought", id="thread_type_message")
    hand.open("Contacts")
    hand.press("recents")
    assert [n.description for n in hand.all(id="task")][:2] == ["Contacts", "SMS Messenger"]
    hand.tap(desc="SMS Messenger")
    assert hand.find(id="thread_type_message").text == "half a thought"
    hand.press("recents")
    hand.swipe(0.5, 0.5, 0.5, 0.1)
    assert SMS not in [p.package for p in phone.activities.processes()]
