"""`agentprog learn`: trajectories, judges, rewards, metrics and training."""
