"""Repeats steps in plain words by recipes learned from earlier executions, and learns new recipes."""
