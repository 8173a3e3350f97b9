"""Formats of models' replies, one pydantic class for each prompt. Untrusted text becomes data only here."""
