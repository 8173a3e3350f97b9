"""Text to logical lines: joined, mended where asked, each knowing where it stands."""
