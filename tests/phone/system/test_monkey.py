from __future__ import annotations

import random
import sqlite3
import xml.etree.ElementTree as ET

import pytest

from agentprog.phone.records import Dialect, Intent, UiNode
from agentprog.phone.system.hand import Hand
from agentprog.phone.system.phone import SimPhone


def _check(node: UiNode, screen: tuple[int, int]) -> None:
    left, top, right, bottom = node.bounds
    assert 0 <= left < right <= screen[0]
    assert 0 <= top < bottom <= screen[1]
    for i, child in enumerate(node.children):
        assert child.index == i
        assert child.bounds.clip(node.bounds) == child.bounds
        _check(child, screen)


def _act(phone: SimPhone, hand: Hand, rng: random.Random) -> None:
    chance = rng.random()
    if chance < 0.6:
        targets = [n for n in hand.nodes() if n.clickable and not n.package.endswith("inputmethod.latin")]
        if targets:
            phone.touch.tap(*rng.choice(targets).bounds.center, hold=rng.choice((0.05, 0.05, 0.8)))
    elif chance < 0.72:
        text = rng.choice(("hello", "5", "12.5", "zz\n", "😀 é 中", "+155"))
        rng.choice((phone.keys.type, phone.editor.commit))(text)
    elif chance < 0.82:
        points = [(rng.random() * 1080, rng.random() * 2400) for _ in range(2)]
        phone.touch.swipe(points, duration=rng.choice((0.05, 0.3, 1)))
    elif chance < 0.92:
        phone.keys.press(rng.choice(("back", "back", "enter", "del", "recents", "home", "tab")))
    elif chance < 0.94:
        phone.stage.incoming_sms(rng.choice(("+15550009999", "MetroBank")), "ping")
    elif chance < 0.95:
        phone.display.rotate(rng.choice((0, 0, 1, 3)))
    elif chance < 0.96:
        phone.activities.kill(rng.choice(list(phone.activities.running)))
    else:
        labels = [a for a in phone.package_manager.apps.values() if a.launch and not a.hidden]
        phone.activities.start(
            Intent(
                action="android.intent.action.MAIN",
                package=rng.choice(labels).package,
                categories=("android.intent.category.LAUNCHER",),
            )
        )
    phone.clock.advance(rng.choice((0.01, 0.3, 1)))


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_random_poking_keeps_tree_pixels_and_databases_whole(phone: SimPhone, hand: Hand, seed: int) -> None:
    rng = random.Random(seed)
    for step in range(350):
        _act(phone, hand, rng)
        if step % 7 == 0:
            info = phone.display.info
            for root in phone.accessibility.tree():
                _check(root, (info.width, info.height))
            ET.fromstring(phone.accessibility.dump(Dialect.U2))
            ET.fromstring(phone.accessibility.dump(Dialect.SHELL))
        if step % 50 == 0:
            info = phone.display.info
            assert phone.capture.image().size == (info.width, info.height)
    for path in phone.storage.databases().values():
        with sqlite3.connect(phone.storage.host_path(path)) as db:
            assert db.execute("PRAGMA integrity_check").fetchone() == ("ok",)
        db.close()
