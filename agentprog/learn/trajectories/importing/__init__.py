"""Reads the step formats of public data sets. No part of these data sets ships with agentprog."""
