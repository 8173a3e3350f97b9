"""Possible faults of a line: mistakes of the hand and troubles of the phone, by the line's subject."""
