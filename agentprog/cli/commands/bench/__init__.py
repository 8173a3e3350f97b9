"""`agentprog bench`: agents over task suites."""
