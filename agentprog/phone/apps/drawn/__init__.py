"""Five apps that draw their screens themselves: a canvas, Flutter, a web view, a game board and a map without nodes."""

from __future__ import annotations

from agentprog.phone.apps.drawn.places import LampField, PinMap
from agentprog.phone.apps.drawn.texts import Larder, NoticeBoard, TallySheet

__all__ = ["LampField", "Larder", "NoticeBoard", "PinMap", "TallySheet"]
