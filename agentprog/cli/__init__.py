"""The command line: commands, what they show, and how they end. The only place that knows a terminal."""
