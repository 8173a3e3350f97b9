"""The machine that runs a program: counter, frames, variables, belief, gate, journal and budgets."""
