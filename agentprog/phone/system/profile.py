"""Device profiles and images: what the TOML files of `devices/` declare."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from typing import Any, Literal

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from agentprog import resources
from agentprog.errors import ConfigError


class _Strict(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)


class Profile(_Strict):
    """A kind of phone. Sizes in pixels, density in dpi, times in seconds."""

    name: str
    width: int = Field(ge=240, le=4096)
    height: int = Field(ge=240, le=4096)
    density: int = Field(ge=100, le=800)
    status_bar: int = Field(ge=0)
    navigation_bar: int = Field(ge=0)
    navigation: Literal["gesture", "buttons"]
    timing: Mapping[str, float] = Field(default_factory=dict)
    props: Mapping[str, str] = Field(default_factory=dict)
    settings: Mapping[str, Mapping[str, str]] = Field(default_factory=dict)
    wire: Mapping[str, Any] = Field(default_factory=dict)
    """Vendor differences that only adb clients see; read by `phone.wire.profile`."""


class Home(_Strict):
    """Packages on the first home screen and in the row at its bottom."""

    page: tuple[str, ...] = ()
    hotseat: tuple[str, ...] = ()


class ImageSpec(_Strict):
    """What is on a phone before anybody touches it."""

    name: str
    description: str = ""
    apps: tuple[str, ...]
    home: Home = Home()
    settings: Mapping[str, Mapping[str, str]] = Field(default_factory=dict)
    seed: Mapping[str, Mapping[str, Any]] = Field(default_factory=dict)


def _load(kind: str, name: str) -> dict[str, Any]:
    if not name.replace("-", "").replace("_", "").isalnum():
        raise ConfigError(f"{name!r} is no name of a phone {kind}")
    folder = resources.path(f"devices/{kind}s")
    path = folder / f"{name}.toml"
    if not path.is_file():
        known = ", ".join(sorted(p.stem for p in folder.glob("*.toml")))
        raise ConfigError(f"there is no phone {kind} named {name!r}", hint=f"There are: {known}")
    try:
        return tomllib.loads(path.read_text(encoding="utf-8"))
    except tomllib.TOMLDecodeError as exc:
        raise ConfigError(f"{path} is no valid TOML: {exc}") from exc


def load_profile(name: str) -> Profile:
    try:
        return Profile.model_validate(_load("profile", name))
    except ValidationError as exc:
        raise ConfigError(f"the phone profile {name!r} is wrong: {exc}") from exc


def load_image(name: str) -> ImageSpec:
    try:
        return ImageSpec.model_validate(_load("image", name))
    except ValidationError as exc:
        raise ConfigError(f"the phone image {name!r} is wrong: {exc}") from exc
