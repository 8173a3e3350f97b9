"""The call screen: the other party, the call's state, and the button that ends it."""

from __future__ import annotations

from typing import ClassVar, cast
from urllib.parse import quote, unquote

from agentprog.phone.apps.base import Activity
from agentprog.phone.apps.stores.calls import CallLogProvider
from agentprog.phone.kernel.calls import Calls
from agentprog.phone.widgets.base import MATCH, Fill, Widget, pad
from agentprog.phone.widgets.controls import Icon, Text
from agentprog.phone.widgets.layout import Column, spacer

_TICK = 1.0


def name_of(screen: Activity, number: str) -> str:
    """The name of a number's owner in the address book; empty if nobody has it."""
    found = screen.ctx.query(f"content://com.android.contacts/phone_lookup/{quote(number)}", ("display_name",))
    return str(found[0]["display_name"]) if found else ""


class InCall(Activity):
    """Closes when the call ends; the call continues if the person leaves the screen."""

    name: ClassVar[str] = "com.android.incallui.LegacyInCallActivity"

    def create(self) -> None:
        number = unquote(self.intent.data.removeprefix("tel:"))
        if not self._line.place(number):
            self.ctx.toast("Another call is going on")
        self.ctx.every(_TICK, self.ctx.invalidate)

    @property
    def _line(self) -> Calls:
        return cast(CallLogProvider, self.ctx.provider("call_log")).line

    def build(self) -> Widget:
        t = self.t
        calls = self._line.list()
        if not calls:
            return Column([Text("Call ended", id="contactgrid_status_text", size=16, color=t.muted, padding=pad(24))])
        call = calls[0]
        name = name_of(self, call.number)
        if call.since is None:
            state = "Calling…"
        else:
            seconds = int((self.ctx.now() - call.since).total_seconds())
            state = f"{seconds // 60:02d}:{seconds % 60:02d}"
        status = Text(state, id="contactgrid_status_text", size=16, color=t.muted, width=MATCH, text_align="center")
        title = Text(name or call.number, id="contactgrid_contact_name", size=30, color=t.text, width=MATCH)
        title.text_align = "center"
        rows: list[Widget] = [spacer(height=60), status, title]
        if name:
            number = Text(f"Mobile {call.number}", id="contactgrid_bottom_text", size=16, color=t.muted, width=MATCH)
            number.text_align = "center"
            rows.append(number)
        end = Icon("call", desc="End call", id="incall_end_call", width=72, height=72, color="#FFFFFF", align="center")
        end.fill, end.on_click = Fill("#D93025", radius=36), self._end
        return Column([*rows, spacer(weight=1), end, spacer(height=60)], width=MATCH)

    def _end(self) -> None:
        self._line.end()
        self.ctx.finish(self)
