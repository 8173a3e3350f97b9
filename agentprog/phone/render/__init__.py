"""Pixels: fonts, icons, display lists and the composition of windows into a screenshot."""
