"""Watching a run in a terminal: lines, the live view, the person's answers, the controls."""
