"""An app that was installed from a file: its code does not run here, so it shows its name and nothing else."""

from __future__ import annotations

from agentprog.phone.apps.base import App, Screen
from agentprog.phone.widgets.bars import toolbar
from agentprog.phone.widgets.base import Widget
from agentprog.phone.widgets.layout import Column


class PlainScreen(Screen):
    """The activity that its icon starts."""

    def build(self) -> Widget:
        return Column([toolbar(self.t, self.app.label)])


def plain_app(package: str, label: str, launch: str) -> type[App]:
    """The app of a package whose manifest has an icon."""
    screen = type("InstalledScreen", (PlainScreen,), {"name": launch})
    members = {"package": package, "label": label, "launch": launch, "screens": (screen,)}
    return type("InstalledApp", (App,), members)
