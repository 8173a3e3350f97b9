"""Looks at a phone: tree, pixels, the state of both, and faults of the observation."""
