"""The system of the simulated phone: time, storage, packages, activities, windows, input, accessibility."""
