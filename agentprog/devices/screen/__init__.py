"""Reads a phone's screen: tree, pixels, state, and faults of the observation."""
