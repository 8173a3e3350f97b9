"""Findings about wording: plain words that are almost exact, that order nothing, or that miss the author's intent."""
