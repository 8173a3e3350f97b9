"""Parses the parts of a line: app scope, references, exact expressions, the result and its type."""
