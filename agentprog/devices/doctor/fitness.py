"""The phone's settings that affect automation: developer options, other automation tools, storage, language."""

from __future__ import annotations

import re
import tomllib
from functools import cache
from typing import Literal

from pydantic import BaseModel, ConfigDict

from agentprog import resources
from agentprog.devices.link.transport import Transport
from agentprog.devices.prints.facts import Facts
from agentprog.frozen import frozen

SETTINGS = (
    "settings get global development_settings_enabled; settings get global always_finish_activities; "
    "settings get secure enabled_accessibility_services; df -k /data"
)
_LOW_KILOBYTES = 200_000
_DF = re.compile(r"\s(\d+)\s+(\d+)\s+(\d+)\s+\d+%\s+(\S+)$")


class Switch(BaseModel):
    """A switch of the developer options; `opens` is the right that it gives to adb."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    name: str
    opens: tuple[Literal["input", "settings", "install", "cable"], ...]


class Maker(BaseModel):
    """Switches that a maker adds to the developer options."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    names: tuple[str, ...]
    switches: tuple[Switch, ...]
    note: str = ""

    def named(self, permission: str = "") -> str:
        """The switches as a part of a sentence, or only the switches that give `permission`; empty if none applies."""
        return " and ".join(
            f'"{switch.name}"' for switch in self.switches if not permission or permission in switch.opens
        )


@frozen
class Fitness:
    """`services` are the enabled accessibility services; `free_kilobytes` is None if the phone does not report it."""

    developer: bool | None = None
    forgets_activities: bool = False
    services: tuple[str, ...] = ()
    free_kilobytes: int | None = None

    @property
    def room(self) -> bool:
        """Whether there is room for the automation server and a little more."""
        return self.free_kilobytes is None or self.free_kilobytes >= _LOW_KILOBYTES


@cache
def makers() -> tuple[Maker, ...]:
    """The makers of `devices/makers.toml`."""
    table = tomllib.loads((resources.folder("devices") / "makers.toml").read_text(encoding="utf-8"))
    return tuple(Maker.model_validate(entry) for entry in table["maker"])


def maker_of(facts: Facts) -> Maker | None:
    """The maker of a phone, if its switches are known."""
    return next((maker for maker in makers() if facts.maker.casefold() in maker.names), None)


def read_fitness(transport: Transport) -> Fitness:
    """Ask the phone. Raises DeviceError."""
    return parse_fitness(transport.shell(SETTINGS).out)


def parse_fitness(output: str) -> Fitness:
    """Parses the command's output; missing parts stay unknown."""
    lines = [line.strip() for line in output.splitlines()]
    lines += [""] * 4
    developer, finish, services = lines[0], lines[1], lines[2]
    return Fitness(
        developer=developer == "1" if developer in ("0", "1") else None,
        forgets_activities=finish == "1",
        services=tuple(name for name in services.split(":") if "/" in name),
        free_kilobytes=_free(lines[3:]),
    )


def _free(lines: list[str]) -> int | None:
    """The column `Available` of `df -k /data`; some phones list every file system."""
    rows = [(found[3], found[4]) for line in lines if (found := _DF.search(line)) is not None]
    free_on_data = [free for free, mount in rows if mount == "/data"] or [free for free, _ in rows]
    return int(free_on_data[0]) if free_on_data else None
