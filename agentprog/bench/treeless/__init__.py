"""Tasks in apps whose screens have no accessibility nodes: a canvas, Flutter, a web view, a game board, a map."""
