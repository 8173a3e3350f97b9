"""Runs that are over: finding them, what they cost, what their prompts held, giving them away."""
