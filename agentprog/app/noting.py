"""What a run writes down about its phone and models beside its journal, for whoever runs it again without them."""

from __future__ import annotations

import dataclasses

from agentprog.ports import Action, ActionResult, App, Device, DeviceInfo, Model, Screen, Trap, traps_of
from agentprog.runtime.journal.folder import RunFolder


class NotingDevice:
    """The same phone. What it is and the apps that it names are kept in the run's manifest."""

    def __init__(self, device: Device, folder: RunFolder) -> None:
        self._device = device
        self._folder = folder
        self._noted: tuple[App, ...] | None = None
        folder.update_manifest(device=dataclasses.asdict(device.info))

    @property
    def info(self) -> DeviceInfo:
        return self._device.info

    @property
    def traps(self) -> tuple[Trap, ...]:
        return traps_of(self._device)

    def apps(self) -> tuple[App, ...]:
        found = self._device.apps()
        if found != self._noted:
            self._noted = found
            self._folder.update_manifest(apps=[dataclasses.asdict(app) for app in found])
        return found

    def observe(self, *, screenshot: bool = False) -> Screen:
        return self._device.observe(screenshot=screenshot)

    def perform(self, action: Action) -> ActionResult:
        return self._device.perform(action)

    def close(self) -> None:
        self._device.close()


def note_model(folder: RunFolder | None, model: Model) -> None:
    """Keep in the manifest what the model can do: that decides how it is asked."""
    if folder is None:
        return
    known = folder.manifest().get("models") or {}
    if model.id not in known:
        folder.update_manifest(models={**known, model.id: dataclasses.asdict(model.capabilities)})
