"""The widget toolkit: one tree that is laid out, hit by fingers, read by accessibility and drawn."""
