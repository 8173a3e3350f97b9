"""Reads the automation server's `deviceInfo`: size, rotation and wakefulness of the display."""

from __future__ import annotations

from typing import Annotated, Any

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field


def _whole(value: object) -> int:
    return value if isinstance(value, int) and not isinstance(value, bool) else 0


def _boolean(value: object) -> bool | None:
    return value if isinstance(value, bool) else None


class DisplayInfo(BaseModel):
    """Display size in pixels as the phone is held; 0 and None if the server gives none or an invalid one."""

    model_config = ConfigDict(frozen=True)

    width: Annotated[int, BeforeValidator(_whole)] = Field(0, alias="displayWidth")
    height: Annotated[int, BeforeValidator(_whole)] = Field(0, alias="displayHeight")
    rotation: Annotated[int, BeforeValidator(_whole)] = Field(0, alias="displayRotation")
    screen_on: Annotated[bool | None, BeforeValidator(_boolean)] = Field(None, alias="screenOn")

    @property
    def sized(self) -> bool:
        """True if the size is possible for a display."""
        return self.width > 0 and self.height > 0


def read_info(reply: Any) -> DisplayInfo:
    """The display's state in any reply."""
    return DisplayInfo.model_validate(reply if isinstance(reply, dict) else {})
