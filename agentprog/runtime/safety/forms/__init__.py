"""Forms: their contents, the run's own entries, and the forms that are already saved."""
