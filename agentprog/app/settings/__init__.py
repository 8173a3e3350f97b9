"""The settings of a run: their sources, the files that hold them, the secrets."""
