"""Google Contacts: people in the contacts provider's database."""

from __future__ import annotations

from agentprog.phone.apps.contacts.app import Contacts

__all__ = ["Contacts"]
