"""What stands between a run and harm: gate, risk classes, budgets, the lock, the person asked."""
