"""Weights of local models: catalogue, sources and downloads."""

from agentprog.models.weights.entries import HubSource, PackagePart, WeightsEntry, catalogue, entry
from agentprog.models.weights.store import (
    DownloadStage,
    Source,
    WeightsProgress,
    ensure_weights,
    find_weights,
    model_folder,
)

__all__ = [
    "DownloadStage",
    "HubSource",
    "PackagePart",
    "Source",
    "WeightsEntry",
    "WeightsProgress",
    "catalogue",
    "ensure_weights",
    "entry",
    "find_weights",
    "model_folder",
]
