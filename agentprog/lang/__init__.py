"""Text to program: parser, syntax tree, checks, compiled table. Pure: no input or output, no model, no device."""
