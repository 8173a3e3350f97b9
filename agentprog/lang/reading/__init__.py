"""Logical lines to a tree: references, expressions, the construct that a line is, blocks, the header."""
