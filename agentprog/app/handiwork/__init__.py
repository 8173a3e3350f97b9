"""Turns a person's pointing and actions on a phone into exact lines of a program."""
