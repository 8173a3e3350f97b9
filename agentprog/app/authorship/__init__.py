"""The authors of a program's lines: the user's state folder records which lines a model wrote and which the user
approved."""
