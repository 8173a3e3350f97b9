"""The app's manifest and its list of conversations."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from agentprog.phone.apps.base import Activity, IntentFilter
from agentprog.phone.apps.contacts.store import DATABASE as CONTACTS
from agentprog.phone.apps.contacts.store import SCHEMA as CONTACTS_SCHEMA
from agentprog.phone.apps.contacts.store import ContactStore
from agentprog.phone.apps.faces import LauncherIcon
from agentprog.phone.apps.searching import SimpleSearching
from agentprog.phone.apps.sms.model import Conversation, MessengerProcess, moment
from agentprog.phone.apps.sms.new import NewConversation
from agentprog.phone.apps.sms.telephony import DATABASE, INBOX, SENT, MessageStore
from agentprog.phone.apps.sms.telephony import SCHEMA as TELEPHONY_SCHEMA
from agentprog.phone.apps.sms.thread import Thread, add_person
from agentprog.phone.kernel.seeding import Seeder, pools
from agentprog.phone.records import Intent
from agentprog.phone.widgets.bars import Item, toolbar
from agentprog.phone.widgets.base import MATCH, Fill, Widget, pad
from agentprog.phone.widgets.controls import Icon, Text, avatar, fab, icon_button
from agentprog.phone.widgets.layout import Column, Row, Stack
from agentprog.phone.widgets.overlay import Alert
from agentprog.phone.widgets.scroll import ListView
from agentprog.phone.widgets.states import ScrollState
from agentprog.phone.widgets.theme import Theme, tinted

_PACKAGE = "com.simplemobiletools.smsmessenger"
_DEFAULT_APP = f"/data/data/{_PACKAGE}/shared_prefs/default_app.xml"
_NOTIFY = "android.permission.POST_NOTIFICATIONS"


class ConversationList(SimpleSearching):
    """The main screen; in its subclass `archived` shows the archived list."""

    name: ClassVar[str] = ".activities.MainActivity"
    archived: ClassVar[bool] = False
    app: SmsMessenger

    def create(self) -> None:
        super().create()
        self.list_scroll = ScrollState()
        self.selected: set[int] = set()
        self.selecting = False
        if not self.archived and not self.ctx.storage.host_path(_DEFAULT_APP).exists():
            self._ask_role()

    def resume(self) -> None:
        self.app.conversations.sync()

    def _ask_role(self) -> None:
        """Show the system's question about the default messaging app."""
        chosen = [-1]

        def choose(i: int) -> None:
            chosen[0] = i
            alert.chosen = i
            self.ctx.invalidate()

        def accept() -> None:
            if chosen[0] == 1:
                self.ctx.storage.write(_DEFAULT_APP, b"<map/>")
                self.close(overlay)
            else:
                self.finish()

        alert = Alert(
            theme=self.t,
            title="Set SMS Messenger as your default SMS app?",
            rows=("None", "SMS Messenger"),
            chosen=0,
            on_choose=choose,
            negative=("Cancel", self.finish),
            positive=("Set as default", accept),
            stays=True,
        )
        overlay = self.alert(alert, cancelable=False)

    def back(self) -> bool:
        if self.searching:
            self.stop_searching()
        elif self.selecting:
            self._unselect()
        else:
            return False
        return True

    def build(self) -> Widget:
        conversations = self.app.conversations.all(archived=self.archived)
        top = self._selection_bar(conversations) if self.selecting else self._top()
        if self.searching and self.query.text:
            return Column([top, self._results()])
        return Column([top, self._list(conversations)])

    # Top

    def _top(self) -> Widget:
        if self.archived:
            return toolbar(self.t, "Archive", up=self.finish)
        return self.search_bar(
            [
                icon_button("settings", "Settings", self._settings, id="settings"),
                icon_button("info", "About", self._about, id="about"),
                icon_button("more", "More options", self._menu, class_name="android.widget.ImageView", side=44),
            ]
        )

    def _menu(self) -> None:
        self.menu([Item(title="Show archived conversations", id="show_archived", action=lambda: self.push(Archived))])

    def _settings(self) -> None:
        details = Intent(action="android.settings.APPLICATION_DETAILS_SETTINGS", data=f"package:{_PACKAGE}")
        if not self.ctx.start(details):
            self.ctx.toast("No application found to handle this action")

    def _about(self) -> None:
        text = f"{self.app.label} {self.app.version_name}"
        self.alert(Alert(theme=self.t, title="About", message=text, positive=("OK", lambda: None)))

    def _results(self) -> Widget:
        t = self.t
        found = self.app.conversations.search(self.query.text.strip()) if len(self.query.text.strip()) > 1 else []
        if not found:
            text = (
                "No items found."
                if len(self.query.text.strip()) > 1
                else "Type at least 2 characters to start the search."
            )
            return Text(text, id="search_placeholder", size=16, color=t.muted, align="center", margin=pad(24, 32))

        def row(i: int) -> Widget:
            conversation, snippet, date = found[i]
            words = Column(
                [
                    Text(conversation.title, id="search_result_title", size=16, color=t.text, lines=1),
                    Text(snippet, id="search_result_snippet", size=14, color=t.muted, lines=2),
                ],
                weight=1,
                class_name="android.widget.RelativeLayout",
            )
            when = Text(self.app.date_text(date), id="search_result_date", size=12, color=t.muted)
            return Row(
                [avatar(conversation.title, id="search_result_image", accessible=True), words, when],
                id="search_result_holder", class_name="android.view.ViewGroup", width=MATCH, gap=14,
                padding=pad(16, 10), on_click=lambda: self._open(conversation),
            )  # fmt: skip

        return ListView(row, count=len(found), scroll=self.list_scroll, id="search_results_list", weight=1)

    # The list

    def _list(self, conversations: Sequence[Conversation]) -> Widget:
        t = self.t
        layers: list[Widget] = []
        if conversations:
            layers.append(
                ListView(
                    lambda i: self._row(conversations[i]),
                    count=len(conversations),
                    row_height=76,
                    scroll=self.list_scroll,
                    id="conversations_list",
                )
            )
        elif self.archived:
            words = "No archived conversations have been found"
            none = Text(words, id="no_conversations_placeholder", size=16, color=t.muted, align="center")
            none.margin = pad(24, 80)
            layers.append(none)
        else:
            start = Text("Start a conversation", id="no_conversations_placeholder_2", size=16, color=t.primary)
            start.on_click, start.align, start.padding = self._new, "center", pad(16, 12)
            words = "No stored conversations have been found"
            none = Text(words, id="no_conversations_placeholder", size=16, color=t.muted, align="center")
            layers.append(Column([none, start], width=MATCH, margin=pad(16, 80), gap=8))
        if not self.archived and not self.selecting:
            layers.append(fab(t, "add", "", self._new, id="conversations_fab"))
        return Stack(layers, width=MATCH, weight=1, id="main_coordinator", class_name="android.view.ViewGroup")

    def _row(self, c: Conversation) -> Widget:
        t = self.t
        strong = "regular" if c.read else "bold"
        title = Text(c.title, id="conversation_address", size=17, color=t.text, lines=1, weight=1)
        title.font_weight = "medium" if c.read else "bold"
        date = Text(self.app.date_text(c.date), id="conversation_date", size=13, color=t.muted)
        body = Text(
            " ".join(c.snippet.split()), id="conversation_body_short", size=15, color=t.muted, lines=1, weight=1
        )
        body.font_weight = "bold" if strong == "bold" else "regular"
        second: list[Widget] = [body]
        if c.draft:
            mark = Text("Draft", id="draft_indicator", size=15, color=t.primary, margin=pad(right=6))
            second.insert(0, mark)
        if c.pinned:
            second.append(Icon("pin", id="pin_indicator", size=16, color=t.muted))
        words = Column([Row([title, date], width=MATCH), Row(second, width=MATCH)], weight=1, gap=3)
        words.class_name = "android.widget.RelativeLayout"
        chosen = c.thread in self.selected
        inner = Row(
            [avatar(c.title, size=46, id="conversation_image", accessible=True), words],
            id="conversation_frame_select", class_name="android.widget.RelativeLayout", width=MATCH, height=76, gap=14,
            padding=pad(16),
        )  # fmt: skip
        return Stack(
            [inner],
            id="conversation_frame",
            width=MATCH,
            fill=Fill(t.container) if chosen else None,
            selected=chosen,
            on_click=lambda: self._tap(c),
            on_long_click=lambda: self._hold(c),
        )

    def _tap(self, c: Conversation) -> None:
        if self.selecting:
            self.selected ^= {c.thread}
            if not self.selected:
                self._unselect()
        else:
            self._open(c)

    def _open(self, c: Conversation) -> None:
        self.push(Thread, address=c.address)

    def _hold(self, c: Conversation) -> None:
        self.selecting = True
        self.selected ^= {c.thread}

    def _new(self) -> None:
        self.push(NewConversation)

    # Selection

    def _selection_bar(self, conversations: Sequence[Conversation]) -> Widget:
        delete = Item(title="Delete", id="cab_delete", icon="delete", action=lambda: self._ask_delete(conversations))
        word, flag = ("Unarchive", False) if self.archived else ("Archive", True)
        archive = Item(title=word, id="cab_archive", icon="archive", action=lambda: self._archive(flag))
        return toolbar(
            self.t,
            f"{len(self.selected)} / {len(conversations)}",
            up=self._unselect,
            up_desc="Done",
            actions=[delete, archive],
            overflow=lambda: self._selection_menu(conversations),
            id="action_mode_bar",
        )

    def _selection_menu(self, conversations: Sequence[Conversation]) -> None:
        chosen = [c for c in conversations if c.thread in self.selected]
        items = [Item(title="Block number", id="cab_block_number", action=lambda: self._ask_block(chosen))]
        if len(chosen) == 1:
            items.append(Item(title="Call number", id="cab_dial_number", action=lambda: self._dial(chosen[0].address)))
            if chosen[0].title == chosen[0].address:
                add = lambda: self._add_contact(chosen[0].address)  # noqa: E731
                items.append(Item(title="Add to contact", id="cab_add_number_to_contact", action=add))
        items.append(Item(title="Mark as read", id="cab_mark_as_read", action=self._mark_read))
        pin = "Unpin" if all(c.pinned for c in chosen) else "Pin to the top"
        items.append(Item(title=pin, id="cab_pin_conversation", action=lambda: self._pin(chosen)))
        items.append(Item(title="Select all", id="cab_select_all", action=lambda: self._select_all(conversations)))
        self.menu(items)

    def _unselect(self) -> None:
        self.selecting = False
        self.selected.clear()
        self.ctx.invalidate()

    def _select_all(self, conversations: Sequence[Conversation]) -> None:
        self.selected = {c.thread for c in conversations}
        self.ctx.invalidate()

    def _ask_delete(self, conversations: Sequence[Conversation]) -> None:
        count = len(self.selected)
        noun = "1 conversation" if count == 1 else f"{count} conversations"
        self.alert(
            Alert(
                theme=self.t, message=f"Are you sure you want to delete {noun}?", message_id="message",
                positive=("Yes", self._delete), negative=("No", lambda: None),
            )
        )  # fmt: skip

    def _delete(self) -> None:
        for thread in self.selected:
            self.app.conversations.delete(thread)
        self._unselect()

    def _archive(self, value: bool) -> None:
        self.app.conversations.sync()
        for thread in self.selected:
            self.app.conversations.flag(thread, "archived", value)
        self._unselect()

    def _pin(self, chosen: Sequence[Conversation]) -> None:
        value = not all(c.pinned for c in chosen)
        for c in chosen:
            self.app.conversations.flag(c.thread, "pinned", value)
        self._unselect()

    def _mark_read(self) -> None:
        for thread in self.selected:
            self.app.conversations.mark_read(thread)
        self._unselect()

    def _ask_block(self, chosen: Sequence[Conversation]) -> None:
        def block() -> None:
            for c in chosen:
                self.app.conversations.block(c.address)
                self.app.conversations.delete(c.thread)
            self._unselect()

        numbers = ", ".join(c.address for c in chosen)
        text = f"Are you sure you want to block {numbers}?"
        self.alert(
            Alert(
                theme=self.t, message=text, message_id="message", positive=("Yes", block), negative=("No", lambda: None)
            )
        )

    def _dial(self, address: str) -> None:
        if not self.ctx.start(Intent(action="android.intent.action.DIAL", data=f"tel:{address}")):
            self.ctx.toast("No application found to handle this action")

    def _add_contact(self, address: str) -> None:
        if not self.ctx.start(add_person(address)):
            self.ctx.toast("No application found to handle this action")


