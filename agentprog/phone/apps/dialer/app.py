"""The app's manifest, its keypad and its log of calls."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import UTC, datetime
from functools import partial
from typing import ClassVar
from urllib.parse import unquote

from agentprog.phone.apps.base import Activity, App, IntentFilter
from agentprog.phone.apps.dialer.talking import InCall, name_of
from agentprog.phone.apps.faces import LauncherIcon
from agentprog.phone.records import Intent
from agentprog.phone.widgets.bars import toolbar
from agentprog.phone.widgets.base import MATCH, Widget, pad
from agentprog.phone.widgets.controls import Icon, Text, fab
from agentprog.phone.widgets.edit import TextField
from agentprog.phone.widgets.layout import Column, Row, Stack
from agentprog.phone.widgets.scroll import ListView
from agentprog.phone.widgets.states import EditState, ScrollState

_ACTION = "android.intent.action."
_KEYS = ("123", "456", "789", "*0#")
_NAMES = {"*": "star", "#": "pound"}
_KINDS = {"1": "Incoming call", "2": "Outgoing call", "3": "Missed call"}


class Main(Activity):
    """The typed number above the keys, and the call log above the number."""

    name: ClassVar[str] = "com.google.android.dialer.extensions.GoogleDialtactsActivity"

    def create(self) -> None:
        self.digits = EditState(input_type="phone")
        self.scroll = ScrollState()
        self._take(self.intent)

    def new_intent(self, intent: Intent) -> None:
        self._take(intent)

    def _take(self, intent: Intent) -> None:
        if intent.data.startswith("tel:"):
            self.digits.replace(unquote(intent.data.removeprefix("tel:")))

    def build(self) -> Widget:
        t = self.t
        field = TextField(self.digits, id="digits", color=t.text, accent=t.primary, look="plain", size=32)
        clear = Icon("backspace", desc="Backspace", id="deleteButton", width=48, height=48, color=t.muted)
        clear.on_click = self._rub_out
        typed = Row([field, clear], width=MATCH, padding=pad(16, 0))
        field.weight = 1
        keys: list[Widget] = [Row([self._key(sign) for sign in row], width=MATCH) for row in _KEYS]
        call = fab(t, "call", "Call", self._call, id="dialpad_floating_action_button", side=64)
        call.align = "center"
        keypad = Column([typed, *keys, Stack([call], width=MATCH)], width=MATCH, id="dialpad_view", padding=pad(0, 8))
        calls = self.ctx.query("content://call_log/calls", ("number", "type", "date"))
        rows = ListView(lambda i: self._past(calls[i]), count=len(calls), scroll=self.scroll, id="recycler_view")
        rows.weight = 1
        return Column([toolbar(t, "Phone"), rows, keypad])

    def _key(self, sign: str) -> Widget:
        key = Text(sign, size=28, color=self.t.text, text_align="center", padding=pad(0, 12), weight=1)
        key.id, key.desc, key.on_click = _NAMES.get(sign, f"key_{sign}"), sign, partial(self._type, sign)
        return key

    def _past(self, call: Mapping[str, object]) -> Widget:
        number, when = str(call["number"]), datetime.fromtimestamp(int(str(call["date"])) / 1000, UTC)
        words = [Text(name_of(self, number) or number, id="primary_action_view", size=16, color=self.t.text)]
        kind = _KINDS.get(str(call["type"]), "Call")
        words.append(Text(f"{kind}, {when:%H:%M}", id="call_date", size=13, color=self.t.muted))
        item = Column([*words], width=MATCH, padding=pad(20, 10))
        item.on_click = partial(self._dial, number)
        return item

    def _type(self, sign: str) -> None:
        self.digits.replace(self.digits.text + sign)
        self.ctx.invalidate()

    def _rub_out(self) -> None:
        self.digits.replace(self.digits.text[:-1])
        self.ctx.invalidate()

    def _call(self) -> None:
        if self.digits.text:
            self._dial(self.digits.text)
            self.digits.replace("")

    def _dial(self, number: str) -> None:
        self.ctx.start(Intent(component=f"{Dialer.package}/{InCall.name}", data=f"tel:{number}"))


class Dialer(App):
    package: ClassVar[str] = "com.google.android.dialer"
    label: ClassVar[str] = "Phone"
    version_name: ClassVar[str] = "100.0"
    version_code: ClassVar[int] = 100
    icon: ClassVar[LauncherIcon] = LauncherIcon(symbol="call", background="#1A73E8")
    launch: ClassVar[str] = Main.name
    activities: ClassVar[tuple[type[Activity], ...]] = (Main, InCall)
    filters: ClassVar[tuple[IntentFilter, ...]] = (
        IntentFilter(action=f"{_ACTION}DIAL", activity=Main.name),
        IntentFilter(action=f"{_ACTION}VIEW", activity=Main.name, schemes=("tel",)),
        IntentFilter(action=f"{_ACTION}CALL_BUTTON", activity=Main.name),
        IntentFilter(action=f"{_ACTION}CALL", activity=InCall.name, schemes=("tel",)),
    )
    permissions: ClassVar[tuple[str, ...]] = tuple(
        f"android.permission.{name}" for name in ("CALL_PHONE", "READ_CALL_LOG", "READ_CONTACTS")
    )
