"""Task suites over the simulated phone, with evaluators that read only the phone's own storage."""
