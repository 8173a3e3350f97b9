"""Text to logical lines with their places: joined, and repaired if asked."""
