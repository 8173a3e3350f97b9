"""How fast and how small: hierarchy dumps to elements, and to the lines a model reads.

    python benchmarks/elements.py [DUMP.xml ...]

Times a generated screen of 500 nodes from XML to prompt text; exit status 1 when that takes 5 ms or more. With files it
also prints, for each, how many tokens a model is given, by a Qwen tokenizer where such weights lie on this computer.
"""

from __future__ import annotations

import argparse
import statistics
import time
from datetime import UTC, datetime
from pathlib import Path

from agentprog.agents.writing import numbered
from agentprog.devices.hierarchy import read_elements, read_hierarchy
from agentprog.models.vocabulary import text_counter
from agentprog.ports import Screen

_BAR = 5.0
_NOW = datetime(2026, 1, 1, tzinfo=UTC)

_NODE = (
    '<node index="0" text="{text}" resource-id="org.example:id/{rid}" class="android.widget.{cls}"'
    ' package="org.example" content-desc="" checkable="false" checked="false" clickable="{click}"'
    ' enabled="true" focusable="false" focused="false" scrollable="{scroll}" long-clickable="false"'
    ' password="false" selected="false"'
    ' visible-to-user="true" bounds="[{l},{t}][{r},{b}]" drawing-order="1" hint="" display-id="0"'
)


def generated(nodes: int) -> str:
    """A list of rows with two texts and a button each, four nodes a row."""
    rows = max(1, nodes // 4)
    height = 2300 // rows
    head = (
        _NODE.format(text="", rid="list", cls="ListView", click="false", scroll="true", l=0, t=80, r=1080, b=2400) + ">"
    )
    out = ["<?xml version='1.0' encoding='UTF-8'?><hierarchy rotation=\"0\">", head]
    for i in range(rows):
        top = 80 + i * height
        box = {"t": top, "b": top + height, "scroll": "false"}
        out.append(_NODE.format(text="", rid="row", cls="LinearLayout", click="true", l=0, r=1080, **box) + ">")
        out.append(
            _NODE.format(text=f"Name {i}", rid="title", cls="TextView", click="false", l=9, r=700, **box) + " />"
        )
        out.append(_NODE.format(text="12:30", rid="date", cls="TextView", click="false", l=700, r=900, **box) + " />")
        out.append(_NODE.format(text="", rid="more", cls="ImageButton", click="true", l=900, r=1080, **box) + " />")
        out.append("</node>")
    return "".join([*out, "</node></hierarchy>"])


def listed(raw: str | bytes) -> str:
    """The list that a model which numbers elements is given."""
    reading = read_elements(read_hierarchy(raw))
    screen = Screen(
        package=reading.package,
        activity="",
        width=reading.display.width,
        height=reading.display.height,
        taken_at=_NOW,
        elements=reading.elements,
    )
    return "\n".join(numbered(screen))


def milliseconds(raw: str | bytes, rounds: int = 60) -> float:
    """Fastest processor time from a dump to its lines: other work on the computer only adds to it."""
    took = []
    for _ in range(rounds):
        began = time.thread_time()
        listed(raw)
        took.append((time.thread_time() - began) * 1000)
    return min(took)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("files", nargs="*", type=Path)
    files = parser.parse_args().files
    counter = text_counter()
    spent = 0.0
    for nodes in (50, 200, 500):
        raw = generated(nodes)
        spent = milliseconds(raw)
        print(f"{raw.count('<node'):4} nodes, {len(raw):7} characters: {spent:6.2f} ms", flush=True)
    raws, lists = [], []
    for file in files:
        text = file.read_bytes()
        raws.append(counter.count(text.decode("utf-8", "replace")))
        lists.append(counter.count(listed(text)))
        print(f"{file.name[-60:]:60} {raws[-1]:7} tokens raw {lists[-1]:6} listed")
    if files:
        for name, sizes in (("raw", raws), ("listed", lists)):
            print(f"{name}: {sum(sizes)} tokens in {len(files)} dumps, median {statistics.median(sizes):.0f}", end="; ")
        print(f"by {counter.name}")
    print(f"500 nodes in {spent:.2f} ms, to be below {_BAR:g}")
    return int(spent >= _BAR)


if __name__ == "__main__":
    raise SystemExit(main())
