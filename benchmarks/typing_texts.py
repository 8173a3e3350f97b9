"""Do texts arrive as they were typed? Hundreds of generated ones, typed on a simulated phone and read back.

    python benchmarks/typing_texts.py [--texts 320] [--seed 0] [--way all|action|clipboard|keys|keyboard]

The device reads every text back itself; here the field is asked once more. `--way` takes only that way of typing, so
that the ones a phone falls back to are tried as well; key events carry ASCII only and skip the rest.
"""

from __future__ import annotations

import argparse
import os
import random
import string
import time
from collections import Counter
from typing import Any

from agentprog.app.phones.adb_server import private_adb_server
from agentprog.devices import AdbDevice, choose_device, open_device
from agentprog.phone.client import start_phone
from agentprog.ports import OpenApp, Role, Tap, TypeText

_SHELL = "$(id)`id`;&&|<>\\'\"!*?[]{}~#%^=+@:,./-_ %s %d $HOME ${x} \\n \\t -n -- --es"
_SPECIAL = (
    *(
        "two\nlines",
        "\nleading",
        "trailing\n",
        "a\n\nb",
        "tab\tstop",
        " spaces  kept ",
        "100%s",
        "%sa%%s",
        "'",
        '"',
        "\\",
    ),
    *(
        "$(rm -rf /)",
        "`reboot`",
        "a;b&&c||d|e>f<g",
        "{{x}}",
        "*",
        "?",
        "!!",
        "~root",
        "#no comment",
        "-n",
        "--",
        "null",
    ),
    *("..", "....", "a..b", "…", "<b>&amp;</b>", "&#10;", "é", "e\u0301", "שלום עולם", "مرحبا بالعالم", "abc שלום 123"),
    *(
        "你好世界",
        "こんにちは",
        "한국어",
        "ไทย",
        "हिन्दी",
        "😀",
        "👨\u200d👩\u200d👧",
        "🇨🇭",
        "👍🏽",
        "a😀b😀c",
        "1️⃣",
        "ﷺ",
    ),
    *("𝔘𝔫𝔦", "\u202eevil\u202c", "zero\u200bwidth"),
)
_RANGES = (
    *((0x20, 0x7E), (0xA0, 0x24F), (0x300, 0x36F), (0x370, 0x52F), (0x590, 0x5FF), (0x600, 0x6FF), (0x900, 0x97F)),
    *((0xE00, 0xE7F), (0x2000, 0x206F), (0x2200, 0x22FF), (0x3040, 0x30FF), (0x4E00, 0x9FFF), (0xAC00, 0xD7A3)),
    *((0x1F300, 0x1FAFF), (0x20000, 0x2A6DF)),
)
_WAYS = ("action", "clipboard", "keys", "keyboard")


def texts(count: int, seed: int) -> list[str]:
    """Difficult ones first, then random ones of every script, of shell characters, and of both with line breaks."""
    chance = random.Random(seed)
    found = list(_SPECIAL)
    while len(found) < count:
        kind, length = chance.randrange(4), chance.randint(1, 40)
        if kind == 0:
            found.append("".join(chance.choice(_SHELL) for _ in range(length)))
        elif kind == 1:
            found.append("".join(chance.choice(string.printable[:95]) for _ in range(length)))
        else:
            letters = [chr(chance.randint(*chance.choice(_RANGES))) for _ in range(length)]
            if kind == 3:
                letters[chance.randrange(length)] = "\n"
            found.append("".join(letters))
    return found[:count]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--texts", type=int, default=320)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--way", choices=["all", *_WAYS], default="all")
    given = parser.parse_args()
    with private_adb_server() as port, start_phone(lifetime="command") as phone:
        os.environ["ANDROID_ADB_SERVER_PORT"] = str(port)
        device = open_device(choose_device(phone.serial, {"ANDROID_ADB_SERVER_PORT": str(port)}).serial)
        before = phone.shell("settings get secure default_input_method")[1].strip()
        if given.way != "all":
            device._typist.ways = (device._typist.ways[_WAYS.index(given.way)],)
        _run(device, texts(given.texts, given.seed), ascii_only=given.way == "keys")
        device.close()
        after = phone.shell("settings get secure default_input_method")[1].strip()
        print(f"the user's keyboard is {'the same' if before == after else f'NOT THE SAME: {before}, now {after}'}")


def _run(device: AdbDevice, given: list[str], *, ascii_only: bool) -> None:
    device.perform(OpenApp(name="SMS Messenger"))
    _open_field(device)
    came: Counter[str] = Counter()
    began = time.monotonic()
    for text in given:
        if ascii_only and not (text.isascii() and all(c.isprintable() or c == "\n" for c in text)):
            came["not for this way"] += 1
            continue
        field = next(e for e in device.observe().elements if e.role is Role.FIELD and e.focused)
        result = device.perform(TypeText(text=text, target=field))
        shown: Any = device._automation.call("getText", {"mask": 0x10 | 0x20000, "childOrSibling": [],
            "childOrSiblingSelector": [], "className": "android.widget.EditText", "focused": True})  # fmt: skip
        kind = "equal" if result.ok and shown == text else "said otherwise" if not result.ok else "WRONG"
        came[kind] += 1
        if kind != "equal":
            print(f"{kind}: typed {text!r}, shown {shown!r}: {result.detail}")
    spent = time.monotonic() - began
    print(f"{len(given)} texts: " + ", ".join(f"{count} {kind}" for kind, count in came.items()), end="; ")
    print(f"{spent / max(1, len(given)) * 1000:.0f} ms a text")


def _open_field(device: AdbDevice) -> None:
    """A field of several lines: a new message."""
    screen = device.observe()
    device.perform(Tap(target=next(e for e in screen.elements if e.role is Role.ITEM)))
    screen = device.observe()
    device.perform(Tap(target=next(e for e in screen.elements if e.role is Role.FIELD)))


if __name__ == "__main__":
    main()
