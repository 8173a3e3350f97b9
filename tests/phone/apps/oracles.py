"""What a perfect agent does in the six benchmark apps: add, edit, find, delete, by taps and typing.

Every oracle drives a stock uiautomator2 device and looks only at what a client sees. Nothing here reads the phone's
storage: that is left to who judges.
"""

from __future__ import annotations

import re
from typing import Any

WAIT = 8.0
_EDITOR = {"className": "android.widget.EditText"}


class Oracle:
    """Fingers on one app. `ui` is a stock uiautomator2 device."""

    package = ""

    def __init__(self, ui: Any) -> None:
        self.ui = ui

    def open(self) -> None:
        self.ui.app_start(self.package, stop=True)
        assert self.ui(packageName=self.package).wait(timeout=WAIT)

    def id(self, name: str, **more: Any) -> Any:
        return self.ui(resourceId=f"{self.package}:id/{name}", **more)

    def tap(self, target: Any) -> None:
        target.click(timeout=WAIT)

    def hold(self, target: Any) -> None:
        target.long_click(timeout=WAIT)

    def write(self, target: Any, text: str) -> None:
        """Tap a field and type over what it holds. The client's own input method draws no keys that could cover it."""
        self.tap(target)
        self.ui.send_keys(text, clear=True)

    def scroll_to(self, **selector: Any) -> Any:
        """Scroll down until something is in sight or the end is reached; it may be in sight already."""
        wanted, seen = self.ui(**selector), ""
        while not wanted.exists and (shown := self.ui.dump_hierarchy()) != seen:
            seen = shown
            self.ui.swipe(0.5, 0.7, 0.5, 0.35, duration=0.15)
        return wanted

    def back_until(self, target: Any) -> None:
        for _ in range(4):
            if target.wait(timeout=1):
                return
            self.ui.press("back")
        assert target.wait(timeout=WAIT), f"back does not lead to {target.selector}"


class Contacts(Oracle):
    package = "com.google.android.contacts"

    def add(self, first: str, last: str, number: str) -> None:
        self.open()
        self.tap(self.id("floating_action_button"))
        for hint, value in (("First name", first), ("Last name", last), ("Phone", number)):
            self.write(self.ui(text=hint, **_EDITOR), value)
        self.tap(self.ui(text="Save"))
        assert self.id("large_title").wait(timeout=WAIT)

    def find(self, name: str) -> bool:
        """By the search of the list; leaves the detail open when there is one."""
        self.open()
        self.tap(self.id("open_search_bar"))
        self.ui.send_keys(name, clear=True)
        row = self.ui(description=name, className="android.widget.TextView")
        if not row.wait(timeout=2):
            return False
        row.click()
        return bool(self.id("large_title", text=name).wait(timeout=WAIT))

    def edit(self, name: str, *, number: str) -> None:
        assert self.find(name)
        shown = self.id("header").get_text()
        self.tap(self.id("menu_insert_or_edit"))
        self.write(self.ui(text=shown, **_EDITOR), number)
        self.tap(self.ui(text="Save"))
        assert self.id("large_title").wait(timeout=WAIT)

    def delete(self, name: str) -> None:
        assert self.find(name)
        self.tap(self.ui(description="More options"))
        self.tap(self.ui(text="Delete"))
        self.tap(self.ui(resourceId="android:id/button1"))
        assert self.id("large_title").wait_gone(timeout=WAIT)


