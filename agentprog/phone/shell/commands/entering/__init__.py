"""Input commands: touches, keys and text, the input methods, and the touch screen's events."""
