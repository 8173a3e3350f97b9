"""Recipes from run to run: one readable file per app in the user's state; export and import."""
