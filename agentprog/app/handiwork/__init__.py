"""What a person points at and does on a phone, as exact lines of a program."""
