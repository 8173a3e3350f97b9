"""Solves AndroidWorld's tasks by taps and typing, knowing each task's parameters.

It shows that a task can be done on the phone and that AndroidWorld's judge accepts a right end. It says nothing about
any model.
"""

from agentprog.bench.androidworld.oracle.agent import make_oracle

__all__ = ["make_oracle"]
