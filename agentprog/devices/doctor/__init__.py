"""Which phones are attached, and whether one is fit to be used."""
