"""Parsers for the output of a phone's commands."""
