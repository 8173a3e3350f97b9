"""`agentprog trace`: what earlier runs did."""
