"""One run at work, held by whoever is there: in this process, or over a local socket."""
