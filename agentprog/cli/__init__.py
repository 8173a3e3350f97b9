"""The command line: commands, their output, and their exit statuses. Only this room uses the terminal."""
