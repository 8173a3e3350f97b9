"""What an Android package says of itself: its manifest, and its texts in the languages it knows."""

from agentprog.apk.chunks import ApkError
from agentprog.apk.manifest import Activity, Label, Manifest, read_manifest
from agentprog.apk.table import ResourceTable

__all__ = ["Activity", "ApkError", "Label", "Manifest", "ResourceTable", "read_manifest"]
