"""How fast and how small: hierarchy dumps to elements, and to lines a model reads.

    python benchmarks/elements.py [DUMP.xml ...]

Without files it times a generated screen of 500 nodes. With files it also prints, for each, raw and listed sizes.
"""

from __future__ import annotations

import argparse
import statistics
import time
from pathlib import Path

from agentprog.devices.hierarchy import read_elements, read_hierarchy
from agentprog.ports import Element, Window

_NODE = (
    '<node index="0" text="{text}" resource-id="org.example:id/{rid}" class="android.widget.{cls}"'
    ' package="org.example" content-desc="" checkable="false" checked="false" clickable="{click}"'
    ' enabled="true" focusable="false" focused="false" scrollable="{scroll}" long-clickable="false"'
    ' password="false" selected="false"'
    ' visible-to-user="true" bounds="[{l},{t}][{r},{b}]" drawing-order="1" hint="" display-id="0">'
)


def generated(nodes: int) -> str:
    """A list of rows with two texts and a button each, four nodes a row."""
    rows = max(1, nodes // 4)
    height = 2300 // rows
    head = _NODE.format(text="", rid="list", cls="ListView", click="false", scroll="true", l=0, t=80, r=1080, b=2400)
    out = ["<?xml version='1.0' encoding='UTF-8'?><hierarchy rotation=\"0\">", head]
    for i in range(rows):
        top = 80 + i * height
        box = {"t": top, "b": top + height, "scroll": "false"}
        out.append(_NODE.format(text="", rid="row", cls="LinearLayout", click="true", l=0, r=1080, **box))
        out.append(
            _NODE.format(text=f"Name {i}", rid="title", cls="TextView", click="false", l=9, r=700, **box) + "</node>"
        )
        out.append(
            _NODE.format(text="12:30", rid="date", cls="TextView", click="false", l=700, r=900, **box) + "</node>"
        )
        out.append(_NODE.format(text="", rid="more", cls="ImageButton", click="true", l=900, r=1080, **box) + "</node>")
        out.append("</node>")
    return "".join([*out, "</node></hierarchy>"])


def line(element: Element) -> str:
    """One element as a model could read it, nothing said twice."""
    said = element.descriptor
    if element.text and element.text != element.label:
        said += f" = {element.text}"
    flags = [name for name in ("checked", "selected", "focused", "more_above", "more_below") if getattr(element, name)]
    return f"{element.index} {said}{' [' + ' '.join(flags) + ']' if flags else ''}"


def listed(raw: str | bytes) -> str:
    """The list of a dump, without keyboard and system bars."""
    reading = read_elements(read_hierarchy(raw))
    shown = [e for e in reading.elements if e.window in (Window.APP, Window.DIALOG)]
    return "\n".join(line(element) for element in shown)


def milliseconds(raw: str | bytes, rounds: int = 40) -> float:
    """Median processor time from a dump to its lines; other work on the computer does not count."""
    took = []
    for _ in range(rounds):
        began = time.thread_time()
        listed(raw)
        took.append((time.thread_time() - began) * 1000)
    return statistics.median(took)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("files", nargs="*", type=Path)
    files = parser.parse_args().files
    for nodes in (50, 200, 500):
        raw = generated(nodes)
        print(
            f"{raw.count('<node'):4} nodes, {len(raw):7} characters: {milliseconds(raw):6.2f} ms to {len(listed(raw))}"
        )
    sizes = []
    for file in files:
        raw = file.read_bytes()
        text = listed(raw)
        sizes.append((len(raw), len(text)))
        print(f"{file.name[:60]:60} {len(raw):8} bytes {len(text):7} characters {milliseconds(raw, 5):6.2f} ms")
    if sizes:
        raws, texts = [raw for raw, _ in sizes], [text for _, text in sizes]
        print(f"{len(sizes)} dumps: raw {sum(raws)} bytes (median {statistics.median(raws):.0f}),", end=" ")
        print(f"listed {sum(texts)} characters (median {statistics.median(texts):.0f})")


if __name__ == "__main__":
    main()
