"""Code from a model, run in a sandbox, kept for next time; the one folder that files come from."""
