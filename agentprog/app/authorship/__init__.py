"""Whose lines a program's are: what this user wrote or approved here, as their own state keeps it."""