class Messages(Oracle):
    """A text that was sent cannot be changed: editing is leaving a draft and sending another text."""

    package = "com.simplemobiletools.smsmessenger"

    def add(self, number: str, body: str) -> None:
        self.open()
        self.tap(self.id("conversations_fab"))
        self.write(self.id("new_conversation_address"), number)
        self.tap(self.id("new_conversation_confirm"))
        self._send(body)

    def _send(self, body: str) -> None:
        self.write(self.id("thread_type_message"), body)
        self.tap(self.id("thread_send_message"))
        self.id("thread_sending").wait_gone(timeout=WAIT)
        assert self.id("thread_message_body", text=body).wait(timeout=WAIT)

    def find(self, body: str) -> bool:
        self.open()
        self.tap(self.id("top_toolbar_search"))
        self.ui.send_keys(body, clear=True)
        return bool(self.id("search_result_snippet", textContains=body).wait(timeout=2))

    def edit(self, body: str, *, draft: str, final: str) -> None:
        """Opens the conversation of a text, leaves a draft, comes back, replaces and sends it."""
        assert self.find(body)
        self.tap(self.id("search_result_snippet", textContains=body))
        self.write(self.id("thread_type_message"), draft)
        self.back_until(self.id("conversations_fab"))
        self.tap(self.id("conversation_body_short", text=draft))
        self._send(final)
        self.back_until(self.id("conversations_fab"))

    def delete(self, body: str) -> None:
        """The whole conversation whose last text this is."""
        self.open()
        self.hold(self.id("conversation_body_short", text=body))
        self.tap(self.id("cab_delete"))
        self.tap(self.ui(text="Yes"))
        assert self.id("conversation_body_short", text=body).wait_gone(timeout=WAIT)


class Markor(Oracle):
    package = "net.gsantner.markor"

    def _row(self, name: str) -> Any:
        return self.scroll_to(resourceId=f"{self.package}:id/opoc_filesystem_item__title", text=name)

    def _leave(self) -> None:
        self.back_until(self.id("fab_add_new_item"))

    def add(self, name: str, text: str) -> None:
        self.open()
        stem, dot, extension = name.rpartition(".")
        self.tap(self.id("fab_add_new_item"))
        self.write(self.id("new_file_dialog__name"), stem)
        self.write(self.id("new_file_dialog__ext"), dot + extension)
        self.tap(self.ui(resourceId="android:id/button1"))
        self.write(self.id("document__fragment__edit__highlighting_editor"), text)
        self._leave()

    def find(self, name: str) -> bool:
        self.open()
        return bool(self._row(name).exists)

    def edit(self, name: str, text: str, *, new_name: str) -> None:
        """Replace the whole content, then rename."""
        self.open()
        self.tap(self._row(name))
        self.write(self.id("document__fragment__edit__highlighting_editor"), text)
        self._leave()
        self.hold(self._row(name))
        self.tap(self.id("action_rename_selected_item"))
        self.write(self.id("new_name"), new_name)
        self.tap(self.ui(resourceId="android:id/button1"))
        assert self._row(new_name).wait(timeout=WAIT)

    def delete(self, name: str) -> None:
        self.open()
        self.hold(self._row(name))
        self.tap(self.id("action_delete_selected_items"))
        self.tap(self.ui(resourceId="android:id/button1"))
        assert self.ui(text=name).wait_gone(timeout=WAIT)


class Calendar(Oracle):
    package = "com.simplemobiletools.calendar.pro"

    def add(self, title: str, *, day: str, hour: int, minutes: int, description: str = "") -> None:
        """An event on a day (`20 October 2023`, in the month shown), from a full hour on, for less than an hour."""
        self.open()
        self.tap(self.id("calendar_fab"))
        self.tap(self.id("fab_event_label"))
        self.write(self.id("event_title"), title)
        self.write(self.id("event_description"), description)
        self.tap(self.id("event_start_date"))
        self.tap(self.ui(description=day))
        self.tap(self.ui(text="OK"))
        self._time("event_start_time", hour, 0)
        self._time("event_end_time", hour, minutes)
        self.tap(self.id("save"))
        assert self.id("calendar_fab").wait(timeout=WAIT)

    def _time(self, field: str, hour: int, minutes: int) -> None:
        """By typing: the dial of the clock has every fifth minute only."""
        self.tap(self.id(field))
        self.tap(self.id("material_timepicker_mode_button"))
        self.write(self.id("material_hour_text_input"), str(hour))
        self.write(self.id("material_minute_text_input"), f"{minutes:02d}")
        self.tap(self.ui(text="OK"))

    def find(self, title: str) -> bool:
        self.open()
        self.tap(self.id("top_toolbar_search"))
        self.ui.send_keys(title, clear=True)
        return bool(self.id("event_item_title", text=title).wait(timeout=2))

    def edit(self, title: str, *, location: str) -> None:
        assert self.find(title)
        self.tap(self.id("event_item_title", text=title))
        self.write(self.id("event_location"), location)
        self.tap(self.id("save"))
        assert self.id("event_location").wait_gone(timeout=WAIT)

    def delete(self, title: str) -> None:
        assert self.find(title)
        self.tap(self.id("event_item_title", text=title))
        self.tap(self.id("delete"))
        self.tap(self.ui(text="Yes"))
        assert self.id("event_toolbar").wait_gone(timeout=WAIT)


