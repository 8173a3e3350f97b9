"""Learning from what was done: trajectories, rewards, judges, metrics and training (CES, SWIRL, CODA)."""
