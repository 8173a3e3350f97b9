"""A handler for each kind of statement that is not a step in plain words."""
