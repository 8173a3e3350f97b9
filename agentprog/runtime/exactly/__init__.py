"""Runs the exact lines of a step: without a model while the screen passes their checks, with one at a line that fails."""
