"""Creating and editing a contact."""

from __future__ import annotations

from typing import ClassVar

from agentprog.phone.apps.base import Activity
from agentprog.phone.apps.contacts.store import DATABASE, SCHEMA, ContactStore, Person
from agentprog.phone.records import Intent
from agentprog.phone.widgets.base import MATCH, Fill, Widget, pad
from agentprog.phone.widgets.controls import Button, Icon, Text, icon_button
from agentprog.phone.widgets.edit import TextField
from agentprog.phone.widgets.layout import Column, Row, Stack, spacer
from agentprog.phone.widgets.overlay import Alert
from agentprog.phone.widgets.scroll import ScrollView
from agentprog.phone.widgets.states import EditState, ScrollState

DETAIL = "com.android.contacts.quickcontact.QuickContactActivity"
PHONE_LABELS = ("No label", "Mobile", "Work", "Home", "Main", "Work Fax", "Home Fax", "Pager", "Other")
EMAIL_LABELS = ("No label", "Home", "Work", "Other")


class ContactEditor(Activity):
    """Edits the `contact` in the intent's extras; `phone` and `name` fill a new one."""

    name: ClassVar[str] = "com.android.contacts.activities.ContactEditorActivity"

    def create(self) -> None:
        self.store = ContactStore(self.ctx.database(DATABASE, SCHEMA))
        number = int(self.intent.extras.get("contact", "0") or 0)
        self.person = self.store.get(number) or Person()
        p = self.person
        given_name, _, family = self.intent.extras.get("name", "").partition(" ")
        self.given = EditState(text=p.given or given_name)
        self.family = EditState(text=p.family or family)
        self.company = EditState(text=p.company)
        phone = p.phones[0] if p.phones else (self.intent.extras.get("phone", ""), "Mobile")
        self.phones = [(EditState(text=v, input_type="phone"), label) for v, label in (p.phones or (phone,))]
        emails = p.emails or (("", "Home"),)
        self.emails = [(EditState(text=v, input_type="email"), label) for v, label in emails]
        self.scroller = ScrollState()
        self.before = self._state()
        if not p.id:
            self.focus = self.given

    def _state(self) -> tuple[object, ...]:
        values = [(e.text, label) for e, label in (*self.phones, *self.emails)]
        return (self.given.text, self.family.text, self.company.text, *values)

    def back(self) -> bool:
        if self._state() == self.before:
            return False
        self._ask_discard()
        return True

    def _ask_discard(self) -> None:
        self.alert(
            Alert(
                theme=self.t,
                message="Discard changes?",
                positive=("Discard", self.finish),
                negative=("Cancel", lambda: None),
            )
        )

    def _close(self) -> None:
        if self._state() == self.before:
            self.finish()
        else:
            self._ask_discard()

    def build(self) -> Widget:
        t = self.t
        title = "Edit contact" if self.person.id else "Create contact"
        save = Button("Save", t, kind="filled", id="toolbar_button", on_click=self._save, margin=pad(right=12))
        bar = Row(
            [
                icon_button("close", "Close", self._close, class_name="android.widget.ImageButton", side=56),
                Text(title, size=22, color=t.text, weight=1),
                save,
            ],
            id="toolbar",
            class_name="android.view.ViewGroup",
            width=MATCH,
            height=64,
        )
        photo = Stack(
            [Icon("image", size=32, color=t.primary, align="center", align_vertical="center", accessible=False)],
            id="photo",
            desc="Add contact photo",
            class_name="android.widget.ImageView",
            width=96,
            height=96,
            fill=Fill(t.container, radius=48),
            align="center",
            margin=pad(0, 12),
        )
        fields: list[Widget] = [
            photo,
            self._line("person", self._field(self.given, "First name")),
            self._line("", self._field(self.family, "Last name")),
            self._line("house", self._field(self.company, "Company")),
            *(w for i in range(len(self.phones)) for w in self._phone(i)),
            *(w for i in range(len(self.emails)) for w in self._email(i)),
            spacer(height=40),
        ]
        body = Column(fields, width=MATCH, gap=10, id="editor_content")
        return Column([bar, ScrollView(body, scroll=self.scroller, id="contact_editor_fragment", weight=1)])

    def _field(self, state: EditState, hint: str) -> TextField:
        t = self.t
        field = TextField(state, hint=hint, look="box", weight=1, color=t.text, accent=t.primary, hint_color=t.muted)
        field.padding = pad(16, 15)
        return field

    def _line(self, icon: str, field: Widget, tail: Widget | None = None) -> Widget:
        lead: Widget = Icon(icon, size=22, color=self.t.muted, width=56, accessible=False) if icon else spacer(width=56)
        parts = [lead, field, tail or spacer(width=16)]
        return Row(parts, width=MATCH, class_name="android.widget.RelativeLayout")

    def _label(self, label: str, kind: str, i: int) -> Widget:
        """The type selector under a phone or mail field; clients rely on its description, which names the type."""
        t = self.t
        row = Row(
            [
                Text(label, size=14, color=t.text, desc=f"{label} {kind}", weight=1),
                Icon("dropdown", size=20, color=t.muted, accessible=False),
            ],
            class_name="android.widget.Spinner",
            desc=f"{label} {kind}",
            width=150,
            height=44,
            padding=pad(14),
            fill=Fill(outline=t.divider, radius=4),
            on_click=lambda: self._choose_label(kind, i),
        )
        return self._line("", row, spacer(weight=1))

    def _choose_label(self, kind: str, i: int) -> None:
        labels = PHONE_LABELS if kind == "Phone" else EMAIL_LABELS
        values = self.phones if kind == "Phone" else self.emails

        def choose(n: int) -> None:
            values[i] = (values[i][0], labels[n])
            self.ctx.invalidate()

        self.alert(Alert(theme=self.t, rows=labels, on_choose=choose))

    def _phone(self, i: int) -> list[Widget]:
        state, label = self.phones[i]
        rows = [self._line("call" if i == 0 else "", self._field(state, "Phone"), self._remover(self.phones, i))]
        if state.text or self.focus is state or self.person.id or label != "Mobile":
            rows.append(self._label(label, "Phone", i))
        if i == len(self.phones) - 1 and state.text:
            add = Button("Add phone", self.t, on_click=lambda: self._add(self.phones, "phone"))
            rows.append(self._line("", add, spacer(weight=1)))
        return rows

    def _email(self, i: int) -> list[Widget]:
        state, label = self.emails[i]
        rows = [self._line("email" if i == 0 else "", self._field(state, "Email"), self._remover(self.emails, i))]
        if state.text or self.focus is state:
            rows.append(self._label(label, "Email", i))
        return rows

    def _remover(self, values: list[tuple[EditState, str]], i: int) -> Widget | None:
        if len(values) == 1:
            return None
        return icon_button("minus", "Remove", lambda: self._remove(values, i), side=44)

    def _remove(self, values: list[tuple[EditState, str]], i: int) -> None:
        del values[i]
        self.ctx.invalidate()

    def _add(self, values: list[tuple[EditState, str]], kind: str) -> None:
        state = EditState(input_type="phone" if kind == "phone" else "email")
        values.append((state, "Mobile" if kind == "phone" else "Home"))
        self.focus_on(state)

    def _save(self) -> None:
        person = Person(
            id=self.person.id,
            given=self.given.text.strip(),
            family=self.family.text.strip(),
            company=self.company.text.strip(),
            starred=self.person.starred,
            phones=tuple((e.text.strip(), label) for e, label in self.phones if e.text.strip()),
            emails=tuple((e.text.strip(), label) for e, label in self.emails if e.text.strip()),
        )
        if not person.name:
            self.finish()
            return
        number = self.store.save(person)
        self.ctx.toast(f"{person.name} saved")
        if not self.person.id:
            component = f"{self.app.package}/{DETAIL}"
            self.ctx.start(Intent(component=component, extras={"contact": str(number)}))
        self.finish(str(number))
