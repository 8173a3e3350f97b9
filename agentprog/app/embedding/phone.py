"""One phone that several Agents use one after the other, and that the embedding program touches itself in between."""

from __future__ import annotations

from contextlib import ExitStack
from pathlib import Path
from types import TracebackType
from typing import Literal, Self

from agentprog.app.launching.opening import open_phone, open_simulated
from agentprog.app.settings import config as configuration
from agentprog.app.settings.model import ARGUMENT
from agentprog.errors import DeviceError
from agentprog.ports import (
    Action,
    Device,
    DeviceLayer,
    Element,
    LongPress,
    NoElement,
    OpenApp,
    PressKey,
    Screen,
    Screenshot,
    Scroll,
    Tap,
    TypeText,
    choose_element,
)

_RUN = "an embedding program"


class Phone(DeviceLayer):
    """A Device for several runs. It is open and locked until `close()`, or until the block of its `with` ends; give it
    to an Agent as `device=`. `serial` and `sim` are as for an Agent: by default the only attached phone.

    Direct calls act at once: no gate asks about them and no journal records them. Raises DeviceError if the phone
    cannot do it, or if a name fits no element, or several.
    """

    def __init__(
        self, serial: str | None = None, *, sim: bool | None = None, seed: int | None = None, config: Path | None = None
    ) -> None:
        arguments = {"serial": serial, "sim": sim, "seed": seed}
        settings = configuration.load(arguments, by=ARGUMENT, config=config)
        with ExitStack() as stack:
            if settings.sim:
                device: Device = open_simulated(settings, stack, run=_RUN, root=None)
            else:
                device = open_phone(settings, stack, run=_RUN)
            super().__init__(device)
            self._stack = stack.pop_all()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        """Close the connection and restore the phone's settings; a simulated phone ends. Safe to call twice."""
        self._stack.close()

    def lent(self) -> Device:
        """The same phone for one run, which does not close it at its end."""
        return _Lent(self)

    def screen(self) -> Screen:
        """The screen once it has settled."""
        return self.observe()

    def screenshot(self) -> Screenshot:
        """A picture of the screen: its bytes (JPEG or PNG), their media type, width and height in pixels."""
        shot = self.observe(screenshot=True).screenshot
        if shot is None:
            raise DeviceError("the phone gave no picture of its screen")
        return shot

    def open_app(self, name: str) -> None:
        """Bring an app to the front, by its icon's label or its package."""
        self._do(OpenApp(name=name))

    def tap(self, name: str) -> None:
        """Tap the element with this name."""
        self._do(Tap(target=self._called(name, touch=True)))

    def long_press(self, name: str) -> None:
        """Long-press the element with this name."""
        self._do(LongPress(target=self._called(name, touch=True)))

    def type_text(self, text: str, *, into: str | None = None) -> None:
        """Replace the content of the field with that name by the text; None: the focused field."""
        self._do(TypeText(text=text, target=self._called(into, field=True) if into is not None else None))

    def press(self, key: Literal["back", "home", "enter", "recents", "delete", "search", "menu"]) -> None:
        """Press a key."""
        self._do(PressKey(key=key))

    def scroll(self, direction: Literal["up", "down", "left", "right"]) -> None:
        """Scroll towards the content in that direction."""
        self._do(Scroll(direction=direction))

    def _called(self, name: str, *, touch: bool = False, field: bool = False) -> Element:
        found = choose_element(self.observe(), name, field=field, touch=touch)
        if isinstance(found, NoElement):
            raise DeviceError(str(found))
        return found

    def _do(self, action: Action) -> None:
        done = self.perform(action)
        if not done.ok:
            raise DeviceError(done.detail or "the phone could not do it")


class _Lent(DeviceLayer):
    def close(self) -> None:
        """Does nothing: the phone's opener closes it."""
