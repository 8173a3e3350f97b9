"""The bottom sheets: detail, delete, filter."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date
from functools import partial

from agentprog.phone.apps.expense.store import Expense, ExpenseActivity, category
from agentprog.phone.widgets.base import MATCH, Fill, Widget, pad
from agentprog.phone.widgets.controls import Button, Text, Toggle, icon_button
from agentprog.phone.widgets.layout import Column, Row, Stack
from agentprog.phone.widgets.overlay import Overlay
from agentprog.phone.widgets.pickers import DatePicker


class _Sheet:
    """A bottom sheet over the one activity."""

    def __init__(self, screen: ExpenseActivity) -> None:
        self.screen = screen
        self.overlay: Overlay | None = None

    def show(self) -> None:
        self.overlay = self.screen.sheet(self._content)

    def hide(self) -> None:
        if self.overlay is not None:
            self.screen.close(self.overlay)

    def body(self) -> list[Widget]:
        raise NotImplementedError

    def _content(self) -> Widget:
        panel = Column(self.body(), width=MATCH, padding=pad(0, 12, bottom=28), absorbs=True)
        panel.fill = Fill(self.screen.t.surface, radius=24)
        return Stack([panel], id="design_bottom_sheet", width=MATCH)

    def head(self, title: str, name: str, close: str) -> Widget:
        t = self.screen.t
        button = icon_button("close", "", self.hide, id=close, class_name="android.widget.ImageView")
        return Row([Text(title, id=name, size=20, color=t.text, weight=1), button], width=MATCH, padding=pad(20, 0))


class DetailSheet(_Sheet):
    """One expense."""

    def __init__(self, screen: ExpenseActivity, expense: Expense) -> None:
        super().__init__(screen)
        self.expense = expense

    def body(self) -> list[Widget]:
        t, e = self.screen.t, self.expense
        values = (
            ("Name", "tv_name_value", e.name),
            ("Amount", "tv_amount_value", e.money),
            ("Category", "tv_category_value", category(e.category)[1]),
            ("Date", "tv_date_value", f"{e.when:%b %d, %Y %H:%M}"),
            ("Note", "tv_note_value", e.note),
        )
        rows: list[Widget] = [self.head("Expense Detail", "tv_expense_detail", "btn_close")]
        for label, name, value in values:
            cells: list[Widget] = [Text(label, size=14, color=t.muted, width=100)]
            cells.append(Text(value, id=name, size=16, color=t.text, weight=1))
            rows.append(Row(cells, width=MATCH, padding=pad(20, 8)))
        delete = icon_button(
            "delete", "", self._delete, id="btn_delete", class_name="android.widget.ImageButton", color=t.error
        )
        edit = Button("Edit", t, kind="filled", id="btn_edit", on_click=self._edit, weight=1)
        rows.append(Row([delete, edit], width=MATCH, gap=12, padding=pad(20, 12)))
        return rows

    def _edit(self) -> None:
        self.hide()
        self.screen.open_entry(self.expense)

    def _delete(self) -> None:
        self.hide()
        DeleteSheet(self.screen, {self.expense.id}).show()


class DeleteSheet(_Sheet):
    """The question before a deletion."""

    def __init__(self, screen: ExpenseActivity, numbers: set[int]) -> None:
        super().__init__(screen)
        self.numbers = numbers

    def body(self) -> list[Widget]:
        t = self.screen.t
        count = Text(f"{len(self.numbers)} Items", id="tv_items", size=18, color=t.error, padding=pad(20, 6))
        words = Text("will be deleted!", id="tv_delete_description", size=16, color=t.muted, padding=pad(20, 2))
        confirm = Button("Confirm", t, kind="filled", id="btn_confirm", on_click=self._confirm, width=MATCH)
        confirm.margin = pad(20, 14)
        return [self.head("Delete Items", "tv_delete_item", "imv_drop_close"), count, words, confirm]

    def _confirm(self) -> None:
        self.hide()
        self.screen.delete(self.numbers)


class FilterSheet(_Sheet):
    """The time range and order of the logs."""

    def __init__(self, screen: ExpenseActivity) -> None:
        super().__init__(screen)
        days = [e.when.date() for e in screen.app.store.all()] or [screen.ctx.now().date()]
        self.first = screen.first_day or min(days)
        self.last = screen.last_day or max(days)
        self.ascending = screen.ascending

    def body(self) -> list[Widget]:
        t = self.screen.t
        rows: list[Widget] = [self.head("Filter", "tv_filter_title", "btn_close")]
        for label, name, day, kind in (
            ("Start date", "cv_start_date", self.first, "first"),
            ("End date", "cv_end_date", self.last, "last"),
        ):
            cells: list[Widget] = [Text(label, size=15, color=t.muted, weight=1)]
            cells.append(Text(f"{day:%b %d, %Y}", size=16, color=t.text))
            card = Row(cells, id=name, class_name="android.widget.FrameLayout", width=MATCH, height=56, padding=pad(16))
            card.fill, card.margin, card.on_click = Fill(t.raised, radius=12), pad(20, 6), partial(self._pick, kind)
            rows.append(card)
        down = Toggle(t, "radio", text="Newest first", id="btn_date_order_desc", checked=not self.ascending)
        up = Toggle(t, "radio", text="Oldest first", id="btn_date_order_asc", checked=self.ascending)
        down.on_click, up.on_click = partial(self._order, False), partial(self._order, True)
        down.weight = up.weight = 1
        rows.append(Row([down, up], width=MATCH, padding=pad(20, 10)))
        apply = Button("Apply Filter", t, kind="filled", id="btn_apply_filter", on_click=self._apply, width=MATCH)
        apply.margin = pad(20, 10)
        rows.append(apply)
        return rows

    def _order(self, ascending: bool) -> None:
        self.ascending = ascending

    def _pick(self, kind: str) -> None:
        def done(day: date) -> None:
            setattr(self, kind, day)
            self.screen.ctx.invalidate()

        value: date = getattr(self, kind)
        picker = DatePicker(theme=self.screen.t, value=value, done=done)
        overlay = self.screen.show(Overlay(content=picker.build, max_width=340))
        close: Callable[[], object] = partial(self.screen.close, overlay)
        picker.close = close

    def _apply(self) -> None:
        self.hide()
        self.screen.first_day, self.screen.last_day = self.first, self.last
        self.screen.ascending = self.ascending
        self.screen.ctx.invalidate()
