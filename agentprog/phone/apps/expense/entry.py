"""The entry form."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, date, datetime
from functools import partial

from agentprog.phone.apps.expense.store import CATEGORIES, Expense, ExpenseActivity, category, cents
from agentprog.phone.widgets.bars import Item, toolbar
from agentprog.phone.widgets.base import MATCH, Fill, Widget, pad
from agentprog.phone.widgets.controls import Button, Icon, Text
from agentprog.phone.widgets.edit import TextField
from agentprog.phone.widgets.layout import Column, Row, Stack
from agentprog.phone.widgets.overlay import Overlay
from agentprog.phone.widgets.pickers import DatePicker
from agentprog.phone.widgets.scroll import HorizontalScroll, ScrollView
from agentprog.phone.widgets.states import EditState, ScrollState


class ExpenseEntry:
    """A new expense, or a change to one."""

    def __init__(self, screen: ExpenseActivity, expense: Expense | None) -> None:
        self._screen = screen
        self._old = expense
        now = screen.ctx.now_ms()
        self._expense = expense or Expense(created=now, modified=now)
        self.name = EditState(text=self._expense.name)
        amount = f"{self._expense.amount / 100:.2f}" if expense else ""
        self.amount = EditState(text=amount, input_type="decimal")
        self.note = EditState(text=self._expense.note, multi_line=True, action=0)
        self.error = ""
        self.locked = False
        self.scroller, self.chips = ScrollState(), ScrollState(axis="horizontal")

    def build(self) -> Widget:
        t = self._screen.t
        when = self._expense.when
        actions = [
            Item(title="Time", id="time", icon="clock", action=self._pick_time),
            Item(title="Calendar", id="calendar", icon="calendar", action=self._pick_date),
        ]
        bar = toolbar(
            t,
            "Update Data" if self._old else "Expense Entry",
            up=self._screen.leave,
            up_icon="close",
            up_desc="",
            actions=actions,
            subtitle=f"{when:%b} {when.day}, {when.year}  {when:%H:%M}",
        )
        body = Column(
            [
                self._field(self.name, "edt_name", "Name"),
                self._field(self.amount, "edt_amount", "Amount"),
                Text("Categories", id="tv_category", size=14, color=t.muted, padding=pad(20, 10)),
                self._categories(),
                self._field(self.note, "edt_note", "Note"),
                self._bottom(),
            ],
            width=MATCH,
        )
        return Column([bar, ScrollView(body, scroll=self.scroller, weight=1, id="sv_entry")])

    def _field(self, state: EditState, name: str, hint: str) -> Widget:
        t = self._screen.t
        field = TextField(state, id=name, hint=hint, look="box", size=17, color=t.text, accent=t.primary)
        field.margin, field.hint_color = pad(20, 8), t.muted
        if name == "edt_amount":
            field.error = self.error
        if name == "edt_note":
            field.min_lines = 3
        return field

    def _categories(self) -> Widget:
        chosen = self._expense.category
        order = [category(chosen), *(c for c in CATEGORIES if c[0] != chosen)]
        cards: list[Widget] = [self._card(*c, chosen=c[0] == chosen) for c in order]
        row = Row(cards, gap=10, padding=pad(20, 6))
        return HorizontalScroll(
            row, scroll=self.chips, id="rv_category", class_name="androidx.recyclerview.widget.RecyclerView"
        )

    def _card(self, number: int, name: str, icon: str, *, chosen: bool) -> Widget:
        t = self._screen.t
        ink = t.on_primary if chosen else t.text
        symbol = Icon(icon, id="iv_category", size=24, color=ink, align="center")
        label = Text(name, id="tv_name", size=13, color=ink, align="center")
        return Column(
            [symbol, label], id="cd_category", class_name="android.widget.FrameLayout", width=112, height=76, gap=6,
            pack="center", fill=Fill(t.primary if chosen else t.raised, radius=12), checkable=True, checked=chosen,
            selected=chosen, on_click=partial(self._choose, number),
        )  # fmt: skip

    def _choose(self, number: int) -> None:
        self._expense = replace(self._expense, category=number)
        self.chips.offset = 0
        self._screen.ctx.invalidate()

    def _bottom(self) -> Widget:
        t = self._screen.t
        label = "Update" if self._old else "Next" if self.locked else "Save"
        save = Button(label, t, kind="filled", id="btn_save", on_click=self._save, weight=1, min_height=56)
        lock = Stack(
            [
                Icon(
                    "lock",
                    id="imv_lock",
                    color=t.on_primary if self.locked else t.muted,
                    align="center",
                    align_vertical="center",
                )
            ],
            id="cv_lock",
            width=56,
            height=52,
            fill=Fill(t.primary if self.locked else t.raised, radius=12),
            on_click=self._toggle_lock,
        )
        parts: list[Widget] = [save] if self._old else [lock, save]
        return Row(parts, width=MATCH, gap=12, padding=pad(20, 16))

    def _toggle_lock(self) -> None:
        self.locked = not self.locked
        self._screen.ctx.invalidate()

    def _pick_date(self) -> None:
        def done(day: date) -> None:
            self._move(datetime.combine(day, self._expense.when.time(), UTC))

        picker = DatePicker(theme=self._screen.t, value=self._expense.when.date(), done=done)
        overlay = self._screen.show(Overlay(content=picker.build, max_width=340))
        picker.close = lambda: self._screen.close(overlay)

    def _pick_time(self) -> None:
        def done(hour: int, minute: int) -> None:
            self._move(self._expense.when.replace(hour=hour, minute=minute))

        when = self._expense.when
        self._screen.ask_time(when.hour, when.minute, done)

    def _move(self, when: datetime) -> None:
        self._expense = replace(self._expense, modified=int(when.timestamp() * 1000))
        self._screen.ctx.invalidate()

    def _save(self) -> None:
        amount = cents(self.amount.text)
        if amount is None:
            self.error = "Cost is Empty"
            self._screen.ctx.invalidate()
            return
        self._screen.app.store.save(
            replace(self._expense, name=self.name.text.strip(), amount=amount, note=self.note.text.strip())
        )
        if self.locked:
            self._screen.snack("Saved!")
            for state in (self.name, self.amount, self.note):
                state.load("")
            self.error = ""
            return
        self._screen.leave()
        self._screen.snack("Data Updated!" if self._old else "Saved!")
