"""Icons of apps on the home screen, and the wallpaper."""

from __future__ import annotations

from agentprog.frozen import frozen
from agentprog.phone.render.canvas import Canvas
from agentprog.phone.widgets.base import Fill, Metrics, Widget
from agentprog.phone.widgets.controls import Icon
from agentprog.phone.widgets.layout import Stack


@frozen
class LauncherIcon:
    """An app's icon on the home screen: its symbol and colours."""

    symbol: str
    background: str
    color: str = "#FFFFFF"


def launcher_face(icon: LauncherIcon, *, size: float) -> Stack:
    """An app's round icon."""
    symbol = Icon(icon.symbol, size=size * 0.56, color=icon.color, align="center", align_vertical="center")
    symbol.accessible = False
    fill = Fill(icon.background, radius=size / 2)
    return Stack([symbol], width=size, height=size, fill=fill, accessible=False)


class Wallpaper(Widget):
    """The home screen's picture: a soft gradient in bands."""

    def draw(self, canvas: Canvas, m: Metrics) -> None:
        canvas.wallpaper(self.rect)
