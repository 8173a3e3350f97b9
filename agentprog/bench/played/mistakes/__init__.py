"""What may go wrong with a line: mistakes of the hand and troubles of the phone, by what the line is about."""
