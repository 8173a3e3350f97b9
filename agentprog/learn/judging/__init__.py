"""Judges whole episodes, after CODA: one judge, unanimous votes, and the reliability of a judge."""
