"""agentprog inside a Python program: the Agent, its callbacks, and Python functions as tools."""
