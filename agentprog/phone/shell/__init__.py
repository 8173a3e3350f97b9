"""The phone's shell: a small sh, and the commands that clients of adb use."""
