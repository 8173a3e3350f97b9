"""The kinds of statements: how each is made from the slots of its pattern."""
