"""Forms: what stands in one, what the run itself has entered, and which it has kept already."""
