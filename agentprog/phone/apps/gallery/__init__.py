"""Simple Gallery Pro: the pictures of shared storage by folder, single pictures, copying, favourites, the Recycle Bin.

Written from public facts about the app, in the version that AndroidWorld installs. It lacks videos, the editor, zoom,
slide shows, and hidden and locked folders.
"""

from agentprog.phone.apps.gallery.app import SimpleGallery

__all__ = ["SimpleGallery"]
