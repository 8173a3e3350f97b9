"""The words of every human language, and the patterns that lines are matched with."""
