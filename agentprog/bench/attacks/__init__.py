"""Attacks on a run: a hijacked model tries effects that nobody asked for, and the phone's storage is the judge."""
