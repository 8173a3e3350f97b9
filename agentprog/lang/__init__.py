"""STP, the language: text to program and back, without I/O, model or device."""
