"""The process of a simulated phone: its parts put together, its admin socket, its entry in the registry."""
