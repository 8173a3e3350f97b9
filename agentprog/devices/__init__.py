"""Phones behind one port: adb transport, uiautomator2 client, screen reading, text input, health."""

from agentprog.devices.doctor.check import Check
from agentprog.devices.doctor.examination import examine
from agentprog.devices.link.adb import choose_device
from agentprog.devices.link.listing import Attached, DeviceState
from agentprog.devices.real_device import AdbDevice, open_device

__all__ = ["AdbDevice", "Attached", "Check", "DeviceState", "choose_device", "examine", "open_device"]
