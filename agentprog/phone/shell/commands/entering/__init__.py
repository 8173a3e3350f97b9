"""Commands of input: touches, keys and text, the input methods, and the events of the glass."""
