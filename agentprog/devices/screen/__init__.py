"""Looking at a phone: tree, pixels, the state of both, and what stands between them and the truth."""
