"""One contact: numbers, ways to reach the person, deletion."""

from __future__ import annotations

from typing import ClassVar

from agentprog.phone.apps.base import Activity
from agentprog.phone.apps.contacts.editor import DETAIL, ContactEditor
from agentprog.phone.apps.contacts.store import DATABASE, SCHEMA, ContactStore, Person
from agentprog.phone.records import Intent
from agentprog.phone.widgets.bars import Item, toolbar
from agentprog.phone.widgets.base import MATCH, Callback, Fill, Widget, pad
from agentprog.phone.widgets.controls import Icon, Text, avatar
from agentprog.phone.widgets.layout import Column, Row, Stack
from agentprog.phone.widgets.overlay import Alert
from agentprog.phone.widgets.scroll import ScrollView
from agentprog.phone.widgets.states import ScrollState


class ContactDetail(Activity):
    name: ClassVar[str] = DETAIL

    def create(self) -> None:
        self.store = ContactStore(self.ctx.database(DATABASE, SCHEMA))
        number = self.intent.extras.get("contact", "") or self.intent.data.rsplit("/", 1)[-1]
        self.contact = int(number) if number.isdigit() else 0
        self.scroller = ScrollState()

    @property
    def person(self) -> Person:
        return self.store.get(self.contact) or Person()

    def resume(self) -> None:
        if self.store.get(self.contact) is None:
            self.finish()

    def build(self) -> Widget:
        t, person = self.t, self.person
        star = "star" if person.starred else "star_outline"
        words = "Remove from favorites" if person.starred else "Add to favorites"
        actions = [
            Item(title="Edit contact", icon="edit", id="menu_insert_or_edit", action=self._edit),
            Item(title=words, icon=star, id="menu_star", action=lambda: self._star(person)),
        ]
        bar = toolbar(t, "", up=self.finish, actions=actions, overflow=self._menu)
        head = Column(
            [
                avatar(person.name, size=120, id="photo", accessible=True),
                Text(person.name, id="large_title", size=28, color=t.text, text_align="center", align="center"),
                *([Text(person.company, id="organization_name", size=14, color=t.muted)] if person.company else []),
            ],
            gap=10,
            width=MATCH,
            padding=pad(16, 12),
        )
        for child in head.children:
            child.align = "center"
        body = Column([head, self._verbs(person), self._card(person)], width=MATCH, gap=12, padding=pad(bottom=24))
        return Column([bar, ScrollView(body, scroll=self.scroller, weight=1)])

    def _verbs(self, person: Person) -> Widget:
        number = person.phones[0][0] if person.phones else ""
        mail = person.emails[0][0] if person.emails else ""
        items = [
            (
                "verb_call",
                "Call",
                "call",
                self._going("android.intent.action.DIAL", f"tel:{number}") if number else None,
            ),
            (
                "verb_text",
                "Text",
                "chat",
                self._going("android.intent.action.SENDTO", f"smsto:{number}") if number else None,
            ),
            (
                "verb_video",
                "Video",
                "video",
                self._going("android.intent.action.CALL", f"tel:{number}") if number else None,
            ),
            (
                "verb_email",
                "Email",
                "email",
                self._going("android.intent.action.SENDTO", f"mailto:{mail}") if mail else None,
            ),
        ]
        return Row(
            [self._verb(*item) for item in items if item[3] or item[0] != "verb_email"], width=MATCH, padding=pad(8)
        )

    def _verb(self, name: str, label: str, icon: str, action: Callback | None) -> Widget:
        t = self.t
        color = t.primary if action else t.hint
        disc = Stack(
            [Icon(icon, size=22, color=color, align="center", align_vertical="center", accessible=False)],
            width=56, height=44, fill=Fill(t.container if action else t.raised, radius=22), align="center",
            accessible=False,
        )  # fmt: skip
        return Column(
            [disc, Text(label, size=13, color=color, align="center")],
            id=name, desc=label, gap=6, weight=1, padding=pad(0, 6), on_click=action, enabled=action is not None,
        )  # fmt: skip

    def _card(self, person: Person) -> Widget:
        t = self.t
        rows: list[Widget] = [Text("Contact info", size=14, color=t.text, font_weight="medium", padding=pad(16, 12))]
        for number, label in person.phones:
            rows.append(self._line("call", number, label, self._going("android.intent.action.DIAL", f"tel:{number}")))
        for address, label in person.emails:
            rows.append(
                self._line("email", address, label, self._going("android.intent.action.SENDTO", f"mailto:{address}"))
            )
        return Column(rows, width=MATCH, margin=pad(16), fill=Fill(t.raised, radius=20), padding=pad(0, 4))

    def _line(self, icon: str, value: str, label: str, action: Callback) -> Widget:
        t = self.t
        words = Column(
            [
                Text(value, id="header", size=16, color=t.text),
                Text(label, id="sub_header", size=13, color=t.muted),
            ],
            weight=1,
            class_name="android.widget.RelativeLayout",
        )
        lead = Icon(icon, size=22, color=t.muted, accessible=False)
        return Row(
            [lead, words],
            gap=18,
            width=MATCH,
            padding=pad(16, 10),
            on_click=action,
            on_long_click=lambda: self._copy(value),
        )

    def _copy(self, value: str) -> None:
        self.ctx.copy(value)
        self.ctx.toast("Text copied")

    def _going(self, action: str, data: str) -> Callback:
        def go() -> None:
            if not self.ctx.start(Intent(action=action, data=data)):
                self.ctx.toast("No app found to handle this action")

        return go

    def _star(self, person: Person) -> None:
        self.store.star(person.id, not person.starred)
        self.ctx.invalidate()

    def _edit(self) -> None:
        self.push(ContactEditor, contact=str(self.contact))

    def _menu(self) -> None:
        self.menu([Item(title="Delete", action=self._ask_delete)])

    def _ask_delete(self) -> None:
        self.alert(
            Alert(
                theme=self.t,
                title="Delete this contact?",
                negative=("Cancel", lambda: None),
                positive=("Delete", self._delete),
            )
        )

    def _delete(self) -> None:
        name = self.person.name
        self.store.delete(self.contact)
        self.ctx.toast(f"{name} deleted")
        self.finish()
