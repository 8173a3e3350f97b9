"""Phone: a keypad, and the screen of the call that is going on. Calls are the system's own (`kernel/calls.py`)."""

from agentprog.phone.apps.dialer.app import Dialer

__all__ = ["Dialer"]
