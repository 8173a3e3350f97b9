"""Protects a person from harm by a run: gate, risk classes, budgets, the lock, questions to a person."""
