"""Walks through apps within the gate, and the tasks that come of what a walk changed in the phone's storage."""
