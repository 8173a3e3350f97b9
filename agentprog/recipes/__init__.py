"""Recipes: the moves of a proven step, with slots for its values, so that a later execution needs no model."""
