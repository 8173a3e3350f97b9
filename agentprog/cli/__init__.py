"""Commands and views. The only place that knows the terminal."""
