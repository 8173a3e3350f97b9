"""Repeats a recorded run: on a phone with a guard, or offline as a test."""
