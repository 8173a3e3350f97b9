"""Runs the exact lines of a step: without a model while the screen passes their checks; a model does a line
that fails.
"""
