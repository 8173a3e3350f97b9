"""Judging whole episodes, after CODA: one judge, votes that must agree, and how far a judge can be believed."""
