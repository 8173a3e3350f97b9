"""The kinds of statements, each with the way to make it from the slots of its pattern."""
