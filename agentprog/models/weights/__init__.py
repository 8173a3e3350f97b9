"""Weights of local models: what can be had, where it comes from, and getting it whole onto this computer."""

from agentprog.models.weights.entries import Entry, HubSource, PackagePart, catalogue, entry
from agentprog.models.weights.store import Progress, Source, Stage, ensure_weights, find_weights, model_folder

__all__ = [
    "Entry",
    "HubSource",
    "PackagePart",
    "Progress",
    "Source",
    "Stage",
    "catalogue",
    "ensure_weights",
    "entry",
    "find_weights",
    "model_folder",
]
