"""What a role is told: chosen from the run's state, each section within its budget."""
