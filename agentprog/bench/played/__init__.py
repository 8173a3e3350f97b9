"""The oracle's hand inside one of our runs: its touches are the moves of a step, which allows counting the run's
proofs.
"""
