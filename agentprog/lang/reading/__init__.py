"""Builds the tree of a program from its logical lines: header, blocks, the construct of each line, expressions."""
