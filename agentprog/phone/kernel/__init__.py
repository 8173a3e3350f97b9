"""Time, storage, settings, packages and sockets: what every part of the phone stands on."""
