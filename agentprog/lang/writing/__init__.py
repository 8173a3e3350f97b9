"""A tree to canonical text."""
