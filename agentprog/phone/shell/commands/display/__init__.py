"""Commands that show the display: pictures, films, the accessibility tree."""
