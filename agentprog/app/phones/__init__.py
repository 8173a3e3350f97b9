"""A simulated phone for one run, with an adb server of its own."""
