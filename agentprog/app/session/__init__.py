"""A session controls one run, from this process or over a local socket."""
