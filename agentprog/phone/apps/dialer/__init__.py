"""Phone: a keypad, and the screen of the current call. The system makes the calls (`kernel/calls.py`)."""

from agentprog.phone.apps.dialer.app import Dialer

__all__ = ["Dialer"]
