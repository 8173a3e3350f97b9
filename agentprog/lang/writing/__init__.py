"""Writes trees as canonical text."""
