"""Hypothesis pokes a phone at random; after each poke its tree, pixels, dumps, touches and databases must agree.

A slice runs with the suite. The long run of issue 6, about ten minutes:

    AGENTPROG_POKES=10000 python -m pytest tests/phone/system/test_agreement.py -p no:cacheprovider
"""

from __future__ import annotations

import os
import sys
import tempfile
from collections import Counter
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    precondition,
    rule,
    run_state_machine_as_test,
)

from agentprog.phone.records import UiNode
from agentprog.phone.system.agreement import disagreements, nodes
from agentprog.phone.system.hand import ManualTime
from agentprog.phone.system.phone import SimPhone, build_phone
from tests.examples import scaled

SLICE = scaled(250)
POKES = int(os.environ.get("AGENTPROG_POKES", SLICE))
STEPS = 50
TEXTS = ("hello", "5", "12.5", "zz\n", "😀 é 中文", "+155", "שלום עולם", "a" * 200, " ", "O'Neil & <b>", "%", "../x")
KEYS = ("back", "back", "enter", "del", "recents", "home", "tab", "dpad_down", "menu", "search", "space")
HAPPENINGS = ("sms", "rotate", "upright", "kill", "dark", "light", "dialog", "shade", "sleep", "font")
done: Counter[str] = Counter()


class Pokes(RuleBasedStateMachine):
    """One phone for all examples, reset between them."""

    phone: SimPhone

    @initialize()
    def fresh(self) -> None:
        self.phone.snapshots.reset()
        self.phone.display.rotate(0)
        self.phone.clock.advance(1.0)
        self.poked = 0

    def _settle(self, kind: str, seconds: float) -> None:
        done[kind] += 1
        self.poked += 1
        self.phone.clock.advance(seconds)

    def _pick(self, chosen: list[UiNode], part: float) -> UiNode | None:
        return chosen[min(len(chosen) - 1, int(part * len(chosen)))] if chosen else None

    @rule(part=st.floats(0, 1), hold=st.sampled_from((0.05, 0.05, 0.05, 0.8)), wait=st.sampled_from((0.01, 0.3, 1.0)))
    def tap_a_node(self, part: float, hold: float, wait: float) -> None:
        node = self._pick([n for n in nodes(self.phone) if n.clickable and "latin" not in n.package], part)
        if node is not None:
            self.phone.touch.tap(*node.bounds.center, hold=hold)
            self._settle("tap" if hold < 0.5 else "hold", wait + hold)

    tap_another = tap_a_node
    tap_a_third = tap_a_node

    @rule(x=st.floats(0, 1), y=st.floats(0, 1))
    def tap_anywhere(self, x: float, y: float) -> None:
        info = self.phone.display.info
        self.phone.touch.tap(x * (info.width - 1), y * (info.height - 1))
        self._settle("tap anywhere", 0.3)

    @rule(at=st.tuples(*[st.floats(0, 1)] * 4), seconds=st.sampled_from((0.05, 0.3, 1.0)))
    def swipe(self, at: tuple[float, float, float, float], seconds: float) -> None:
        w, h = self.phone.display.info.width, self.phone.display.info.height
        self.phone.touch.swipe([(at[0] * w, at[1] * h), (at[2] * w, at[3] * h)], duration=seconds)
        self._settle("swipe", 0.5)

    @precondition(lambda self: self.phone.editor.focused() is not None)
    @rule(text=st.sampled_from(TEXTS), typed=st.booleans())
    def write(self, text: str, typed: bool) -> None:
        if typed:
            self.phone.keys.type(text)
        else:
            self.phone.editor.commit(text)
        self._settle("write", 0.1)

    @precondition(lambda self: any(n.editable and n.enabled for n in nodes(self.phone)))
    @rule(part=st.floats(0, 1), text=st.sampled_from(TEXTS))
    def fill_a_field(self, part: float, text: str) -> None:
        node = self._pick([n for n in nodes(self.phone) if n.editable and n.enabled], part)
        if node is not None:
            self.phone.touch.tap(*node.bounds.center)
            self.phone.editor.commit(text)
            self._settle("fill", 0.3)

    @rule(key=st.sampled_from(KEYS))
    def press(self, key: str) -> None:
        self.phone.keys.press(key)
        self._settle("key", 0.3)

    @rule(part=st.floats(0, 1))
    def open_an_app(self, part: float) -> None:
        apps = [a.package for a in self.phone.package_manager.apps.values() if a.launch and not a.hidden]
        self.phone.open(apps[min(len(apps) - 1, int(part * len(apps)))])
        self._settle("open", 1.0)

    @rule(kind=st.sampled_from(HAPPENINGS))
    def something_happens(self, kind: str) -> None:
        phone = self.phone
        happenings: dict[str, Callable[[], object]] = {
            "sms": lambda: phone.stage.incoming_sms("+15550009999", "ping 你好"),
            "rotate": lambda: phone.display.rotate(1),
            "upright": lambda: phone.display.rotate(0),
            "kill": lambda: phone.activities.kill(phone.window_manager.focused_package()),
            "dark": lambda: phone.settings.put("secure", "ui_night_mode", "2"),
            "light": lambda: phone.settings.put("secure", "ui_night_mode", "1"),
            "dialog": lambda: phone.stage.ask("Update", "Install it now?", ("Later", "OK"), lambda _: None),
            "shade": phone.notifications.open_shade,
            "sleep": self._nap,
            "font": lambda: phone.settings.put("system", "font_scale", "1.3"),
        }
        happenings[kind]()
        self._settle(kind, 0.5)

    def _nap(self) -> None:
        self.phone.power.sleep()
        self.phone.power.wake()

    @invariant()
    def all_agree(self) -> None:
        assert disagreements(self.phone, pixels=self.poked % 3 == 0) == []


@pytest.mark.timeout(0)
def test_random_pokes_leave_tree_pixels_and_databases_in_agreement(capsys: pytest.CaptureFixture[str]) -> None:
    with tempfile.TemporaryDirectory() as folder:
        built = build_phone(root=Path(folder) / "phone", image="default", seed=7, clock=ManualTime())
        assert isinstance(built, SimPhone)
        Pokes.phone = built
        done.clear()
        try:
            run_state_machine_as_test(
                Pokes,
                settings=settings(
                    # A third more than would do: some steps find nothing to touch.
                    max_examples=max(3, POKES * 4 // (3 * STEPS)),
                    stateful_step_count=STEPS,
                    deadline=None,
                    database=None,
                    derandomize=POKES == SLICE,
                    suppress_health_check=list(HealthCheck),
                ),
            )
        finally:
            built.close()
    with capsys.disabled():
        counts = ", ".join(f"{count} {kind}" for kind, count in done.most_common())
        sys.stdout.write(f"{sum(done.values())} pokes: {counts}\n")
    assert sum(done.values()) >= POKES // 2
