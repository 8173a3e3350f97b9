"""Commands that show what is on the display: pictures, films, the tree."""
