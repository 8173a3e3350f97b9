"""Joplin: notes and to-dos in notebooks, written in Markdown and shown as a page; search, order, several at once.

Written from public facts about the app at the version that AndroidWorld installs; synchronisation, tags, attachments,
alarms and encryption are not there.
"""

from agentprog.phone.apps.joplin.app import Joplin

__all__ = ["Joplin"]
