"""The connection to a phone: the adb server, a transport with time limits, and their errors."""
