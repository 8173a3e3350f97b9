"""The window manager: the windows, laid out from bottom to top, and the input focus."""

from __future__ import annotations

from collections.abc import Iterator

from agentprog.phone.apps.base import Activity
from agentprog.phone.records import Rect, WindowInfo, WindowKind
from agentprog.phone.render.canvas import Canvas, DisplayList
from agentprog.phone.system import keyboard, systemui
from agentprog.phone.system.inside import TEXT_MENU_TITLE, StackEntry, System, Window
from agentprog.phone.system.locale import mirror
from agentprog.phone.widgets.base import MATCH, Fill, Metrics, Widget, pad
from agentprog.phone.widgets.controls import DEFAULT_ICON_COLOR, Icon, Text
from agentprog.phone.widgets.edit import TextField
from agentprog.phone.widgets.layout import Column, Stack
from agentprog.phone.widgets.overlay import Overlay
from agentprog.phone.widgets.states import EditState, ScrollState
from agentprog.phone.widgets.theme import LIGHT, Theme

_KEYBOARD_DP = 268


class WindowManager:
    """Lays out when somebody looks, if something may have changed."""

    def __init__(self, phone: System) -> None:
        self._phone = phone
        self._dirty = True
        self._windows: list[Window] = []
        self._scrolls: list[ScrollState] | None = None
        self._keyboard: tuple[object, Widget] | None = None

    def invalidate(self) -> None:
        self._dirty = True

    def metrics(self) -> Metrics:
        scale = float(self._phone.settings.get("system", "font_scale") or 1.0)
        return Metrics(self._phone.display.info.density, scale)

    def screen_rect(self) -> Rect:
        info = self._phone.display.info
        return Rect(0, 0, info.width, info.height)

    def windows(self) -> list[Window]:
        """The windows, from bottom to top."""
        if self._dirty:
            self._dirty = False
            self._windows = self._layout()
            if self._reveal():
                self._windows = self._layout()
            self._scrolls = None
        return self._windows

    def scrolls(self) -> list[ScrollState]:
        """The positions of all lists of the last layout, without a new layout."""
        if self._scrolls is None:
            widgets = (widget for window in self._windows for widget in window.root.walk())
            self._scrolls = [widget.scroll for widget in widgets if widget.scroll is not None]
        return self._scrolls

    # Layout

    def _layout(self) -> list[Window]:
        phone, m, screen = self._phone, self.metrics(), self.screen_rect()
        if not phone.power.awake:
            return []
        found: list[Window] = []
        if phone.power.locked:
            found.append(self._system(WindowKind.KEYGUARD, systemui.keyguard(phone), screen, "NotificationShade"))
        else:
            found += self._app_windows(m, screen)
            found += [self._overlay(o, p, m, self._room(m), "android") for p, o in phone.stage.dialogs]
            found += self._ime_window(m, screen)
        found += self._toast_windows(m, screen)
        if phone.notifications.shade:
            found.append(self._system(WindowKind.SHADE, systemui.shade(phone), screen, "NotificationShade"))
        found += self._bars(m, screen)
        for window in found:
            self._finish(window, m)
        return [*found, *self._text_menu(found, m, screen)]

    def _text_menu(self, windows: list[Window], m: Metrics, screen: Rect) -> list[Window]:
        """The bar over a long-pressed field, once the field has its place."""
        menu, package = self._phone.text_menu, ""
        field = None
        for window in windows if menu.shown() else ():
            field = next((w for w in window.root.walk() if w.edit is not None and w.edit is menu.edit), field)
            package = window.package if field is not None and not package else package
        if field is None or field.rect.empty:
            return []
        root, bounds = menu.place(m, field.rect, screen)
        return [
            Window(
                kind=WindowKind.POPUP, package=package, title=TEXT_MENU_TITLE, token="6b01f3", bounds=bounds, root=root
            )
        ]

    def _finish(self, window: Window, m: Metrics) -> None:
        focus = window.surface.focus if window.surface is not None else None
        theme = self._phone.theme()
        for widget in window.root.walk():
            if theme.dark and isinstance(widget, Icon | Text | TextField):
                _darken(widget, theme)
            if isinstance(widget, TextField):
                widget.focused = widget.edit is focus
        if window.root.rect != window.bounds:
            window.root.place(m, window.bounds)
        if self._phone.locale.right_to_left and window.kind is not WindowKind.KEYBOARD:
            mirror(window.root, window.bounds)

    def _system(self, kind: WindowKind, root: Widget, bounds: Rect, title: str) -> Window:
        self._phone.locale.translate(root)
        root.place(self.metrics(), bounds)
        modal = kind in (WindowKind.KEYGUARD, WindowKind.SHADE)
        return Window(
            kind=kind,
            package="com.android.systemui",
            title=title,
            token=f"{0x5A0000 + sum(map(ord, title + kind)):x}",
            bounds=bounds,
            root=root,
            modal=modal,
            focusable=modal,
            dim=kind is WindowKind.SHADE,
        )

    def _bars(self, m: Metrics, screen: Rect) -> list[Window]:
        phone = self._phone
        status = Rect(0, 0, screen.right, phone.display.status_bar)
        nav = Rect(0, screen.bottom - phone.profile.navigation_bar, screen.right, screen.bottom)
        return [
            self._system(WindowKind.STATUS_BAR, systemui.status_bar(phone), status, "StatusBar"),
            self._system(WindowKind.NAVIGATION_BAR, systemui.navigation_bar(phone), nav, "NavigationBar0"),
        ]

    def _room(self, m: Metrics) -> Rect:
        """The room that bars and keyboard leave."""
        screen = self.screen_rect()
        return Rect(0, self._phone.display.status_bar, screen.right, self._bottom(m))

    def _bottom(self, m: Metrics) -> int:
        bottom = self.screen_rect().bottom
        if self._phone.ime_manager.draws_keys():
            return bottom - self._keyboard_height(m)
        return bottom - self._phone.profile.navigation_bar

    def _keyboard_height(self, m: Metrics) -> int:
        height = self.screen_rect().bottom
        full_height = m.px(_KEYBOARD_DP) + self._phone.profile.navigation_bar
        return min(full_height, height * 55 // 100)

    def _app_windows(self, m: Metrics, screen: Rect) -> Iterator[Window]:
        for entry in self._visible_entries():
            yield from self._entry_windows(entry, m, screen)

    def _visible_entries(self) -> list[StackEntry]:
        """The top activity, and those seen through translucent ones."""
        task = self._phone.activities.front()
        shown: list[StackEntry] = []
        for entry in reversed(task.entries if task else []):
            shown.append(entry)
            if not entry.cls.translucent:
                break
        return shown[::-1]

    def _entry_windows(self, entry: StackEntry, m: Metrics, screen: Rect) -> Iterator[Window]:
        phone, activity = self._phone, entry.activity
        component = f"{entry.app.package}/{entry.class_name}"
        if phone.activities.switching() and phone.activities.cold == entry.app.package:
            root = systemui.splash(phone, entry.app)
            root.place(m, screen)
            title = f"Splash Screen {entry.app.package}"
            yield Window(
                kind=WindowKind.SPLASH,
                package=entry.app.package,
                title=title,
                token=entry.token,
                bounds=screen,
                root=root,
                modal=True,
            )
            return
        if activity is None:
            return
        root = activity.content() if entry.cls.translucent else self._decor(activity, m, screen)
        phone.locale.translate(root)
        root.place(m, screen)
        secure = entry.cls.secure or phone.knobs["secure_package"] == entry.app.package
        yield Window(
            kind=WindowKind.APP,
            package=entry.app.package,
            title=component,
            token=entry.token,
            bounds=screen,
            root=root,
            surface=activity,
            modal=True,
            secure=secure,
            focusable=True,
            dim=entry.cls.translucent,
        )
        for overlay in activity.overlays:
            yield self._overlay(overlay, entry.app.package, m, self._room(m), component)

    def _decor(self, activity: Activity, m: Metrics, screen: Rect) -> Widget:
        """The frame a phone puts around every activity's content."""
        phone = self._phone

        def dp(px: int) -> float:
            return px * 160 / m.density

        content = activity.content()
        holder = Stack([content], id="android:id/content", width=MATCH, height=MATCH)
        fill = Fill(activity.background()) if activity.background() else None
        if activity.edge_to_edge:
            keyboard_dp = dp(screen.bottom - self._bottom(m)) if phone.ime_manager.draws_keys() else 0.0
            body = Column([holder], width=MATCH, height=MATCH, padding=pad(bottom=keyboard_dp))
            return Stack([body], width=MATCH, height=MATCH, fill=fill)
        status, bottom = dp(phone.display.status_bar), dp(screen.bottom - self._bottom(m))
        body = Column([holder], width=MATCH, height=MATCH, padding=pad(top=status, bottom=bottom))
        color = activity.bar_color()
        bars: list[Widget] = [
            Widget(
                id="android:id/statusBarBackground", width=MATCH, height=status, fill=Fill(color) if color else None
            ),
            Widget(
                id="android:id/navigationBarBackground",
                width=MATCH,
                height=dp(phone.profile.navigation_bar),
                align_vertical="end",
            ),
        ]
        return Stack([body, *bars], width=MATCH, height=MATCH, fill=fill)

    def _overlay(self, overlay: Overlay, package: str, m: Metrics, room: Rect, title: str) -> Window:
        root = overlay.content()
        self._phone.locale.translate(root)
        bounds = overlay.frame(m, room, root)
        root.place(m, bounds)
        return Window(
            kind=overlay.kind,
            package=package,
            title=f"PopupWindow:{id(overlay) & 0xFFFFFF:x}" if overlay.kind is WindowKind.POPUP else title,
            token=f"{0x7B0000 + len(title) * 977:x}",
            bounds=bounds,
            root=root,
            surface=overlay,
            modal=True,
            focusable=True,
            dim=overlay.dim,
        )

    def _ime_window(self, m: Metrics, screen: Rect) -> list[Window]:
        ime = self._phone.ime_manager
        edit = ime.editor()
        if not ime.draws_keys() or edit is None:
            return []
        bounds = Rect(0, screen.bottom - self._keyboard_height(m), screen.right, screen.bottom)
        state = keyboard.KeyboardState(
            input_type=edit.input_type,
            shift=ime.shift,
            page=ime.page,
            action=self._phone.editor.wanted(edit) if not edit.multi_line else 0,
            multi_line=edit.multi_line,
        )
        theme = self._phone.theme()
        key = (state, bounds, theme, m)
        if self._keyboard is None or self._keyboard[0] != key:
            root = keyboard.keyboard(theme, state, self._phone.keys.soft_key)
            root.padding = pad(bottom=self._phone.profile.navigation_bar * 160 / m.density)
            root.fill = Fill("#202124" if theme.dark else "#E9EAEE")
            root.place(m, bounds)
            self._keyboard = (key, root)
        return [
            Window(
                kind=WindowKind.KEYBOARD,
                package=self._phone.profile.keyboard.package,
                title="InputMethod",
                token="4c1e9d",
                bounds=bounds,
                root=self._keyboard[1],
            )
        ]

    def _toast_windows(self, m: Metrics, screen: Rect) -> list[Window]:
        windows = []
        for text in self._phone.toasts.shown():
            root = systemui.toast(self._phone, self._phone.locale.say(text))
            width, height = root.measure(m, screen.right - 2 * m.px(40), screen.bottom)
            left, bottom = (screen.right - width) // 2, self._bottom(m) - m.px(48)
            window = self._system(WindowKind.TOAST, root, Rect(left, bottom - height, left + width, bottom), "Toast")
            window.accessible = False
            windows.append(window)
        return windows

    # Focus

    def focused(self) -> Window | None:
        """The window that receives keys."""
        if self._phone.activities.switching() and not self._phone.power.locked:
            return None
        return next((w for w in reversed(self.windows()) if w.focusable), None)

    def focused_package(self) -> str:
        window = self.focused()
        return window.package if window else ""

    def _surface(self) -> Activity | Overlay | None:
        """The surface with the input focus, without a layout, since the layout itself asks for it."""
        phone = self._phone
        if phone.power.locked or not phone.power.awake or phone.notifications.shade:
            return None
        if phone.stage.dialogs:
            return phone.stage.dialogs[-1][1]
        entry = phone.activities.top()
        if entry is None or entry.activity is None:
            return None
        return entry.activity.overlays[-1] if entry.activity.overlays else entry.activity

    def focused_edit(self) -> EditState | None:
        surface = self._surface()
        return surface.focus if surface else None

    def focus(self, edit: EditState) -> None:
        surface = self._surface()
        if surface is not None:
            before, surface.focus = surface.focus, edit
            if before is not edit:
                edit.end_of_text()
                for state, gained in ((before, False), (edit, True)):
                    if state is not None and state.on_focus is not None:
                        state.on_focus(gained)
            self._phone.ime_manager.serve(edit)

    def widget_of(self, edit: EditState) -> Widget | None:
        return next((w for window in self.windows() for w in window.root.walk() if w.edit is edit), None)

    def edit_after(self, edit: EditState) -> EditState | None:
        """The field below this one, in the window laid out last."""
        for window in self._windows:
            fields = [w.edit for w in window.root.walk() if w.edit is not None and w.enabled]
            if edit in fields:
                following = fields[fields.index(edit) + 1 :]
                return following[0] if following else None
        return None

    def _reveal(self) -> bool:
        """Scroll a newly focused field into sight; True when something moved."""
        edit, self._phone.ime_manager.reveal = self._phone.ime_manager.reveal, None
        if edit is None:
            return False
        for window in self._windows:
            path = _path_to(window.root, edit)
            for holder in reversed(path[:-1]):
                if holder.scroll is not None and holder.scroll.axis == "vertical":
                    field_rect, margin = path[-1].rect, self.metrics().px(12)
                    low = field_rect.bottom + margin - holder.rect.bottom
                    high = field_rect.top - margin - holder.rect.top
                    return holder.scroll.by(low if low > 0 else min(0, high))
        return False

    # The facade's Windows

    def list(self) -> tuple[WindowInfo, ...]:
        self._phone.settle()
        windows, focus = self.windows(), self.focused()
        return tuple(
            WindowInfo(
                title=w.title,
                kind=w.kind,
                package=w.package,
                token=w.token,
                layer=i,
                bounds=w.bounds,
                focused=w is focus,
                secure=w.secure,
                accessible=w.accessible,
            )
            for i, w in reversed(list(enumerate(windows)))
        )

    def paint(self, window: Window) -> DisplayList:
        canvas = Canvas()
        window.root.paint(canvas, self.metrics())
        return canvas.finish()


class Windows:
    """The facade's view of the window manager."""

    def __init__(self, phone: System) -> None:
        self._phone = phone

    def list(self) -> tuple[WindowInfo, ...]:
        return self._phone.window_manager.list()

    def focused(self) -> WindowInfo | None:
        return next((w for w in self.list() if w.focused), None)


def _darken(widget: Icon | Text | TextField, theme: Theme) -> None:
    """Colours that an app left at their default are the light theme's; give them the dark theme's."""
    if widget.color == LIGHT.text:
        widget.color = theme.text
    elif widget.color == DEFAULT_ICON_COLOR:
        widget.color = theme.muted


def _path_to(root: Widget, edit: EditState) -> list[Widget]:
    if root.edit is edit:
        return [root]
    for child in root.children:
        path = _path_to(child, edit)
        if path:
            return [root, *path]
    return []
