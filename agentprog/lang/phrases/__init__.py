"""Parts of a line: references, exact expressions, app scope, result and type."""