class Expenses(Oracle):
    package = "com.arduia.expense"

    def add(self, name: str, amount: str, category: str, note: str) -> None:
        self.open()
        self.tap(self.id("fb_main_add"))
        for field, value in (("edt_name", name), ("edt_amount", amount), ("edt_note", note)):
            self.write(self.id(field), value)
        self.tap(self._category(category))
        self.tap(self.id("btn_save"))
        assert self.id("snackbar_text").wait(timeout=WAIT)

    def _category(self, name: str) -> Any:
        """The row of categories is dragged sideways until the one wanted is whole in sight."""
        wanted = self.ui(text=name)
        left, top, right, bottom = self.id("rv_category").bounds()
        for _ in range(8):
            if wanted.exists and wanted.bounds()[2] < right - 8:
                break
            self.ui.swipe(right - 200, (top + bottom) // 2, left + 300, (top + bottom) // 2, duration=0.4)
        return wanted

    def _logs(self) -> None:
        self.open()
        self.tap(self.ui(className="android.widget.ImageButton", instance=0))
        self.tap(self.ui(text="Expense Logs"))
        assert self.id("rv_expense").wait(timeout=WAIT) or self.id("tv_no_expense_logs").exists

    def find(self, name: str) -> bool:
        self._logs()
        return bool(self.scroll_to(resourceId=f"{self.package}:id/tv_name", text=name).exists)

    def edit(self, name: str, *, amount: str) -> None:
        assert self.find(name)
        self.tap(self.id("tv_name", text=name))
        self.tap(self.id("btn_edit"))
        self.write(self.id("edt_amount"), amount)
        self.tap(self.id("btn_save"))
        assert self.id("edt_amount").wait_gone(timeout=WAIT)

    def delete(self, name: str) -> None:
        assert self.find(name)
        self.tap(self.id("tv_name", text=name))
        self.tap(self.id("btn_delete"))
        self.tap(self.id("btn_confirm"))
        assert self.id("tv_name", text=name).wait_gone(timeout=WAIT)


class Recipes(Oracle):
    package = "com.flauschcode.broccoli"

    def add(self, fields: dict[str, str]) -> None:
        """Fields by the end of their ids: title, description, servings, preparation_time, ingredients, directions."""
        self.open()
        self.tap(self.id("fab_recipes"))
        for name, value in fields.items():
            self.write(self.scroll_to(resourceId=f"{self.package}:id/new_{name}"), value)
        self.tap(self.id("button_save_recipe"))
        assert self.id("fab_recipes").wait(timeout=WAIT)

    def find(self, title: str) -> bool:
        self.open()
        self.tap(self.id("action_search"))
        self.ui.send_keys(re.split(r"\W", title)[0], clear=True)
        return bool(self.id("card_text_view_title", text=title).wait(timeout=2))

    def _details(self, title: str) -> None:
        assert self.find(title)
        self.tap(self.id("card_text_view_title", text=title))
        assert self.id("details_title").wait(timeout=WAIT)
        self.tap(self.ui(description="More options"))

    def edit(self, title: str, *, servings: str) -> None:
        self._details(title)
        self.tap(self.ui(text="Edit"))
        self.write(self.scroll_to(resourceId=f"{self.package}:id/new_servings"), servings)
        self.tap(self.id("button_save_recipe"))
        assert self.id("details_title").wait(timeout=WAIT)

    def delete(self, title: str) -> None:
        self._details(title)
        self.tap(self.ui(text="Delete"))
        self.tap(self.ui(resourceId="android:id/button1"))
        assert self.id("details_title").wait_gone(timeout=WAIT)
