"""Simple SMS Messenger: conversations over the telephony provider's database and its own."""

from __future__ import annotations

from agentprog.phone.apps.sms.app import SmsMessenger

__all__ = ["SmsMessenger"]
