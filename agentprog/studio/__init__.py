"""Studio: a local page to watch, steer, inspect, record and review runs."""
