"""Explores apps within the gate and turns each change of the phone's storage into a task."""
