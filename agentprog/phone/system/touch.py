"""Fingers: delivers presses, drags and flings to the widget below."""

from __future__ import annotations

from collections.abc import Sequence

from agentprog.phone.kernel.clock import Timer
from agentprog.phone.records import WindowKind
from agentprog.phone.system.inside import TEXT_MENU_TITLE, System, Window
from agentprog.phone.widgets.base import Direction, Widget

LONG_PRESS_SECONDS = 0.5
_SLOP_DP = 8
_SWIPE_DP = 40
_EDGE_DP = 20
_FLING_DP = 50  # dp a second below which a lifted finger leaves the content where it is
_VELOCITY_WINDOW = 0.1
_ROW_DP = 68


class _Gesture:
    """One finger from down to up."""

    def __init__(self, x: float, y: float, at: float) -> None:
        self.points: list[tuple[float, float, float]] = [(x, y, at)]
        self.window: Window | None = None
        self.path: list[Widget] = []
        self.target: Widget | None = None
        self.scrolling: Widget | None = None
        self.moved = False
        self.spent = False
        self.timer: Timer | None = None

    @property
    def start(self) -> tuple[float, float, float]:
        return self.points[0]

    def velocity(self) -> tuple[float, float]:
        """Pixels a second over the last tenth of a second."""
        x1, y1, t1 = self.points[-1]
        x0, y0, t0 = next(p for p in self.points if t1 - p[2] <= _VELOCITY_WINDOW)
        if t1 - t0 <= 0:
            return 0.0, 0.0
        return (x1 - x0) / (t1 - t0), (y1 - y0) / (t1 - t0)


