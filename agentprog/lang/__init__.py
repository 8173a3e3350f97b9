"""The STP language: converts text to programs and back, without I/O, model or device."""
