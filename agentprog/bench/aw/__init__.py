"""AW-Extend's nineteen long tasks and thirty short ones in AndroidWorld's manner, for the simulated phone."""
