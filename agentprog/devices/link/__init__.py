"""The way to a phone: the adb server, a transport with time limits, and what goes wrong on it."""
