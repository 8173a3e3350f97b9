"""Recipes from run to run: one readable file an app in the user's state, and what goes in and out of them."""
