"""Evaluates expressions, alone or with the help of the world."""
