"""Finished runs: finding them, their cost, the contents of their prompts, exporting them."""
