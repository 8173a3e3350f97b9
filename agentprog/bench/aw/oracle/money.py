"""Pro Expense by hand."""

from __future__ import annotations

from collections.abc import Sequence

from agentprog.bench.aw.holdings import Expense
from agentprog.bench.aw.oracle.hand import Hand, OracleLost
from agentprog.bench.aw.tasks.expenses import CATEGORIES

EXPENSE = "com.arduia.expense"
_MOST_CHIPS = 14


def add(hand: Hand, expense: Expense) -> None:
    hand.open(EXPENSE)
    hand.tap(id="fb_main_add")
    hand.write(expense.name, id="edt_name")
    hand.write(f"{expense.cents / 100:.2f}", id="edt_amount")
    hand.write(expense.note, id="edt_note")
    hand.leave_keyboard()
    _choose(hand, CATEGORIES[expense.category])
    hand.tap(id="btn_save")
    hand.await_("Saved!")


def _choose(hand: Hand, category: str) -> None:
    """Choose a category: scroll the row to its left end, then try chip by chip."""
    bounds = hand.await_(id="rv_category").info["bounds"]
    middle = (bounds["top"] + bounds["bottom"]) // 2
    left, right = bounds["left"] + 150, bounds["right"] - 150
    for _ in range(_MOST_CHIPS):
        if hand.sees(category):
            hand.tap(category)
            return
        hand.device.swipe(right, middle, left, middle, duration=0.5)
    raise OracleLost(f"no category {category}")


def open_logs(hand: Hand) -> None:
    hand.open(EXPENSE)
    hand.scroll_to("More").click()
    hand.await_("Expense Logs")


def delete(hand: Hand, names: Sequence[str]) -> None:
    """Delete expenses from the newest to the oldest, scrolling down once."""
    left = set(names)
    open_logs(hand)
    while left:
        shown = [name for name in hand.texts("tv_name") if name in left]
        if not shown:
            before = hand.device.dump_hierarchy()
            hand.swipe(0.5, 0.75, 0.5, 0.4)
            if hand.device.dump_hierarchy() == before:
                raise OracleLost(f"not among the expenses: {', '.join(left)}")
            continue
        hand.hold(shown[0])
        for name in shown[1:]:
            hand.tap(name)
        _confirm(hand)
        left -= set(shown)


def delete_one_of_two(hand: Hand, name: str) -> None:
    open_logs(hand)
    hand.scroll_to(name)[0].long_click(duration=0.8)
    _confirm(hand)


def delete_twin(hand: Hand, twin: Expense) -> None:
    """Delete one of the expenses with that name and amount: the first while scrolling down."""
    amount = f"{twin.cents / 100:,.2f}" if twin.cents % 100 else f"{twin.cents // 100:,}"
    amount = f"{'+' if CATEGORIES[twin.category] == 'Income' else '-'} {amount}"
    open_logs(hand)
    hand.await_(id="rv_expense")
    while (row := hand.row("cd_expense", twin.name, amount)) is None:
        before = hand.device.dump_hierarchy()
        hand.swipe(0.5, 0.7, 0.5, 0.45)
        if hand.device.dump_hierarchy() == before:
            raise OracleLost(f"no expense {twin.name} of {amount}")
    hand.device.long_click(*row, duration=0.8)
    _confirm(hand)


def details(hand: Hand, name: str) -> tuple[float, str]:
    """Amount and category of an expense, from its page."""
    open_logs(hand)
    hand.scroll_to(name, id="tv_name").click()
    amount = str(hand.await_(id="tv_amount_value").info["text"]).strip("+- ").replace(",", "")
    return float(amount), str(hand.await_(id="tv_category_value").info["text"])


def _confirm(hand: Hand) -> None:
    hand.tap(desc="Delete")
    hand.tap("Confirm")
    hand.until(lambda: not hand.sees(id="btn_confirm") and not hand.sees(id="delete"), "the expenses to go")
    hand.until(lambda: not hand.sees(id="snackbar_text"), "the message over the last rows to go")
