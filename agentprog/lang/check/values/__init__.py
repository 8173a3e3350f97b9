"""Findings about values: where a variable gets its value, what the value holds, and whether a call fits its task."""
