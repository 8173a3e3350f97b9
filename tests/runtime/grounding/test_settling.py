"""The runtime waits for loading and sending to end, and asks no model meanwhile."""

from __future__ import annotations

from typing import Any

import pytest

from agentprog.ports import OutcomeKind, Role

SEND = 'In the "Chat" app, send "hello" to +15550001111\n'


def sending(lab: Any, words: str, *, looks: int, **more: Any) -> list[int]:
    """The phone shows these words for some looks after each message. Returns the remaining looks."""
    real, left = lab.phone._chat, [looks]

    def chat() -> Any:
        rows = real()
        if lab.phone.messages and left[0]:
            left[0] -= 1
            return [(Role.TEXT, words, {"text": words, **more}), *rows]
        return rows

    lab.phone._chat = chat
    return left


@pytest.mark.parametrize("words", ["Sending…", "Wird gesendet …", "送信中…", "Loading..."])
def test_a_message_on_its_way_is_waited_for(lab, words: str) -> None:
    left = sending(lab, words, looks=6)
    assert lab.run(SEND).kind is OutcomeKind.VERIFIED
    assert left == [0]
    seen = [element.label for context in lab.grounder.contexts for element in context.seen.screen.elements]
    assert words not in seen


def test_a_bar_of_progress_is_waited_for(lab) -> None:
    left = sending(lab, "", looks=4, class_name="android.widget.ProgressBar")
    assert lab.run(SEND).kind is OutcomeKind.VERIFIED
    assert left == [0]


@pytest.mark.parametrize("more", [{"clickable": True}, {"text": "A text that was cut since there is no room for all…"}])
def test_a_touchable_or_shortened_text_is_no_progress_to_wait_for(lab, more: dict[str, Any]) -> None:
    words = str(more.get("text", "More…"))
    sending(lab, words, looks=1000, **more)
    began = lab.clock.monotonic()
    lab.run(SEND)
    assert lab.clock.monotonic() - began < 8


def test_waiting_for_an_endless_progress_ends(lab) -> None:
    sending(lab, "Sending…", looks=1000)
    began = lab.clock.monotonic()
    assert lab.run(SEND).kind is OutcomeKind.UNVERIFIED, "what is still on its way proves nothing"
    assert 8 <= lab.clock.monotonic() - began < 30
    assert any(element.label == "Sending…" for element in lab.grounder.contexts[-1].seen.screen.elements)
