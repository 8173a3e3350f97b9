"""Checks the needs of a run: the phone, the model, disk space for its record."""
