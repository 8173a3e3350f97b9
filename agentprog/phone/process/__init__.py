"""The process of a simulated phone: assembly, admin socket, registry entry."""
