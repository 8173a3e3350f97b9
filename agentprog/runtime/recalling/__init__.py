"""Steps in plain words that were done before: done again by what was learned then, and learned from anew."""
