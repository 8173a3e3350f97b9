"""Formats of models' replies, one pydantic class for each prompt. Only here does untrusted text become data."""
