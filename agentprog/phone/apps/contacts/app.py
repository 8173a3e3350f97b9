"""The app's manifest, its first run, its list of people."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from agentprog.phone.apps.base import Activity, App, IntentFilter
from agentprog.phone.apps.contacts.detail import ContactDetail
from agentprog.phone.apps.contacts.editor import ContactEditor
from agentprog.phone.apps.contacts.store import DATABASE, SCHEMA, ContactStore, Person
from agentprog.phone.apps.faces import LauncherIcon
from agentprog.phone.apps.searching import Searching
from agentprog.phone.kernel.seeding import Seeder, pools
from agentprog.phone.widgets.bars import Item, bottom_navigation, toolbar
from agentprog.phone.widgets.base import MATCH, Fill, Widget, pad
from agentprog.phone.widgets.controls import Button, Icon, Text, avatar, fab, icon_button
from agentprog.phone.widgets.edit import TextField
from agentprog.phone.widgets.layout import Column, Row, Stack, spacer
from agentprog.phone.widgets.overlay import Alert
from agentprog.phone.widgets.scroll import ListView
from agentprog.phone.widgets.states import ScrollState
from agentprog.phone.widgets.theme import Theme, tinted

_CURSOR = "vnd.android.cursor."
_ALL_PEOPLE = r"content://(contacts/people|com\.android\.contacts/contacts)/?"
_WELCOMED = "/data/data/com.google.android.contacts/shared_prefs/welcomed.xml"
_NOTIFY = "android.permission.POST_NOTIFICATIONS"


class People(Searching):
    """The list of contacts, its search and its selection mode."""

    name: ClassVar[str] = "com.android.contacts.activities.PeopleActivity"

    def create(self) -> None:
        super().create()
        self.store = ContactStore(self.ctx.database(DATABASE, SCHEMA))
        self.list_scroll = ScrollState()
        self.query.on_action = lambda _: self.ctx.invalidate()
        self.selected: set[int] = set()
        self.selecting = False
        self.tab = 0
        self.welcome = not self.ctx.storage.host_path(_WELCOMED).exists()

    def back(self) -> bool:
        if self.searching:
            self.stop_searching()
        elif self.selecting:
            self._stop_selecting()
        elif self.tab:
            self._open_tab(0)
        else:
            return False
        return True

    def build(self) -> Widget:
        if self.welcome:
            return self._first_run()
        people = self._people()
        parts: list[Widget] = [self._top(people)]
        parts.append(self._tab_content(people) if self.tab and not self.searching else self._list(people))
        if not self.searching and not self.selecting:
            parts.append(self._navigation())
        return Column(parts, width=MATCH, height=MATCH)

    # First run

    def _first_run(self) -> Widget:
        t = self.t
        parts: list[Widget] = [
            spacer(weight=1),
            Icon("contacts", size=96, color=t.primary, align="center"),
            Text("Back up your contacts with Google", size=24, color=t.text, align="center", text_align="center"),
            Text("Sign in to see your contacts from Google", size=15, color=t.muted, align="center"),
            spacer(weight=1),
            Row(
                [Button("Skip", t, id="skip", on_click=self._skip), spacer(weight=1)],
                width=MATCH,
                padding=pad(16, 16),
            ),
        ]
        return Column(parts, gap=16)

    def _skip(self) -> None:
        self.ctx.storage.write(_WELCOMED, b"<map/>")
        self.welcome = False
        self.ctx.ask_permission(_NOTIFY, lambda _: self.ctx.invalidate())
        self.ctx.invalidate()

    # The list

    def _people(self) -> list[Person]:
        people = self.store.all()
        if not self.searching:
            return people
        words = self.query.text.strip().casefold()
        numbers = "".join(c for c in words if c.isdigit())
        return [p for p in people if words and (_named(p, words) or (numbers and _numbered(p, numbers)))]

    def _top(self, people: Sequence[Person]) -> Widget:
        t = self.t
        if self.selecting:
            actions = [Item(title="Delete", icon="delete", id="menu_delete", action=self._ask_delete)]
            overflow = lambda: self.menu([Item(title="Select all", action=lambda: self._select_all(people))])  # noqa: E731
            return toolbar(
                t, str(len(self.selected)), up=self._stop_selecting, up_icon="close", up_desc="Close", actions=actions,
                overflow=overflow, title_id="selection_count_text",
            )  # fmt: skip
        if self.searching:
            field = TextField(
                self.query, id="open_search_view_edit_text", hint="Search contacts", look="plain", weight=1, size=18
            )
            field.accent, field.color = t.primary, t.text
            parts: list[Widget] = [
                icon_button("back", "Back", self.stop_searching, class_name="android.widget.ImageButton"), field,
            ]  # fmt: skip
            if self.query.text:
                clear = icon_button(
                    "close", "Clear text", lambda: self.query.replace(""), id="open_search_view_clear_button"
                )
                parts.append(clear)
            return Row(
                parts, id="open_search_view_toolbar", width=MATCH, height=64, class_name="android.view.ViewGroup"
            )
        words = Text("Search contacts", id="open_search_bar_text_view", size=16, color=t.muted, accessible=False)
        bar = Row(
            [Icon("search", size=22, color=t.muted, accessible=False), words, spacer(weight=1)],
            id="open_search_bar", class_name="android.widget.EditText", text="Search contacts", gap=14, weight=1,
            height=52, padding=pad(18), fill=Fill(t.raised, radius=26), on_click=self.search,
        )  # fmt: skip
        more = icon_button("more", "More options", self._menu, class_name="android.widget.ImageView", side=44)
        return Row([bar, more], width=MATCH, padding=pad(12, 8), class_name="android.view.ViewGroup")

    def _menu(self) -> None:
        self.menu(
            [
                Item(title="Select", action=self._start_selecting),
                Item(title="Select all", action=lambda: self._select_all(self.store.all())),
            ]
        )

    def _list(self, people: Sequence[Person]) -> Widget:
        t = self.t
        if not people:
            empty = "No matching contacts" if self.searching else "No contacts yet"
            text = Text(empty if not self.searching or self.query.text else "", size=16, color=t.muted, align="center")
            text.id, text.align_vertical = "android:id/text1", "center"
            layers: list[Widget] = [Stack([text], width=MATCH, height=MATCH)]
        else:
            rows = ListView(
                lambda i: self._row(people, i),
                count=len(people),
                row_height=60,
                scroll=self.list_scroll,
                id="android:id/list",
            )
            layers = [rows]
        if not self.selecting and not self.searching:
            layers.append(fab(t, "add", "Create contact", self._new, id="floating_action_button"))
        return Stack(layers, width=MATCH, weight=1)

    def _row(self, people: Sequence[Person], i: int) -> Widget:
        t, person = self.t, people[i]
        first = person.name[:1].upper()
        head = first if i == 0 or people[i - 1].name[:1].upper() != first else ""
        letter = Text(head, id="header" if head else "", size=16, color=t.primary, width=36, font_weight="medium")
        letter.accessible = bool(head)
        chosen = person.id in self.selected
        face: Widget = (
            Stack(
                [Icon("check", color=t.on_primary, align="center", align_vertical="center")],
                width=40,
                height=40,
                fill=Fill(t.primary, radius=20),
                accessible=False,
            )
            if chosen
            else avatar(person.name, accessible=True)
        )
        return Row(
            [letter, face, Text(person.name, desc=person.name, size=16, color=t.text, weight=1, lines=1)],
            class_name="android.view.ViewGroup", width=MATCH, height=60, gap=14, padding=pad(16),
            on_click=lambda: self._tap(person), on_long_click=lambda: self._hold(person), selected=chosen,
            fill=Fill(t.container) if chosen else None,
        )  # fmt: skip

    def _tap(self, person: Person) -> None:
        if self.selecting:
            self.selected ^= {person.id}
            self.selecting = bool(self.selected)
        else:
            self.push(ContactDetail, contact=str(person.id))

    def _hold(self, person: Person) -> None:
        self.selecting = True
        self.selected ^= {person.id}

    def _new(self) -> None:
        self.push(ContactEditor)

    # Search and selection

    def search(self) -> None:
        self.list_scroll.offset = 0
        super().search()

    def _start_selecting(self) -> None:
        self.selecting = True
        self.ctx.invalidate()

    def _stop_selecting(self) -> None:
        self.selecting = False
        self.selected.clear()
        self.ctx.invalidate()

    def _select_all(self, people: Sequence[Person]) -> None:
        self.selecting, self.selected = True, {p.id for p in people}
        self.ctx.invalidate()

    def _ask_delete(self) -> None:
        count = len(self.selected)
        if not count:
            return
        contacts = "this contact" if count == 1 else f"{count} contacts"
        self.alert(
            Alert(
                theme=self.t,
                title=f"Delete {contacts}?",
                negative=("Cancel", lambda: None),
                positive=("Delete", self._delete),
            )
        )

    def _delete(self) -> None:
        for contact in self.selected:
            self.store.delete(contact)
        count = len(self.selected)
        self._stop_selecting()
        self.ctx.toast("Contact deleted" if count == 1 else f"{count} contacts deleted")

    # The other tabs

    def _navigation(self) -> Widget:
        items = [
            Item(title="Contacts", icon="person", id="contacts", action=lambda: self._open_tab(0)),
            Item(title="Highlights", icon="star_outline", id="highlights", action=lambda: self._open_tab(1)),
            Item(title="Fix & manage", icon="settings", id="nav_manage", action=lambda: self._open_tab(2)),
        ]
        return bottom_navigation(self.t, items, self.tab)

    def _open_tab(self, tab: int) -> None:
        self.tab = tab
        self.ctx.invalidate()

    def _tab_content(self, people: Sequence[Person]) -> Widget:
        t = self.t
        if self.tab == 1:
            starred = [p for p in people if p.starred]
            head = Text("Favorites", size=14, color=t.primary, padding=pad(16, 12))
            rows: list[Widget] = [self._row(starred, i) for i in range(len(starred))]
            hint = Text("Add favorites and they will appear here", size=15, color=t.muted, padding=pad(16, 12))
            return Column([head, *(rows or [hint])], width=MATCH, weight=1)
        doubles = len(people) - len({p.name.casefold() for p in people})
        words = f"{doubles} contacts have the same name" if doubles else "Your contacts look good"
        return Column([Text(words, size=16, color=t.text, padding=pad(20, 20))], width=MATCH, weight=1)


def _named(person: Person, typed: str) -> bool:
    words = f"{person.name} {person.company}".casefold()
    return typed in words


def _numbered(person: Person, numbers: str) -> bool:
    return any(numbers in "".join(c for c in value if c.isdigit()) for value, _ in person.phones)


class Contacts(App):
    package: ClassVar[str] = "com.google.android.contacts"
    label: ClassVar[str] = "Contacts"
    version_name: ClassVar[str] = "4.14.28"
    version_code: ClassVar[int] = 4142800
    icon: ClassVar[LauncherIcon] = LauncherIcon(symbol="person", background="#1A73E8")
    launch: ClassVar[str] = People.name
    activities: ClassVar[tuple[type[Activity], ...]] = (People, ContactEditor, ContactDetail)
    filters: ClassVar[tuple[IntentFilter, ...]] = (
        *(
            IntentFilter(
                action="android.intent.action.INSERT", activity=ContactEditor.name, mime=f"{_CURSOR}dir/{kind}"
            )
            for kind in ("contact", "raw_contact", "person")
        ),
        *(
            IntentFilter(
                action="android.intent.action.INSERT_OR_EDIT", activity=ContactEditor.name, mime=f"{_CURSOR}item/{kind}"
            )
            for kind in ("contact", "raw_contact", "person")
        ),
        IntentFilter(action="android.intent.action.VIEW", activity=People.name, uri=_ALL_PEOPLE),
        IntentFilter(action="android.intent.action.VIEW", activity=ContactDetail.name, schemes=("content",)),
    )
    permissions: ClassVar[tuple[str, ...]] = (_NOTIFY, "android.permission.READ_CONTACTS")
    requests: ClassVar[tuple[str, ...]] = tuple(
        f"android.permission.{name}"
        for name in ("WRITE_CONTACTS", "GET_ACCOUNTS", "CALL_PHONE", "READ_PHONE_STATE", "READ_CALL_LOG", "SEND_SMS")
    )

    def theme(self) -> Theme:
        return tinted(self.ctx.theme(), "#0B57D0", "#D3E3FD", "#F8FAFD")

    @classmethod
    def seed(cls, seeder: Seeder) -> None:
        """Create people from the pools."""
        store = ContactStore(seeder.database(DATABASE, SCHEMA))
        words, rng = pools(), seeder.rng
        count = int(seeder.option("contacts", 0))
        names = list(zip(rng.sample(words["given"], count), rng.sample(words["family"], count), strict=True))
        for given_name, family in names:
            number = f"+1{rng.randint(2, 9)}{rng.randint(0, 99_999_999):09d}"[:12]
            company = rng.choice(words["companies"]) if rng.random() < 0.3 else ""
            email = ((f"{given_name}.{family}@example.com".lower(), "Home"),) if rng.random() < 0.4 else ()
            phones = ((number, str(rng.choice(words["labels"]))),)
            store.save(Person(given=given_name, family=family, company=company, phones=phones, emails=email))
        if not seeder.option("first_run", True):
            seeder.storage.write(_WELCOMED, b"<map/>")
            seeder.grant(_NOTIFY)
