"""Joplin: notes and to-dos in notebooks, written in Markdown and shown as pages, with search, sorting and multiple
selection.

Written from public facts about the app, in the version that AndroidWorld installs. It lacks synchronisation, tags,
attachments, alarms and encryption.
"""

from agentprog.phone.apps.joplin.app import Joplin

__all__ = ["Joplin"]
