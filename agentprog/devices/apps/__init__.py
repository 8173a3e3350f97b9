"""A phone's apps: their names, and how to open one."""
