"""`agentprog trace`: inspects earlier runs."""
