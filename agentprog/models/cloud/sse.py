"""Server-sent events: the data of each, as a provider sends an answer in pieces."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

MEDIA_TYPE = "text/event-stream"
DONE = "[DONE]"


def events(lines: Iterable[str]) -> Iterator[str]:
    """The data of each event. An event that the end of the stream cuts off is left out: it may be half a one."""
    data: list[str] = []
    for line in lines:
        if line.startswith("data:"):
            data.append(line[5:].removeprefix(" "))
        elif not line.strip() and data:
            yield "\n".join(data)
            data = []
