"""Markor by hand."""

from __future__ import annotations

from agentprog.bench.aw.oracle.hand import Hand

MARKOR = "net.gsantner.markor"
_EDITOR = "document__fragment__edit__highlighting_editor"


def open_notebook(hand: Hand) -> None:
    hand.open(MARKOR)
    hand.await_(desc="Create a new file or folder")


def _row(hand: Hand, kind: str, name: str) -> None:
    hand.scroll_to(descriptionStartsWith=f"{kind} {name}").click()


def read_note(hand: Hand, name: str) -> str:
    """A note's text."""
    open_notebook(hand)
    _row(hand, "File", name)
    return str(hand.await_(id=_EDITOR).info["text"])


def write_note(hand: Hand, name: str, text: str) -> None:
    """A new note; a name without an ending gets the app's default ending."""
    _new_note(hand, name)
    _fill(hand, text)


def _new_note(hand: Hand, name: str) -> None:
    open_notebook(hand)
    hand.tap(desc="Create a new file or folder")
    stem, dot, ending = name.rpartition(".") if "." in name else (name, "", "")
    hand.write(stem, id="new_file_dialog__name")
    if dot:
        hand.write(f".{ending}", id="new_file_dialog__ext")
    hand.tap("OK")


def rewrite_note(hand: Hand, name: str, text: str) -> None:
    open_notebook(hand)
    _row(hand, "File", name)
    _fill(hand, text)


def _fill(hand: Hand, text: str) -> None:
    hand.write(text, id=_EDITOR)
    _keep(hand)


def _keep(hand: Hand) -> None:
    hand.tap(desc="Save")
    hand.leave_keyboard()
    hand.back()
    hand.await_(desc="Create a new file or folder")


def rename_note(hand: Hand, name: str, new: str) -> None:
    open_notebook(hand)
    hand.scroll_to(descriptionStartsWith=f"File {name}").long_click(duration=0.8)
    hand.tap(desc="Rename")
    hand.write(new, id="new_name")
    hand.tap("OK")
    hand.until(lambda: not hand.sees(id="new_name"), "the note to be renamed")


def paste_note(hand: Hand, name: str) -> None:
    """A new note with the clipboard's content."""
    _new_note(hand, name)
    hand.hold(id=_EDITOR)
    hand.choose("Paste")
    _keep(hand)


def delete_all(hand: Hand) -> None:
    open_notebook(hand)
    hand.hold(descriptionStartsWith="File ")
    hand.tap(desc="More options")
    hand.tap("Select all")
    hand.tap(desc="Delete")
    hand.await_("Confirm Delete")
    hand.tap("OK")
    hand.until(lambda: not hand.sees(descriptionStartsWith="File "), "the notes to go")


def delete_note(hand: Hand, name: str) -> None:
    open_notebook(hand)
    hand.scroll_to(descriptionStartsWith=f"File {name}").long_click(duration=0.8)
    hand.tap(desc="Delete")
    hand.await_("Confirm Delete")
    hand.tap("OK")
    hand.until(lambda: not hand.sees(descriptionStartsWith=f"File {name}"), "the note to go")


def make_folder(hand: Hand, name: str) -> None:
    open_notebook(hand)
    hand.tap(desc="Create a new file or folder")
    hand.write(name, id="new_file_dialog__name")
    hand.tap("Folder")
    hand.until(lambda: not hand.sees(id="new_file_dialog__name"), "the folder to be made")


def move_note(hand: Hand, name: str, source: str, target: str) -> None:
    open_notebook(hand)
    _row(hand, "Folder", source)
    hand.scroll_to(descriptionStartsWith=f"File {name}").long_click(duration=0.8)
    hand.tap(desc="More options")
    hand.tap("Move")
    hand.tap(desc=f"Folder {target}")
    hand.tap("Select this folder")
    hand.until(lambda: not hand.sees(descriptionStartsWith=f"File {name}"), "the note to be moved")
