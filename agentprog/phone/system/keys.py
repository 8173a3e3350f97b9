"""Keys: hardware ones, those of a program, and the soft keyboard's."""

from __future__ import annotations

from collections.abc import Callable

from agentprog.phone.kernel.keycodes import CODES, CTRL, character, code_of
from agentprog.phone.system.inside import System
from agentprog.phone.widgets.states import EditState


class Keys:
    """Sends a key to its receiver: the system, the editor, or the app in front."""

    def __init__(self, phone: System) -> None:
        self._phone = phone

    def press(self, key: int | str, *, meta: int = 0, long: bool = False) -> bool:
        self._phone.settle()
        code = code_of(key)
        if code is None:
            return False
        system = self._system().get(code)
        if system is not None:
            system()
        elif self._phone.power.awake and not self._phone.power.locked:
            self._to_editor(code, meta)
        if code == CODES["POWER"] and long:
            self._phone.power.wake()
        self._phone.invalidate()
        return True

    def _system(self) -> dict[int, Callable[[], object]]:
        power = self._phone.power
        return {
            CODES["HOME"]: self._home,
            CODES["BACK"]: self._back,
            CODES["ESCAPE"]: self._back,
            CODES["APP_SWITCH"]: self._recents,
            CODES["POWER"]: lambda: power.sleep() if power.awake else power.wake(),
            CODES["WAKEUP"]: power.wake,
            CODES["SLEEP"]: power.sleep,
            CODES["NOTIFICATION"]: self._phone.notifications.open_shade,
        }

    def _active(self) -> bool:
        return self._phone.power.awake and not self._phone.power.locked

    def _home(self) -> None:
        if not self._active():
            return
        self._phone.notifications.close_shade()
        self._phone.leave_system_screens()
        self._phone.activities.go_home()

    def _back(self) -> None:
        phone = self._phone
        if not self._active():
            return
        if phone.notifications.shade:
            phone.notifications.close_shade()
        elif phone.text_menu.close():
            return
        elif phone.ime_manager.draws_keys():
            phone.ime_manager.dismiss()
        elif phone.stage.dialogs:
            phone.stage.dismiss_top()
        else:
            phone.ime_manager.dismiss()
            phone.activities.back()

    def _recents(self) -> None:
        if self._active():
            self._phone.notifications.close_shade()
            self._phone.show_recents()

    def _to_editor(self, code: int, meta: int) -> None:
        edit = self._phone.ime_manager.editor()
        if edit is None:
            return
        clipboard = self._phone.clipboard
        selected = edit.text[min(edit.start, edit.end) : max(edit.start, edit.end)]
        if meta & CTRL and code in (29, 31, 50, 52):
            code = {29: -1, 31: CODES["COPY"], 50: CODES["PASTE"], 52: CODES["CUT"]}[code]
        actions: dict[int, Callable[[], object]] = {
            -1: edit.select_all,
            CODES["ENTER"]: self._phone.editor.enter,
            CODES["NUMPAD_ENTER"]: self._phone.editor.enter,
            CODES["DEL"]: lambda: edit.delete(1),
            CODES["FORWARD_DEL"]: lambda: edit.delete(0, 1),
            CODES["TAB"]: lambda: self._phone.editor.action(5),
            CODES["DPAD_LEFT"]: lambda: edit.move(-1),
            CODES["DPAD_RIGHT"]: lambda: edit.move(1),
            CODES["MOVE_HOME"]: lambda: edit.move(-len(edit.text)),
            CODES["MOVE_END"]: edit.end_of_text,
            CODES["PASTE"]: lambda: edit.insert(clipboard.get() or ""),
            CODES["COPY"]: lambda: clipboard.set(selected),
            CODES["CUT"]: lambda: self._cut(edit, selected),
        }
        action = actions.get(code)
        if action is not None:
            action()
        else:
            typed = character(code, meta)
            if typed:
                edit.insert(typed)

    def _cut(self, edit: EditState, selected: str) -> None:
        self._phone.clipboard.set(selected)
        edit.insert("")

    def type(self, text: str) -> bool:
        self._phone.settle()
        edit = self._phone.ime_manager.editor()
        if edit is None or not self._active():
            return False
        for part in text.splitlines(keepends=True):
            edit.insert(part.rstrip("\r\n"))
            if part.endswith("\n"):
                self._phone.editor.enter()
                edit = self._phone.ime_manager.editor()
                if edit is None:
                    break
        self._phone.invalidate()
        return True

    def soft_key(self, key: str) -> None:
        """A key of the soft keyboard."""
        ime, edit = self._phone.ime_manager, self._phone.ime_manager.editor()
        if edit is None:
            return
        if key == "shift":
            ime.shift = not ime.shift
        elif key == "delete":
            edit.delete(1)
        elif key == "enter":
            self._phone.editor.enter()
        elif key == "page":
            ime.page = "symbols" if ime.page == "letters" else "letters"
        elif key == "more":
            ime.page = "more" if ime.page == "symbols" else "symbols"
        elif key == "hide":
            ime.dismiss()
        else:
            edit.insert(key.upper() if ime.shift else key)
            ime.shift = False
        self._phone.invalidate()
