"""From a job to its run: programs read, models and phone opened, wired together, and put down for a later life."""
