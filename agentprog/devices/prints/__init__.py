"""Parsers of what a phone's commands print."""
