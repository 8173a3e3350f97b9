"""What a run leaves behind, and how a second life goes on from it."""
