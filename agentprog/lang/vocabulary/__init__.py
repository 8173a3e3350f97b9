"""The words of each human language, and the patterns that match lines."""
