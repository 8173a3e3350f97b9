"""What the lines of a program would do to the world: kinds of effects, orders in a sentence, the manifest."""
