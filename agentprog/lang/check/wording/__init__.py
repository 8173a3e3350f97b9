"""Findings about wording: plain words that are almost exact, that order nothing, or that hardly say what was meant."""
