"""The record of a run, and how a resumed run continues from it."""
