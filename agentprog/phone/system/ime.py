"""Input methods and the editor they serve."""

from __future__ import annotations

from agentprog.phone.records import EditorInfo, ImeInfo
from agentprog.phone.system.inside import System
from agentprog.phone.widgets.states import DONE, NEXT, EditState

Names = list[str]


class ImeManager:
    """The installed, enabled and selected input methods, and whether the keyboard is shown."""

    def __init__(self, phone: System) -> None:
        self._phone = phone
        self._own = phone.profile.keyboard
        self._served = False
        self.shift = False
        self.page = "letters"
        self.reveal: EditState | None = None

    # The facade's Ime

    def list(self) -> tuple[ImeInfo, ...]:
        labels = {self._own.id: self._own.label, **self._phone.package_manager.input_methods()}
        enabled, selected = self._enabled(), self.selected
        return tuple(
            ImeInfo(id=n, package=n.split("/")[0], label=label, enabled=n in enabled, selected=n == selected)
            for n, label in labels.items()
        )

    def _enabled(self) -> Names:
        return [
            n for n in (self._phone.settings.get("secure", "enabled_input_methods") or self._own.id).split(":") if n
        ]

    @property
    def selected(self) -> str:
        return self._phone.settings.get("secure", "default_input_method") or self._own.id

    def enable(self, ime: str, *, enabled: bool = True) -> bool:
        if all(known.id != ime for known in self.list()):
            return False
        names = [n for n in self._enabled() if n != ime] + ([ime] if enabled else [])
        self._phone.settings.put("secure", "enabled_input_methods", ":".join(names))
        if not enabled and self.selected == ime:
            self._phone.settings.put("secure", "default_input_method", names[0] if names else self._own.id)
        self._phone.invalidate()
        return True

    def select(self, ime: str) -> bool:
        if ime not in self._enabled() or all(known.id != ime for known in self.list()):
            return False
        self._phone.settings.put("secure", "default_input_method", ime)
        self._phone.invalidate()
        return True

    def forget(self, package: str) -> None:
        """Remove the input methods of a removed package."""
        names = [n for n in self._enabled() if n.partition("/")[0] != package]
        if len(names) < len(self._enabled()):
            self._phone.settings.put("secure", "enabled_input_methods", ":".join(names))
        if self.selected.partition("/")[0] == package:
            self._phone.settings.put("secure", "default_input_method", self._own.id)

    def shown(self) -> bool:
        self._phone.settle()
        return self._served and self.editor() is not None

    def draws_keys(self) -> bool:
        return self._served and self.selected == self._own.id and self.editor() is not None

    def hide(self) -> bool:
        was_shown = self.shown()
        self.dismiss()
        return was_shown

    def show(self) -> bool:
        edit = self.editor()
        if edit is not None:
            self.serve(edit)
        return edit is not None

    # What the system calls

    def editor(self) -> EditState | None:
        """The field that has the input focus."""
        return self._phone.window_manager.focused_edit()

    def serve(self, edit: EditState) -> None:
        """A field asks for the keyboard, which may appear with a delay."""
        self.shift, self.page = False, "letters"
        late = float(self._phone.knobs["keyboard_seconds"])
        if late and not self._served:
            self._phone.clock.after(late, lambda: self._appear(edit))
        else:
            self._appear(edit)

    def _appear(self, edit: EditState) -> None:
        if self.editor() is edit:
            self._served, self.reveal = True, edit
            self._phone.invalidate()

    def dismiss(self) -> None:
        self._served = False
        self._phone.invalidate()


class Editor:
    """The input connection to the focused editor."""

    def __init__(self, phone: System) -> None:
        self._phone = phone

    def _edit(self) -> EditState | None:
        self._phone.settle()
        return self._phone.ime_manager.editor()

    def focused(self) -> EditorInfo | None:
        edit = self._edit()
        if edit is None:
            return None
        widget = self._phone.window_manager.widget_of(edit)
        return EditorInfo(
            package=self._phone.window_manager.focused_package(),
            text=edit.text,
            hint=widget.hint if widget else "",
            input_type=edit.input_type,
            multi_line=edit.multi_line,
            selection=(edit.start, edit.end),
        )

    def commit(self, text: str) -> bool:
        edit = self._edit()
        if edit is None:
            return False
        edit.insert(text)
        self._phone.invalidate()
        return True

    def replace(self, text: str) -> bool:
        edit = self._edit()
        if edit is None:
            return False
        edit.replace(text)
        self._phone.invalidate()
        return True

    def delete(self, before: int, after: int = 0) -> bool:
        edit = self._edit()
        if edit is None:
            return False
        edit.delete(before, after)
        self._phone.invalidate()
        return True

    def action(self, code: int | None = None) -> bool:
        edit = self._edit()
        if edit is None:
            return False
        if code is None:
            code = self.wanted(edit)
        if code == NEXT:
            self._to_next(edit)
        else:
            if edit.on_action is not None:
                edit.on_action(code)
            if code:
                self._phone.ime_manager.dismiss()
        self._phone.invalidate()
        return True

    def wanted(self, edit: EditState) -> int:
        """The action of the enter key: DONE becomes NEXT while a field follows, as Android decides."""
        if edit.action == DONE and self._phone.window_manager.edit_after(edit) is not None:
            return NEXT
        return edit.action

    def _to_next(self, edit: EditState) -> None:
        following = self._phone.window_manager.edit_after(edit)
        if following is None:
            self._phone.ime_manager.dismiss()
        else:
            self._phone.window_manager.focus(following)

    def enter(self) -> bool:
        """The enter key: a new line in a text area, else the editor's action."""
        edit = self._edit()
        if edit is None:
            return False
        if edit.multi_line:
            edit.insert("\n")
            self._phone.invalidate()
            return True
        return self.action(None)
