"""The effects that the lines of a program have on the world: their kinds, the orders in a sentence, the manifest."""