class Touch:
    """One finger at a time; a second `down` replaces the first."""

    def __init__(self, phone: System) -> None:
        self._phone = phone
        self._gesture: _Gesture | None = None

    # The facade's Touch

    def down(self, x: float, y: float, *, at: float | None = None) -> None:
        self._phone.settle()
        self._drop()
        if not self._phone.power.awake:
            return
        if self._swallowed():
            self.miss(x, y)
            return
        gesture = _Gesture(x, y, self._time(at))
        self._gesture = gesture
        self._aim(gesture, x, y)
        if gesture.target is not None and self._wants_long(gesture):
            gesture.timer = self._phone.clock.after(LONG_PRESS_SECONDS, lambda: self._long_press(gesture))

    def move(self, x: float, y: float, *, at: float | None = None) -> None:
        self._phone.settle()
        gesture = self._gesture
        if gesture is None:
            return
        px, py, _ = gesture.points[-1]
        gesture.points.append((x, y, self._time(at)))
        if gesture.spent:
            return
        if not gesture.moved:
            self._begin_move(gesture, x, y)
            px, py, _ = gesture.start
        if gesture.scrolling is not None and gesture.scrolling.scroll is not None:
            state = gesture.scrolling.scroll
            if state.by(px - x if state.axis == "horizontal" else py - y):
                self._phone.invalidate()
        elif gesture.moved:
            self._drag(gesture, x, y)

    def up(self, x: float, y: float, *, at: float | None = None) -> None:
        gesture = self._gesture
        if gesture is None:
            self._phone.settle()
            return
        if (x, y) != gesture.points[-1][:2]:
            self.move(x, y, at=at)
        else:
            self._phone.settle()
        gesture.points.append((x, y, self._time(at)))
        self._gesture = None
        if gesture.timer is not None:
            gesture.timer.cancel()
        if gesture.spent:
            return
        if gesture.moved:
            self._release(gesture)
            return
        seconds_down = gesture.points[-1][2] - gesture.start[2]
        if seconds_down >= LONG_PRESS_SECONDS and self._wants_long(gesture):
            self._long_press(gesture)
        else:
            self._click(gesture)

    def tap(self, x: float, y: float, *, hold: float = 0.05) -> None:
        now = self._phone.clock.monotonic()
        self.down(x, y, at=now)
        self.up(x, y, at=now + hold)

    def swipe(self, points: Sequence[tuple[float, float]], *, duration: float) -> None:
        now, legs = self._phone.clock.monotonic(), max(1, len(points) - 1)
        steps = max(1, min(40, round(duration / 0.01) // legs))
        self.down(*points[0], at=now)
        for leg in range(legs):
            (x0, y0), (x1, y1) = points[leg], points[min(leg + 1, len(points) - 1)]
            for i in range(1, steps + 1):
                part, when = i / steps, now + duration * (leg + i / steps) / legs
                self.move(x0 + (x1 - x0) * part, y0 + (y1 - y0) * part, at=when)
        self.up(*points[-1], at=now + duration)

    # Aiming

    def _time(self, at: float | None) -> float:
        return self._phone.clock.monotonic() if at is None else at

    def miss(self, x: float, y: float) -> None:
        """No window takes the touch: the dispatcher writes this into its log and does nothing else."""
        where = f"({x:.1f}, {y:.1f}) on display 0"
        self._phone.log.write("InputDispatcher", f"Dropping event because there is no touchable window at {where}.")

    def _swallowed(self) -> bool:
        left = float(self._phone.knobs["drop_next_touches"])
        if left >= 1:
            self._phone.knobs["drop_next_touches"] = left - 1
            return True
        return False

    def _drop(self) -> None:
        if self._gesture is not None and self._gesture.timer is not None:
            self._gesture.timer.cancel()
        self._gesture = None

    def under(self, x: float, y: float) -> tuple[list[Widget], Window | None]:
        """The widgets under a finger at this point, the outermost first, and their window."""
        probe = _Gesture(x, y, 0.0)
        self._aim(probe, x, y)
        return probe.path, probe.window

    def _aim(self, gesture: _Gesture, x: float, y: float) -> None:
        """Find the window and the widgets under the finger, the outermost first."""
        for window in reversed(self._phone.window_manager.windows()):
            if window.kind is WindowKind.TOAST:
                continue
            if window.bounds.contains(x, y):
                gesture.window = window
                gesture.path = _path(window.root, x, y)
                gesture.target = next((w for w in reversed(gesture.path) if w.takes_touch), None)
                if gesture.target is not None or window.modal:
                    return
            elif window.modal:
                gesture.window, gesture.path, gesture.target = window, [], None
                return

    def _wants_long(self, gesture: _Gesture) -> bool:
        target = gesture.target
        return target is not None and target.enabled and (target.on_long_click is not None or target.edit is not None)

    # Meaning

    def _click(self, gesture: _Gesture) -> None:
        target, window = gesture.target, gesture.window
        if window is None or window.title != TEXT_MENU_TITLE:
            self._phone.text_menu.close()
        if target is None:
            self._outside(window)
        elif not target.enabled:
            return
        elif target.edit is not None:
            self._phone.window_manager.focus(target.edit)
        elif target.on_drag is not None:
            self._drag(gesture, *gesture.points[-1][:2])
        elif target.on_click is not None:
            target.on_click()
        self._phone.invalidate()

    def _outside(self, window: Window | None) -> None:
        """A tap beside a dialog or menu."""
        surface = window.surface if window is not None else None
        entry = self._phone.activities.top()
        if surface is None or entry is None or entry.activity is None or surface not in entry.activity.overlays:
            return
        overlay = entry.activity.overlays[-1]
        if overlay.cancelable:
            entry.activity.overlays.pop()
            if overlay.on_cancel:
                overlay.on_cancel()

    def _long_press(self, gesture: _Gesture) -> None:
        target = gesture.target
        if gesture.spent or gesture.moved or target is None or not target.enabled:
            return
        gesture.spent = True
        if target.on_long_click is not None:
            target.on_long_click()
        elif target.edit is not None:
            self._phone.window_manager.focus(target.edit)
            if target.edit.text:
                target.edit.select_all()
            self._phone.text_menu.open(target.edit)
        self._phone.invalidate()

    def _begin_move(self, gesture: _Gesture, x: float, y: float) -> None:
        x0, y0, _ = gesture.start
        dx, dy = x - x0, y - y0
        slop = self._phone.window_manager.metrics().px(_SLOP_DP)
        if abs(dx) < slop and abs(dy) < slop:
            return
        gesture.moved = True
        if gesture.timer is not None:
            gesture.timer.cancel()
        if self._system_edge(gesture):
            return
        axis = "horizontal" if abs(dx) > abs(dy) else "vertical"
        directions = "lr" if axis == "horizontal" else "ud"
        for widget in reversed(gesture.path):
            if widget.on_drag is not None or (
                widget.on_swipe is not None and any(c in widget.swipes for c in directions)
            ):
                return
            if widget.scroll is not None and widget.scroll.axis == axis and widget.scroll.limit > 0:
                widget.scroll.fling = None
                gesture.scrolling = widget
                return

    def _drag(self, gesture: _Gesture, x: float, y: float) -> None:
        target = gesture.target
        if target is not None and target.on_drag is not None and not target.rect.empty:
            r = target.rect
            target.on_drag((x - r.left) / (r.right - r.left), (y - r.top) / (r.bottom - r.top))
            self._phone.invalidate()

    def _release(self, gesture: _Gesture) -> None:
        x0, y0, t0 = gesture.start
        x1, y1, t1 = gesture.points[-1]
        m = self._phone.window_manager.metrics()
        if gesture.scrolling is not None and gesture.scrolling.scroll is not None:
            state = gesture.scrolling.scroll
            vx, vy = gesture.velocity()
            if jump := m.px(_ROW_DP * float(self._phone.knobs["scroll_jump_rows"])):
                forward = (y0 - y1 if state.axis == "vertical" else x0 - x1) > 0
                state.by(-jump if forward else jump)
                self._phone.invalidate()
                return
            speed = -vx if state.axis == "horizontal" else -vy
            if abs(speed) > m.px(_FLING_DP):
                state.throw(speed, self._phone.clock.monotonic(), m.density)
                self._phone.invalidate()
            return
        if max(abs(x1 - x0), abs(y1 - y0)) < m.px(_SWIPE_DP):
            return
        direction = _direction(x1 - x0, y1 - y0)
        if self._system_swipe(gesture, direction, t1 - t0):
            return
        for widget in reversed(gesture.path):
            if widget.on_swipe is not None and direction[0] in widget.swipes:
                widget.on_swipe(direction)
                self._phone.invalidate()
                return

    def _system_edge(self, gesture: _Gesture) -> bool:
        """True if the finger came from an edge that belongs to the system."""
        x, y, _ = gesture.start
        phone, screen = self._phone, self._phone.window_manager.screen_rect()
        if y < phone.display.status_bar:
            return True
        if phone.profile.navigation != "gesture" or phone.power.locked:
            return False
        edge = phone.window_manager.metrics().px(_EDGE_DP)
        return y >= screen.bottom - phone.profile.navigation_bar or x < edge or x >= screen.right - edge

    def _system_swipe(self, gesture: _Gesture, direction: Direction, seconds: float) -> bool:
        if not self._system_edge(gesture):
            return False
        x, y, _ = gesture.start
        phone, screen = self._phone, self._phone.window_manager.screen_rect()
        if y < phone.display.status_bar:
            if direction == "down" and not phone.notifications.shade:
                phone.notifications.open_shade()
            phone.invalidate()
            return True
        if y >= screen.bottom - phone.profile.navigation_bar:
            if direction == "up":
                phone.keys.press("recents" if seconds > 0.8 else "home")
            return True
        inward = direction == ("right" if x < screen.right // 2 else "left")
        if inward:
            phone.keys.press("back")
        return inward


def _direction(dx: float, dy: float) -> Direction:
    if abs(dx) > abs(dy):
        return "right" if dx > 0 else "left"
    return "down" if dy > 0 else "up"


def _path(widget: Widget, x: float, y: float) -> list[Widget]:
    """The chain of widgets that a finger touches, the topmost one last."""
    if not widget.rect.contains(x, y):
        return []
    best: list[Widget] = []
    for child in reversed(widget.children):
        path = _path(child, x, y)
        if path and (any(w.takes_touch for w in path) or not best):
            best = path
            if any(w.takes_touch for w in path):
                break
    return [widget, *best]
