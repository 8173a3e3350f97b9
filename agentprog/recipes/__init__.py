"""How a step was done, kept as exact lines with its values left open, so that it need not be found again."""
