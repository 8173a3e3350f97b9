"""Choosing the recipient of a new conversation."""

from __future__ import annotations

from functools import partial
from typing import ClassVar
from urllib.parse import unquote

from agentprog.phone.apps.base import Activity
from agentprog.phone.apps.contacts.store import Person
from agentprog.phone.apps.sms.model import MessengerProcess
from agentprog.phone.apps.sms.thread import Thread
from agentprog.phone.widgets.bars import toolbar
from agentprog.phone.widgets.base import MATCH, Widget, pad
from agentprog.phone.widgets.controls import Text, avatar, icon_button
from agentprog.phone.widgets.edit import TextField
from agentprog.phone.widgets.layout import Column, Row
from agentprog.phone.widgets.scroll import ListView
from agentprog.phone.widgets.states import EditState, ScrollState

_CONFIRM_FROM = 3
_SUGGESTIONS = 3


class NewConversation(Activity):
    """Also accepts `smsto:` links and shared text, and passes the text to the thread."""

    name: ClassVar[str] = ".activities.NewConversationActivity"
    app: MessengerProcess

    def create(self) -> None:
        self.address = EditState(on_change=lambda _: self.ctx.invalidate(), action=0)
        self.list_scroll = ScrollState()
        self.address.on_action = lambda _: self._confirm()
        self.focus = self.address

    def resume(self) -> None:
        scheme, _, rest = self.intent.data.partition(":")
        if scheme in ("smsto", "sms", "mmsto", "mms") and rest:
            number = unquote(rest.split("?", 1)[0]).strip("/")
            self._go(number)
            self.finish()

    def _body(self) -> str:
        extras = self.intent.extras
        return extras.get("sms_body", "") or extras.get("android.intent.extra.TEXT", "")

    def _go(self, number: str) -> None:
        self.push(Thread, address=number, text=self._body())

    def _confirm(self) -> None:
        if len(self.address.text) >= _CONFIRM_FROM:
            self._go(self.address.text.strip())

    def _people(self) -> list[tuple[Person, str]]:
        """One row for each number, filtered by the typed text."""
        typed = self.address.text.strip().casefold()
        rows = [(p, number) for p in self.app.contacts.all() for number, _ in p.phones]
        return [(p, n) for p, n in rows if typed in p.name.casefold() or (typed and typed in n.replace(" ", ""))]

    def build(self) -> Widget:
        t = self.t
        field = TextField(
            self.address, id="new_conversation_address", hint="Add Contact or Number…", weight=1, size=16, color=t.text,
            accent=t.primary, hint_color=t.muted,
        )  # fmt: skip
        line: list[Widget] = [field]
        if len(self.address.text) >= _CONFIRM_FROM:
            line.append(
                icon_button("check", "", self._confirm, id="new_conversation_confirm", color=t.primary,
                            class_name="android.widget.ImageView")
            )  # fmt: skip
        parts: list[Widget] = [
            toolbar(t, "New conversation", up=self.finish, up_desc="Back", id="new_conversation_toolbar"),
            Row(line, width=MATCH, padding=pad(12, 0), class_name="android.widget.RelativeLayout"),
        ]
        if not self.address.text:
            parts += self._suggestions()
        people = self._people()
        if people:
            parts.append(
                ListView(
                    lambda i: self._row(*people[i]),
                    count=len(people),
                    row_height=68,
                    scroll=self.list_scroll,
                    id="contacts_list",
                    weight=1,
                )
            )
        else:
            parts.append(
                Text("No contacts found", id="no_contacts_placeholder", size=16, color=t.muted, align="center",
                     margin=pad(16, 32))
            )  # fmt: skip
        return Column(parts)

    def _suggestions(self) -> list[Widget]:
        t = self.t
        recent = [c for c in self.app.conversations.all() if c.title != c.address][:_SUGGESTIONS]
        if not recent:
            return []
        cells: list[Widget] = []
        for c in recent:
            face = avatar(c.title, size=48, id="suggested_contact_image", accessible=True)
            face.align = "center"
            name = Text(c.title, id="suggested_contact_name", size=12, color=t.text, lines=1, align="center")
            cells.append(
                Column(
                    [face, name],
                    id="suggested_contact_holder",
                    class_name="android.widget.RelativeLayout",
                    width=104,
                    gap=6,
                    padding=pad(4, 8),
                    on_click=partial(self._go, c.address),
                )
            )
        label = Text("Suggestions", id="suggestions_label", size=14, color=t.primary, padding=pad(16, 8))
        return [label, Row(cells, id="suggestions_holder", width=MATCH, padding=pad(8), cross="start")]

    def _row(self, person: Person, number: str) -> Widget:
        t = self.t
        words = Column(
            [
                Text(person.name, id="item_contact_name", size=16, color=t.text, lines=1),
                Text(number, id="item_contact_number", size=14, color=t.muted, lines=1),
            ],
            weight=1,
        )
        return Row(
            [avatar(person.name, size=44, id="item_contact_image", accessible=True), words],
            id="item_contact_frame", class_name="android.view.ViewGroup", width=MATCH, height=68, gap=14,
            padding=pad(16), on_click=lambda: self._go(number),
        )  # fmt: skip
