"""A run as it is watched from a terminal: lines, the live view, the person, the reins."""
