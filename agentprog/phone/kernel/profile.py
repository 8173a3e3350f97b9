"""Device profiles and images: the contents of the TOML files in `devices/`.

Read without pydantic, which would cost every phone four megabytes and an eighth of a second of its start.
"""

from __future__ import annotations

import dataclasses
import tomllib
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from agentprog import resources
from agentprog.errors import ConfigError

Strings = Mapping[str, Mapping[str, str]]
_SIDES, _DENSITIES = range(240, 4097), range(100, 801)
_RIGHT_TO_LEFT = ("ar", "fa", "he", "iw", "ur")


@dataclass(frozen=True, kw_only=True)
class Panel:
    """One display. Sizes in pixels, density in dpi."""

    width: int
    height: int
    density: int
    status_bar: int


@dataclass(frozen=True, kw_only=True)
class HomeApp:
    """The maker's launcher: its package, the full name of its activity, and its label."""

    package: str
    activity: str
    label: str


@dataclass(frozen=True, kw_only=True)
class SoftKeyboard:
    """The keyboard that comes with the phone, by the id that `ime` gives it."""

    id: str
    label: str

    @property
    def package(self) -> str:
        return self.id.partition("/")[0]


@dataclass(frozen=True, kw_only=True)
class Profile:
    """A kind of phone. Sizes in pixels, density in dpi, times in seconds.

    `folded` is the outer display of a foldable, which starts unfolded. `wire` is read by `phone.wire.profile`.
    `withheld` are permissions that stock Android gives adb's shell and this maker does not.
    """

    name: str
    width: int
    height: int
    density: int
    status_bar: int
    navigation_bar: int
    navigation: str
    launcher: HomeApp
    keyboard: SoftKeyboard
    folded: Panel | None = None
    timing: Mapping[str, float] = field(default_factory=dict)
    props: Mapping[str, str] = field(default_factory=dict)
    settings: Strings = field(default_factory=dict)
    wire: Mapping[str, Any] = field(default_factory=dict)
    withheld: tuple[str, ...] = ()

    @property
    def locale(self) -> str:
        """Language and region as `en-US`."""
        return self.props.get("persist.sys.locale") or "en-US"

    @property
    def right_to_left(self) -> bool:
        """True if layouts are mirrored."""
        return self.locale.split("-")[0] in _RIGHT_TO_LEFT

    def panel(self, *, folded: bool) -> Panel:
        """The display in use."""
        if folded and self.folded is not None:
            return self.folded
        return Panel(width=self.width, height=self.height, density=self.density, status_bar=self.status_bar)


@dataclass(frozen=True, kw_only=True)
class Home:
    """Packages on the first home screen and in the row at its bottom."""

    page: tuple[str, ...] = ()
    hotseat: tuple[str, ...] = ()


@dataclass(frozen=True, kw_only=True)
class ImageSpec:
    """The contents of a fresh phone."""

    name: str
    description: str = ""
    apps: tuple[str, ...]
    home: Home = Home()
    settings: Strings = field(default_factory=dict)
    seed: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)


def _number(allowed: range) -> Callable[[Any], int]:
    def read(value: Any) -> int:
        if isinstance(value, bool) or not isinstance(value, int) or value not in allowed:
            raise ValueError(f"{value!r} is no whole number from {allowed.start} to {allowed.stop - 1}")
        return value

    return read


def _seconds(value: Any) -> float:
    if isinstance(value, bool) or not isinstance(value, int | float):
        raise ValueError(f"{value!r} is no number")
    return float(value)


def _text(value: Any) -> str:
    if not isinstance(value, str):
        raise ValueError(f"{value!r} is no text")
    return value


def _navigation(value: Any) -> str:
    if value not in ("gesture", "buttons"):
        raise ValueError(f"it is 'gesture' or 'buttons', not {value!r}")
    return str(value)


def _names(value: Any) -> tuple[str, ...]:
    if not isinstance(value, list):
        raise ValueError(f"{value!r} is no list")
    return tuple(_text(entry) for entry in value)


def _table(of: Callable[[Any], Any]) -> Callable[[Any], Mapping[str, Any]]:
    def read(value: Any) -> Mapping[str, Any]:
        if not isinstance(value, dict):
            raise ValueError(f"{value!r} is no table")
        return {key: of(entry) for key, entry in value.items()}

    return read


