"""Builds the content of a role's prompt from the run's state, each section within its budget."""
