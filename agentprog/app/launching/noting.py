"""Facts about a run's phone and models, beside its journal, for repeating the run without them."""

from __future__ import annotations

import dataclasses

from agentprog.ports import App, Device, DeviceLayer, Model
from agentprog.runtime.journal.folder import RunFolder


class NotingDevice(DeviceLayer):
    """The same phone. Its description and the apps that it names are stored in the run's manifest."""

    def __init__(self, device: Device, folder: RunFolder) -> None:
        super().__init__(device)
        self._folder = folder
        self._noted: tuple[App, ...] | None = None
        folder.update_manifest(device=dataclasses.asdict(device.info))

    def apps(self) -> tuple[App, ...]:
        found = self._device.apps()
        if found != self._noted:
            self._noted = found
            self._folder.update_manifest(apps=[dataclasses.asdict(app) for app in found])
        return found


def note_model(folder: RunFolder | None, model: Model) -> None:
    """Records the model's capabilities in the manifest: the form of its prompts depends on them."""
    if folder is None:
        return
    known = folder.manifest().get("models") or {}
    if model.id not in known:
        folder.update_manifest(models={**known, model.id: dataclasses.asdict(model.capabilities)})
