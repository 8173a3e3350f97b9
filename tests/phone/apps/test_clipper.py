from __future__ import annotations

from collections.abc import Callable

from agentprog.phone.process.assembly import SimulatedPhone
from agentprog.phone.rig import ShellResult
from agentprog.phone.system.hand import Hand
from agentprog.phone.system.phone import SimPhone


def test_a_typed_text_goes_to_the_clipboard_and_back(phone: SimPhone, hand: Hand) -> None:
    hand.open("Clipper")
    assert hand.texts("clipboard") == ["The clipboard is empty"]
    hand.tap("Copy")
    assert phone.toasts.last() == "Nothing to copy"
    hand.write("Grüße, 4 Uhr", id="text")
    hand.tap("Copy")
    assert phone.clipboard.get() == "Grüße, 4 Uhr"
    assert hand.texts("clipboard") == ["Grüße, 4 Uhr"]
    hand.tap("Clear")
    hand.tap("Paste")
    assert hand.texts("text") == ["Grüße, 4 Uhr"]


def test_the_broadcasts_of_clipper_set_and_read_the_clipboard(
    inner_phone: SimulatedPhone, sh: Callable[[str], ShellResult]
) -> None:
    assert "result=-1" in sh("am broadcast -a clipper.set -e text 'seven o clock'").stdout
    assert inner_phone.phone.clipboard.get() == "seven o clock"
    assert 'data="seven o clock"' in sh("am broadcast -a clipper.get").stdout
