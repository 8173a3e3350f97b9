"""Model-written code, run in a sandbox and kept for the next run; also the only access to the program's files."""
