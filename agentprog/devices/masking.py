"""A device that hides secrets: it types them and shows their placeholders, so no layer above ever sees them."""

from __future__ import annotations

import io
import re
from collections.abc import Callable, Iterable
from dataclasses import fields, replace
from html import escape
from typing import Any, TypeVar

from agentprog import ports
from agentprog.errors import DeviceError
from agentprog.identity import canon

T = TypeVar("T")

_TEXTS = ("label", "text", "hint", "description", "place")
_COVER = "#303030"


class MaskingDevice(ports.DeviceLayer):
    """The same phone. Screens show a secret's placeholder, and pictures are painted over there."""

    def __init__(self, device: ports.Device, secrets: Iterable[ports.Secret]) -> None:
        super().__init__(device)
        self._secrets = {secret.name: secret for secret in secrets}
        longest_first = sorted(self._secrets.values(), key=lambda secret: -len(secret.value))
        self._patterns = [(_spelled(secret.value), secret.placeholder) for secret in longest_first]
        self._real: dict[ports.Element, ports.Element] = {}
        self._package = ""

    @property
    def traps(self) -> tuple[ports.Trap, ...]:
        """The phone's traps, without secrets in their texts."""
        return tuple(replace(trap, detail=self.mask(trap.detail)) for trap in ports.traps_of(self._device))

    def observe(self, *, screenshot: bool = False) -> ports.Screen:
        screen = self._without_secrets(lambda: self._device.observe(screenshot=screenshot))
        self._package = screen.package
        elements = tuple(self._masked(element) for element in screen.elements)
        self._real = {
            masked: real for masked, real in zip(elements, screen.elements, strict=True) if masked is not real
        }
        covered = [real for masked, real in self._real.items() if self._has_secret(real)]
        shot = screen.screenshot
        return replace(
            screen,
            elements=elements,
            hierarchy=self.mask(screen.hierarchy),
            issues=tuple(replace(issue, detail=self.mask(issue.detail)) for issue in screen.issues),
            screenshot=_covered(shot, covered, screen) if shot is not None and covered else shot,
        )

    def picture(self) -> ports.Screenshot | None:
        """None: only a whole observation shows the position of a secret."""
        return None

    def perform(self, action: ports.Action) -> ports.ActionResult:
        secret_names = [name for field in fields(action) for name in _names(getattr(action, field.name))]
        refused = self._refused(action, secret_names)
        if refused:
            return ports.ActionResult(ok=False, detail=refused)
        real: Any = action
        for field in fields(action):
            value = getattr(action, field.name)
            if isinstance(value, ports.Element) and value in self._real:
                real = replace(real, **{field.name: self._real[value]})
            elif isinstance(value, str) and secret_names:
                real = replace(real, **{field.name: self._spelled_out(value)})
        result = self._without_secrets(lambda: self._device.perform(real))
        texts = {f.name: self.mask(v) for f in fields(result) if isinstance(v := getattr(result, f.name), str)}
        return replace(result, **texts)  # type: ignore[arg-type]

    def mask(self, text: str) -> str:
        """The text with placeholders instead of secrets. A placeholder from elsewhere loses its brackets."""
        for name in ports.secrets_in(text):
            text = text.replace(ports.Secret(name=name, value="").placeholder, f"secret:{name}")
        for pattern, shown in self._patterns:
            text = pattern.sub(lambda _, shown=shown: shown, text)  # type: ignore[misc]
        return text

    def _masked(self, element: ports.Element) -> ports.Element:
        shown = {name: self.mask(getattr(element, name)) for name in _TEXTS}
        changed = any(getattr(element, name) != text for name, text in shown.items())
        return replace(element, **shown) if changed else element  # type: ignore[arg-type]

    def _has_secret(self, element: ports.Element) -> bool:
        return any(pattern.search(getattr(element, name)) for pattern, _ in self._patterns for name in _TEXTS)

    def _refused(self, action: ports.Action, secret_names: list[str]) -> str:
        """The reason why this action may not use these secrets; empty if it may."""
        if secret_names and not isinstance(action, ports.TypeText):
            return "a secret may only be typed into a field"
        for name in secret_names:
            secret = self._secrets.get(name)
            if secret is None:
                return f"this run has no secret {name}"
            names_of_app = {
                canon(self._package),
                *(n for app in self.apps() if app.package == self._package for n in _called(app)),
            }
            if secret.apps and not names_of_app & {canon(app) for app in secret.apps}:
                return f"the secret {name} may be typed only in {', '.join(secret.apps)}, not in {self._package}"
        return ""

    def _spelled_out(self, text: str) -> str:
        for secret in self._secrets.values():
            text = text.replace(secret.placeholder, secret.value)
        return text

    def _without_secrets(self, ask: Callable[[], T]) -> T:
        """The phone's answer, or its error, without secrets."""
        try:
            return ask()
        except DeviceError as exc:
            error = type(exc)(self.mask(exc.message), hint=self.mask(exc.hint), evidence=self.mask(exc.evidence))
        raise error


def _spelled(value: str) -> re.Pattern[str]:
    """Matches a secret as screens and dumps write it: any case, changed white space, XML escapes."""
    ways = {value, escape(value), escape(value, quote=False)}
    spaced = (re.sub(r"(?:\\\s)+", r"\\s+", re.escape(way)) for way in sorted(ways, key=len, reverse=True))
    return re.compile("|".join(spaced), re.IGNORECASE)


def _names(value: object) -> tuple[str, ...]:
    return ports.secrets_in(value) if isinstance(value, str) else ()


def _called(app: ports.App) -> tuple[str, ...]:
    return tuple(canon(name) for name in (app.label, *app.aliases))


def _covered(shot: ports.Screenshot, elements: Iterable[ports.Element], screen: ports.Screen) -> ports.Screenshot:
    """The picture with these elements painted over."""
    from PIL import Image, ImageDraw  # most runs have no secrets and need no picture library

    with Image.open(io.BytesIO(shot.data)) as opened:
        kind = opened.format or "PNG"
        image = opened.convert("RGB")
    draw = ImageDraw.Draw(image)
    across, down = image.width / max(1, screen.width), image.height / max(1, screen.height)
    for element in elements:
        box = element.bounds
        draw.rectangle((box.left * across, box.top * down, box.right * across, box.bottom * down), fill=_COVER)
    out = io.BytesIO()
    image.save(out, format=kind)
    return replace(shot, data=out.getvalue())
