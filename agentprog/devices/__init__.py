"""Phones behind one port: adb transport, uiautomator2 client, screen reading, text input, health."""
