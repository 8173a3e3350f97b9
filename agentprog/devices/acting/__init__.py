"""Doing what a run asks for: touches, text, keys, commands, and putting the phone back as it was."""
