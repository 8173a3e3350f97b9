"""Attacks on a run: a hijacked model tries what nobody asked for, and the phone's storage says what happened."""
