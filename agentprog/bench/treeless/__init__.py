"""Tasks in apps whose screens tell accessibility nothing: a canvas, Flutter, a web view, a game board, a map."""
