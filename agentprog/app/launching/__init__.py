"""From a job to its run: reads programs, opens models and phone, wires them together, and records the setup for a
resume.
"""
