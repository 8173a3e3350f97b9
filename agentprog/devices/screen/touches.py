"""Reports a person's touches on one phone as they happen, from its kernel's events."""

from __future__ import annotations

import threading
from collections.abc import Callable

from agentprog.devices.link.transport import Followed, Transport
from agentprog.devices.prints.touches import DEVICES, EVENTS, Fingers, parse_glasses
from agentprog.ports.touches import Hears, Unheard

_LOST = "the phone stopped reporting touches"


def hear_touches(transport: Transport, hears: Hears) -> Callable[[], None] | None:
    """Report strokes and keys from a thread of its own, until the returned function is called; None if no touch screen
    is readable. Raises DeviceError."""
    glasses = parse_glasses(transport.shell(DEVICES).out)
    if not glasses:
        return None
    followed, stopped = transport.follow(EVENTS), threading.Event()

    def stop() -> None:
        stopped.set()
        followed.close()

    listens = threading.Thread(
        target=_listen, args=(followed, Fingers(glasses), hears, stopped), name="agentprog touches", daemon=True
    )
    listens.start()
    return stop


def _listen(followed: Followed, fingers: Fingers, hears: Hears, stopped: threading.Event) -> None:
    for line in followed.lines():
        event = fingers.read(line)
        if event is not None and not stopped.is_set():
            hears(event)
    if not stopped.is_set():
        hears(Unheard(why=_LOST))
