"""Time, storage, settings, packages and sockets: the base of every part of the phone."""
