"""Simple Gallery Pro: the pictures of shared storage by folder, one picture, copying, favourites, the Recycle Bin.

Written from public facts about the app at the version that AndroidWorld installs. Videos, the editor, zooming, slide
shows, hidden and locked folders are not there.
"""

from agentprog.phone.apps.gallery.app import SimpleGallery

__all__ = ["SimpleGallery"]
