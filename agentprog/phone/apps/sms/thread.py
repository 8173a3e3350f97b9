"""One conversation: its messages and the reply field."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from agentprog.phone.apps.base import Activity
from agentprog.phone.apps.sms.model import Message, MessengerProcess, moment
from agentprog.phone.apps.sms.telephony import FAILED, INBOX, OUTBOX
from agentprog.phone.records import Intent
from agentprog.phone.widgets.bars import Item, toolbar
from agentprog.phone.widgets.base import MATCH, Fill, Widget, pad
from agentprog.phone.widgets.controls import Button, Icon, Text, icon_button
from agentprog.phone.widgets.edit import TextField
from agentprog.phone.widgets.layout import Column, Row, Stack
from agentprog.phone.widgets.overlay import Alert
from agentprog.phone.widgets.scroll import ListView
from agentprog.phone.widgets.states import EditState, ScrollState

_GAP_MS = 300_000
_PERSON = "vnd.android.cursor.item/contact"


def add_person(address: str) -> Intent:
    """The intent that asks the contacts app to add a number."""
    return Intent(action="android.intent.action.INSERT_OR_EDIT", mime_type=_PERSON, extras={"phone": address})


class Thread(Activity):
    """`address` in the extras is the recipient, `text` the initial text."""

    name: ClassVar[str] = ".activities.ThreadActivity"
    app: MessengerProcess

    def create(self) -> None:
        self._take(self.intent)

    def new_intent(self, intent: Intent) -> None:
        self._take(intent)

    def _take(self, intent: Intent) -> None:
        self.address = intent.extras.get("address", "")
        self.thread = self.app.messages.thread_of(self.address)
        draft = intent.extras.get("text", "") or self.app.conversations.draft(self.thread)
        self.line = EditState(text=draft, multi_line=True, action=0, on_change=lambda _: self.ctx.invalidate())
        self.list_scroll = ScrollState(to_end=True)
        self.selected: set[int] = set()

    def resume(self) -> None:
        self.thread = self.app.messages.thread_of(self.address)
        self.arrived()

    def arrived(self) -> None:
        """Mark new messages as read, since they are on the screen."""
        self.app.conversations.mark_read(self.thread)
        self.list_scroll.to_end = True
        self.ctx.invalidate()

    def pause(self) -> None:
        self.app.conversations.keep_draft(self.address, self.line.text.strip(), self.ctx.now_ms())

    def back(self) -> bool:
        if self.selected:
            self._unselect()
            return True
        return False

    def build(self) -> Widget:
        messages = self.app.conversations.get(self.thread)
        return Column([self._top(messages), self._messages(messages), self._bottom()])

    # Top

    def _top(self, messages: Sequence[Message]) -> Widget:
        if self.selected:
            return self._selection_bar(messages)
        actions = [
            Item(title="Call number", id="dial_number", icon="call", action=self._dial),
            Item(title="Delete", id="delete", icon="delete", action=self._ask_delete),
        ]
        title = self.app.conversations.name(self.address)
        return toolbar(
            self.t, title, up=self.finish, up_desc="Back", actions=actions, overflow=self._menu, id="thread_toolbar"
        )

    def _menu(self) -> None:
        known = self.app.conversations.name(self.address) != self.address
        items = [Item(title="Archive", id="archive", action=self._archive)]
        items.append(Item(title="Conversation details", id="conversation_details", action=self._details))
        if not known:
            items.insert(0, Item(title="Add to contact", id="add_number_to_contact", action=self._add_contact))
        items.append(Item(title="Block number", id="block_number", action=self._ask_block))
        items.append(Item(title="Mark as unread", id="mark_as_unread", action=self._unread))
        self.menu(items)

    def _start(self, intent: Intent) -> None:
        if not self.ctx.start(intent):
            self.ctx.toast("No application found to handle this action")

    def _dial(self) -> None:
        self._start(Intent(action="android.intent.action.DIAL", data=f"tel:{self.address}"))

    def _add_contact(self) -> None:
        self._start(add_person(self.address))

    def _archive(self) -> None:
        self.app.conversations.sync()
        self.app.conversations.flag(self.thread, "archived", True)
        self.finish()

    def _details(self) -> None:
        name = self.app.conversations.name(self.address)
        message = name if name == self.address else f"{name}\n{self.address}"
        self.alert(Alert(theme=self.t, title="Conversation details", message=message, positive=("OK", lambda: None)))

    def _unread(self) -> None:
        self.finish()
        self.app.conversations.mark_read(self.thread, read=False)

    def _ask_block(self) -> None:
        def block() -> None:
            self.app.conversations.block(self.address)
            self.line.load("")
            self.finish()
            self.app.conversations.delete(self.thread)

        text = f"Are you sure you want to block {self.address}?"
        self._confirm(text, block)

    def _confirm(self, text: str, action: object) -> None:
        if callable(action):
            yes = ("Yes", action)
            self.alert(
                Alert(theme=self.t, message=text, message_id="message", positive=yes, negative=("No", lambda: None))
            )

    def _ask_delete(self) -> None:
        def delete() -> None:
            self.line.load("")
            self.finish()
            self.app.conversations.delete(self.thread)

        self._confirm("Are you sure you want to delete all messages of this conversation?", delete)

    # Messages

    def _messages(self, messages: Sequence[Message]) -> Widget:
        rows: list[Message | int] = []
        for i, message in enumerate(messages):
            if i == 0 or message.date - messages[i - 1].date > _GAP_MS:
                rows.append(message.date)
            rows.append(message)
        last = messages[-1].id if messages else 0

        def row(i: int) -> Widget:
            item = rows[i]
            return self._date(item) if isinstance(item, int) else self._bubble(item, newest=item.id == last)

        return ListView(
            row, count=len(rows), scroll=self.list_scroll, id="thread_messages_list", weight=1, padding=pad(0, 8)
        )

    def _date(self, ms: int) -> Widget:
        when, now = moment(ms), self.ctx.now()
        text = when.strftime("%H:%M") if when.date() == now.date() else when.strftime("%d %b, %H:%M")
        label = Text(text, id="thread_date_time", size=13, color=self.t.muted, align="center", padding=pad(8, 8))
        return Stack([label], class_name="android.widget.RelativeLayout", width=MATCH)

    def _bubble(self, message: Message, *, newest: bool) -> Widget:
        t, incoming = self.t, message.kind == INBOX
        chosen = message.id in self.selected
        color = t.raised if incoming else t.primary
        body = Text(message.body, id="thread_message_body", size=16, padding=pad(14, 9))
        body.color = t.text if incoming else "#3A1D00" if t.dark else "#FFFFFF"
        body.fill = Fill(t.hint if chosen else color, radius=18)
        body.on_long_click = lambda: self._select(message)
        body.on_click = (lambda: self._select(message)) if self.selected else None
        body.align = "start" if incoming else "end"
        parts: list[Widget] = [body]
        if message.kind == OUTBOX:
            parts.append(Text("Sending…", id="thread_sending", size=13, color=t.muted, align="end", padding=pad(8, 2)))
        elif message.kind == FAILED:
            error = Text("Not sent. Touch to retry.", id="thread_error", size=13, color=t.error, align="end")
            error.padding, error.on_click = pad(8, 2), lambda: self._retry(message)
            parts.append(error)
        elif newest and not incoming:
            parts.append(Icon("check", id="thread_success", size=14, color=t.muted, align="end", margin=pad(8, 2)))
        column = Column(parts, width=MATCH, class_name="android.widget.RelativeLayout")
        return Stack(
            [column],
            id="thread_message_holder",
            class_name="android.view.ViewGroup",
            width=MATCH,
            padding=pad(12, 3, left=12 if incoming else 72, right=72 if incoming else 12),
        )

    def _retry(self, message: Message) -> None:
        self.app.provider.resend(message.id)

    def _select(self, message: Message) -> None:
        self.selected ^= {message.id}
        self.ctx.invalidate()

    def _unselect(self) -> None:
        self.selected.clear()
        self.ctx.invalidate()

    def _selection_bar(self, messages: Sequence[Message]) -> Widget:
        chosen = [m for m in messages if m.id in self.selected]
        actions = [
            Item(title="Delete", id="cab_delete", icon="delete", action=lambda: self._ask_delete_messages(chosen))
        ]
        if len(chosen) == 1:
            copy = Item(
                title="Copy to clipboard", id="cab_copy_to_clipboard", icon="copy", action=lambda: self._copy(chosen[0])
            )
            share = Item(title="Share", id="cab_share", icon="share", action=lambda: self._share(chosen[0]))
            actions = [copy, share, *actions]
        return toolbar(
            self.t,
            f"{len(self.selected)} / {len(messages)}",
            up=self._unselect,
            up_desc="Done",
            actions=actions,
            overflow=lambda: self._selection_menu(messages, chosen),
            id="action_mode_bar",
        )

    def _selection_menu(self, messages: Sequence[Message], chosen: Sequence[Message]) -> None:
        items = [Item(title="Select all", id="cab_select_all", action=lambda: self._select_all(messages))]
        if len(chosen) == 1:
            items.insert(0, Item(title="Forward", id="cab_forward_message", action=lambda: self._share(chosen[0])))
        self.menu(items)

    def _select_all(self, messages: Sequence[Message]) -> None:
        self.selected = {m.id for m in messages}
        self.ctx.invalidate()

    def _copy(self, message: Message) -> None:
        self.ctx.copy(message.body)
        self.ctx.toast("Value copied to clipboard")
        self._unselect()

    def _share(self, message: Message) -> None:
        self._unselect()
        extras = {"android.intent.extra.TEXT": message.body}
        self._start(Intent(action="android.intent.action.SEND", mime_type="text/plain", extras=extras))

    def _ask_delete_messages(self, chosen: Sequence[Message]) -> None:
        def delete() -> None:
            for message in chosen:
                self.app.conversations.delete_message(message.id)
            self._unselect()

        noun = "1 message" if len(chosen) == 1 else f"{len(chosen)} messages"
        self._confirm(f"Are you sure you want to delete {noun}?", delete)

    # The reply field

    def _bottom(self) -> Widget:
        t = self.t
        field = TextField(
            self.line, id="thread_type_message", hint="Type a message…", look="plain", weight=1, size=16, max_lines=5,
            color=t.text, accent=t.primary, hint_color=t.muted, padding=pad(14, 10), fill=Fill(t.raised, radius=22),
        )  # fmt: skip
        ready = bool(self.line.text.strip())
        attach = icon_button(
            "attach", "Attachment", self._attach, id="thread_add_attachment", class_name="android.widget.ImageView"
        )
        send = Button("SMS", t, id="thread_send_message", desc="OK", on_click=self._send if ready else None)
        send.enabled, send.icon = ready, "send"
        send.padding = pad(10, 4)
        return Row(
            [attach, field, send], id="message_holder", class_name="android.view.ViewGroup", width=MATCH,
            padding=pad(4, 8), cross="end",
        )  # fmt: skip

    def _attach(self) -> None:
        self.ctx.toast("There is nothing to attach on this phone")

    def _send(self) -> None:
        text = self.line.text.strip()
        self.line.load("")
        self.app.provider.send(self.address, text)
        self.thread = self.app.messages.thread_of(self.address)
        self.list_scroll.to_end = True
        self.ctx.invalidate()
