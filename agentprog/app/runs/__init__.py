"""Finished runs: their search, cost, prompt contents and export."""
