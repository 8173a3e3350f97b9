"""Performs a run's actions: touches, text, keys, commands; restores the phone's state afterwards."""
