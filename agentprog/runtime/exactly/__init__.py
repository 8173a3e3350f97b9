"""The exact lines of a step at work: run without a model as long as the phone is as they expect, and back."""