class Archived(ConversationList):
    name: ClassVar[str] = ".activities.ArchivedConversationsActivity"
    archived: ClassVar[bool] = True


class SmsMessenger(MessengerProcess):
    package: ClassVar[str] = _PACKAGE
    label: ClassVar[str] = "SMS Messenger"
    version_name: ClassVar[str] = "5.19.3"
    version_code: ClassVar[int] = 85
    icon: ClassVar[LauncherIcon] = LauncherIcon(symbol="chat", background="#F57C00")
    launch: ClassVar[str] = ConversationList.name
    activities: ClassVar[tuple[type[Activity], ...]] = (ConversationList, Archived, NewConversation, Thread)
    filters: ClassVar[tuple[IntentFilter, ...]] = (
        IntentFilter(
            action="android.intent.action.SENDTO",
            activity=NewConversation.name,
            schemes=("smsto", "sms", "mmsto", "mms"),
        ),
        IntentFilter(action="android.intent.action.VIEW", activity=NewConversation.name, schemes=("smsto", "sms")),
        IntentFilter(action="android.intent.action.SEND", activity=NewConversation.name, mime="text/plain"),
    )
    permissions: ClassVar[tuple[str, ...]] = (
        _NOTIFY,
        "android.permission.READ_CONTACTS",
        "android.permission.SEND_SMS",
        "android.permission.READ_SMS",
    )
    requests: ClassVar[tuple[str, ...]] = tuple(
        f"android.permission.{name}"
        for name in ("RECEIVE_SMS", "RECEIVE_MMS", "READ_PHONE_STATE", "CALL_PHONE", "WRITE_EXTERNAL_STORAGE")
    )
    receives_sms: ClassVar[bool] = True

    def create(self) -> None:
        self.provider.listeners.append(self.conversations.sync)
        self.conversations.sync()

    def stop(self) -> None:
        if self.conversations.sync in self.provider.listeners:
            self.provider.listeners.remove(self.conversations.sync)

    def theme(self) -> Theme:
        return tinted(self.ctx.theme(), "#D36F00", "#FFDCC2", "#FFFBFF")

    def date_text(self, ms: int) -> str:
        """The time of a message of today, else its date."""
        when, now = moment(ms), self.ctx.now()
        if when.date() == now.date():
            return when.strftime("%H:%M")
        return when.strftime("%d %b") if when.year == now.year else when.strftime("%d.%m.%Y")

    def receive_sms(self, address: str, body: str) -> None:
        if self.conversations.blocked(address):
            return
        self.provider.receive(address, body)
        screen = self.ctx.own_screen()
        if isinstance(screen, Thread) and screen.resumed and screen.thread == self.messages.thread_of(address):
            screen.arrived()
            return
        intent = Intent(component=f"{_PACKAGE}/{Thread.name}", extras={"address": address})
        if self.ctx.granted(_NOTIFY):
            self.ctx.notify(self.conversations.name(address), body, intent)

    @classmethod
    def seed(cls, seeder: Seeder) -> None:
        """Create conversations with the contacts, drawn from the pools."""
        store = MessageStore(seeder.database(DATABASE, TELEPHONY_SCHEMA))
        rng, words = seeder.rng, pools()
        people = ContactStore(seeder.database(CONTACTS, CONTACTS_SCHEMA)).all()
        count = int(seeder.option("conversations", 0))
        numbers = [p.phones[0][0] for p in rng.sample(people, min(count, len(people)))]
        now = seeder.clock.now_ms()
        for number, chat in zip(numbers, rng.sample(words["chats"], len(numbers)), strict=True):
            when = now - rng.randint(2 * 3600, 6 * 86400) * 1000
            mine = rng.random() < 0.5
            for line in chat:
                store.add(number, line, kind=SENT if mine else INBOX, date=when)
                when += rng.randint(40, 1500) * 1000
                mine = not mine
        if not seeder.option("first_run", True):
            seeder.storage.write(_DEFAULT_APP, b"<map/>")
            seeder.grant(*cls.permissions)
