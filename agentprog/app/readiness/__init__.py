"""Whether all is there that a run needs: the phone, the model, room for its record."""
