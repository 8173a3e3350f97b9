"""Learning from runs: trajectories, rewards, judges, metrics and training (CES, SWIRL, CODA)."""
