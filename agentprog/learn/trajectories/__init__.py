"""Steps of episodes in one format, whoever did them: collected from runs, imported, split, redacted, exported."""
