"""Task suites for the simulated phone. The evaluators read only the phone's own storage."""
