"""What a run is set up with: where each value comes from, the files that hold them, the secrets."""
