"""Reads a phone's dump of the accessibility tree into the elements that a person would name."""

from agentprog.devices.hierarchy.elements import Reading, read_elements
from agentprog.devices.hierarchy.nodes import Hierarchy, Node
from agentprog.devices.hierarchy.source import mask_passwords, read_hierarchy

__all__ = ["Hierarchy", "Node", "Reading", "mask_passwords", "read_elements", "read_hierarchy"]
