"""The phone's sh: bashkit interprets scripts, with the phone as its file system and its programs."""
