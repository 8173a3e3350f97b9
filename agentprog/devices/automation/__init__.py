"""The automation server on the phone: starting, calling and repairing it."""
