"""Phone actions without touches: ending apps, opening links, clipboard, rotation."""

from __future__ import annotations

import re
import time
from urllib.parse import urlsplit

from agentprog.devices.apps.opening import Apps
from agentprog.devices.automation.server import Automation
from agentprog.devices.link.transport import Transport
from agentprog.devices.prints.starting import parse_start
from agentprog.devices.screen.observer import Observer
from agentprog.ports import ActionResult, NoApp, OpenLink, Orientation, ReadClipboard, Rotate, SetClipboard, StopApp

_VIEW = ("am", "start", "-a", "android.intent.action.VIEW", "-d")
_FAILED = re.compile(r"^(?:Error.*|.*Exception:.*)", re.MULTILINE)
_BARE_HOST = re.compile(r"^[\w-]+(?:\.[\w-]+)+(?:[:/?#]\S*)?$")
_REFUSED_SCHEMES = frozenset({"intent", "android-app", "file", "content", "javascript", "data"})
"""Link schemes that could start any activity with any data, or reach into files; models may not use them."""
_CHOOSERS = ("intentresolver", "android")
_TURNS: dict[Orientation, tuple[str, int]] = {
    "portrait": ("natural", 0),
    "landscape": ("left", 1),
    "upside down": ("upsidedown", 2),
    "landscape right": ("right", 3),
}
"""The automation server's name of each orientation, and the rotation that the display then reports."""
_TURN_SECONDS = 2.0
_STOP_SECONDS = 3.0
_POLL = 0.05


class Services:
    """Actions by command instead of touch."""

    def __init__(self, transport: Transport, automation: Automation, observer: Observer, apps: Apps) -> None:
        self._transport = transport
        self._automation = automation
        self._observer = observer
        self._apps = apps

    def stop_app(self, action: StopApp) -> ActionResult:
        """Ends an app; `ok` once it is no longer in front."""
        found = self._apps.find(action.name)
        if isinstance(found, NoApp):
            return ActionResult(ok=False, detail=str(found))
        package = found.app.package
        answer = self._transport.shell(["am", "force-stop", package])
        if failed := _FAILED.search(answer.words):
            return ActionResult(ok=False, detail=f"{found.app.label} could not be stopped: {failed[0].strip()}")
        deadline = time.monotonic() + _STOP_SECONDS
        while self._observer.state().package == package:
            if time.monotonic() > deadline:
                return ActionResult(ok=False, detail=f"{found.app.label} was stopped, but is in front again")
            time.sleep(_POLL)
        self._observer.settle(None)
        return ActionResult(ok=True)

    def open_link(self, action: OpenLink) -> ActionResult:
        """Opens a link and reports the app that opened it."""
        url = action.url.strip()
        if _BARE_HOST.match(url):
            url = f"https://{url}"
        scheme = urlsplit(url).scheme.casefold() if ":" in url else ""
        if not scheme or any(c.isspace() for c in url):
            return ActionResult(
                ok=False, detail=f"{action.url!r} is not a link: it should look like https://example.org"
            )
        if scheme in _REFUSED_SCHEMES:
            return ActionResult(
                ok=False, detail=f"{scheme}: links are not opened: they can start anything on the phone"
            )
        before, front = self._observer.tree(), self._observer.state().package
        answer = self._transport.shell([*_VIEW, url])
        if not (started := parse_start(answer.words)).ok:
            problem = f"no app on the phone opens {scheme}: links" if started.unresolved else started.problem
            return ActionResult(ok=False, detail=problem)
        settled = self._observer.settle(before)
        package = self._observer.state().package
        if package.endswith(_CHOOSERS):
            return ActionResult(ok=True, detail="the phone asks which app should open it")
        if package == front and not settled.changed:
            return ActionResult(ok=True, detail="the phone accepted the action, and nothing changed")
        return ActionResult(ok=True, detail=f"opened in {self._label(package)}" if package else "")

    def _label(self, package: str) -> str:
        return next(
            (installed.app.label for installed in self._apps.all() if installed.app.package == package), package
        )

    def set_clipboard(self, action: SetClipboard) -> ActionResult:
        """Copies a text to the clipboard and reads it back."""
        self._automation.call("setClipboard", None, action.text)
        if self._automation.call("getClipboard") != action.text:
            return ActionResult(ok=False, detail="the clipboard does not hold the text")
        return ActionResult(ok=True)

    def read_clipboard(self, action: ReadClipboard) -> ActionResult:  # noqa: ARG002 - one signature for all actions
        """The clipboard's text; an empty clipboard is `ok`, with a note."""
        found = self._automation.call("getClipboard")
        if not isinstance(found, str) or not found:
            return ActionResult(ok=True, detail="the clipboard is empty")
        return ActionResult(ok=True, value=found)

    def rotate(self, action: Rotate) -> ActionResult:
        """Rotates the display and waits for it: an app may insist on its own orientation."""
        name, rotation = _TURNS[action.orientation]
        self._automation.call("setOrientation", name)
        deadline = time.monotonic() + _TURN_SECONDS
        while self._observer.look_at_display().rotation != rotation:
            if time.monotonic() > deadline:
                return ActionResult(
                    ok=False, detail=f"not turned to {action.orientation}: the app keeps its own orientation"
                )
            time.sleep(_POLL)
        self._observer.settle(None)
        self._observer.look_at_display()
        return ActionResult(ok=True)
