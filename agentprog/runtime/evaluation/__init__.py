"""What an expression is worth, by itself or by asking the world."""
