"""Pictures in Simple Gallery Pro. A picture's contents have no words on the screen, so tasks give them as
parameters.
"""

from __future__ import annotations

from agentprog.bench.aw.oracle.hand import Hand

PACKAGE = "com.simplemobiletools.gallery.pro"
_FOLDER = "DCIM"


def view(hand: Hand, name: str) -> None:
    """Open the picture with that name; the grid shows no names."""
    hand.open(PACKAGE)
    hand.tap(_FOLDER)
    hand.await_(id="media_grid")
    hand.tap(id="top_toolbar_search")
    hand.write(name, id="top_toolbar_search")
    hand.until(lambda: hand.find(id="media_item_holder").count == 1, f"one picture {name}")
    hand.leave_keyboard()
    hand.tap(id="media_item_holder")
    hand.await_(name)


def copy_to_downloads(hand: Hand, name: str) -> None:
    view(hand, name)
    hand.tap(desc="More options")
    hand.tap("Copy to")
    hand.tap("Other folder")
    hand.tap("Internal", id="breadcrumb_text")
    hand.scroll_to("Download", id="list_item_name").click()
    hand.await_("Download", id="breadcrumb_text")
    hand.tap("OK")
    hand.await_(name)
