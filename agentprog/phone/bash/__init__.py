"""The phone's sh: bashkit interprets scripts, over the phone's file system and programs."""
