"""The oracle's hand at a run of ours: its touches are the moves of a step, so that what a run proves can be counted."""