def _anything(value: Any) -> Any:
    return value


def _record(cls: type[Any], readers: Mapping[str, Callable[[Any], Any]]) -> Callable[[Any], Any]:
    """A reader of a table with these keys only. Raises ValueError naming the key."""
    required = {f.name for f in dataclasses.fields(cls)
                if f.default is dataclasses.MISSING and f.default_factory is dataclasses.MISSING}  # fmt: skip

    def read(value: Any) -> Any:
        table = _table(_anything)(value)
        if unknown := sorted(set(table) - set(readers)):
            raise ValueError(f"unknown keys: {', '.join(unknown)}; it takes {', '.join(readers)}")
        if missing := sorted(required - set(table)):
            raise ValueError(f"missing keys: {', '.join(missing)}")
        found = {}
        for key, entry in table.items():
            try:
                found[key] = readers[key](entry)
            except ValueError as exc:
                raise ValueError(f"{key}: {exc}") from exc
        return cls(**found)

    return read


_STRINGS = _table(_table(_text))
_BAR = _number(range(1000))
_PANEL = {"width": _number(_SIDES), "height": _number(_SIDES), "density": _number(_DENSITIES), "status_bar": _BAR}
_PROFILE = _record(
    Profile,
    {
        "name": _text, **_PANEL, "navigation_bar": _BAR, "navigation": _navigation,
        "launcher": _record(HomeApp, {"package": _text, "activity": _text, "label": _text}),
        "keyboard": _record(SoftKeyboard, {"id": _text, "label": _text}), "folded": _record(Panel, _PANEL),
        "timing": _table(_seconds), "props": _table(_text), "settings": _STRINGS, "wire": _table(_anything),
        "withheld": _names,
    },
)  # fmt: skip
_IMAGE = _record(
    ImageSpec,
    {
        "name": _text, "description": _text, "apps": _names, "home": _record(Home, {"page": _names, "hotseat": _names}),
        "settings": _STRINGS, "seed": _table(_table(_anything)),
    },
)  # fmt: skip


def read_table(kind: str, name: str) -> dict[str, Any]:
    """A table from `devices/profiles` or `images`, merged over the file that it names as its `base`. Raises
    ConfigError.
    """
    if not name.replace("-", "").replace("_", "").isalnum():
        raise ConfigError(f"{name!r} is no name of a phone {kind}")
    folder = resources.path(f"devices/{kind}s")
    path = folder / f"{name}.toml"
    if not path.is_file():
        known = ", ".join(sorted(p.stem for p in folder.glob("*.toml")))
        raise ConfigError(f"there is no device {kind} {name!r}", hint=f"There are: {known}")
    try:
        table = tomllib.loads(path.read_text(encoding="utf-8"))
    except tomllib.TOMLDecodeError as exc:
        raise ConfigError(f"{path} is no valid TOML: {exc}") from exc
    base = table.pop("base", None)
    return _laid_over(read_table(kind, str(base)), table) if base is not None else table


def _laid_over(below: Mapping[str, Any], above: Mapping[str, Any]) -> dict[str, Any]:
    merged = dict(below)
    for key, value in above.items():
        both = isinstance(value, dict) and isinstance(merged.get(key), dict)
        merged[key] = _laid_over(merged[key], value) if both else value
    return merged


def load_profile(name: str) -> Profile:
    """A profile, merged over the defaults of stock Android. Raises ConfigError, naming the profiles or the
    wrong key.
    """
    return _loaded("profile", name, _PROFILE)  # type: ignore[no-any-return]


def load_image(name: str) -> ImageSpec:
    """An image. Raises ConfigError, naming the existing images or the wrong key."""
    return _loaded("image", name, _IMAGE)  # type: ignore[no-any-return]


def _loaded(kind: str, name: str, read: Callable[[Any], Any]) -> Any:
    try:
        found = read_table(kind, name)
        if kind == "profile":
            stock = tomllib.loads(resources.read_text("devices/stock.toml"))
            stock["settings"] = tomllib.loads(resources.read_text("devices/settings.toml"))
            found = _laid_over(stock, found)
        return read(found)
    except ValueError as exc:
        raise ConfigError(f"the phone {kind} {name!r} is wrong: {exc}") from exc
