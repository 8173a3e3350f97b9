"""The composition root and public API: names concrete classes, reads configuration, wires a run."""
