"""agentprog inside a Python program: the Agent, its callbacks, its functions as tools."""
