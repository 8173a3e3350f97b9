"""The simulated phone, a process of its own that speaks the real ADB protocol."""
