"""The device side of the ADB protocol over TCP, for stock adb servers."""
