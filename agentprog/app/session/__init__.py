"""One run at work, controlled from this process, or over a local socket."""
