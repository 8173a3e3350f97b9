"""Reads an Android package: its manifest, and its texts in all its languages."""

from agentprog.apk.chunks import ApkError
from agentprog.apk.manifest import Activity, Label, Manifest, read_manifest
from agentprog.apk.table import ResourceTable

__all__ = ["Activity", "ApkError", "Label", "Manifest", "ResourceTable", "read_manifest"]
