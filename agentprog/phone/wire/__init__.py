"""The device side of the ADB protocol over TCP: what stock adb servers speak to."""
