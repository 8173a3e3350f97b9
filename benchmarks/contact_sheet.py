"""About sixty screens of the simulated phone on one picture, light and dark, for a person to look at.

    python benchmarks/contact_sheet.py [OUT.png] [--per-app 4]

Each app is opened, then the first things on it that can be tapped, as long as they lead to screens not seen before.
Prints how many screens there are and what drawing one took.
"""

from __future__ import annotations

import argparse
import statistics
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path

from PIL import Image, ImageDraw

from agentprog.phone.records import UiNode
from agentprog.phone.render import fonts
from agentprog.phone.system.hand import Hand, ManualTime
from agentprog.phone.system.phone import SimPhone, build_phone

WIDTH, GAP, LABEL, COLUMNS = 240, 12, 22, 12
ASKED = ("Allow USB debugging?", "The computer's RSA key fingerprint is:\nAB:CD:EF", ("Cancel", "Allow"))
# Words of what leads to telling screens, the best first.
TELLING = ("fab", "add", "create", "new ", "more options", "menu", "navigation")


class Sheet:
    """Collects screens of one phone after another."""

    def __init__(self) -> None:
        self.cells: list[tuple[str, Image.Image]] = []
        self.took: list[float] = []

    def add(self, name: str, phone: SimPhone) -> None:
        began = time.perf_counter()
        image = phone.capture.image()
        self.took.append((time.perf_counter() - began) * 1000)
        height = round(image.height * WIDTH / image.width)
        self.cells.append((name, image.resize((WIDTH, min(height, WIDTH * 20 // 9)))))

    def save(self, path: Path) -> None:
        tall = max(image.height for _, image in self.cells) + LABEL + GAP
        rows = -(-len(self.cells) // COLUMNS)
        sheet = Image.new("RGB", (COLUMNS * (WIDTH + GAP) + GAP, rows * tall + GAP), "#7A7A80")
        draw = ImageDraw.Draw(sheet)
        for i, (name, image) in enumerate(self.cells):
            x, y = GAP + i % COLUMNS * (WIDTH + GAP), GAP + i // COLUMNS * tall
            fonts.draw(draw, (x, y), fonts.wrap(name, 15, "regular", WIDTH, 1)[0], 15, "regular", (255, 255, 255))
            sheet.paste(image, (x, y + LABEL))
        sheet.save(path)


def boot(folder: Path, profile: str, *, dark: bool = False) -> tuple[SimPhone, Hand]:
    phone = build_phone(root=folder / f"{profile}-{dark}", image="default", seed=7, clock=ManualTime(), profile=profile)
    if not isinstance(phone, SimPhone):
        raise SystemExit("this needs the phone itself")
    phone.settings.put("secure", "ui_night_mode", "2" if dark else "1")
    return phone, Hand(phone)


def telling(node: UiNode) -> int:
    words = f"{node.resource_id.rpartition('/')[2]} {node.description} {node.text}".lower()
    return next((i for i, word in enumerate(TELLING) if word in words), len(TELLING))


def signature(hand: Hand) -> tuple[str, ...]:
    return tuple(
        sorted({f"{n.resource_id}{n.class_name}" for n in hand.nodes() if n.package != "com.android.systemui"})
    )


def screens(phone: SimPhone, hand: Hand, package: str, most: int) -> Iterator[str]:
    """Bring one screen of an app after another to the front, by name."""

    def fresh() -> list[UiNode]:
        phone.activities.force_stop(package)
        phone.open(package)
        hand.wait(1.5)
        found = [n for n in hand.nodes() if n.clickable and n.enabled and n.package == package]
        return sorted(found, key=telling)

    targets = fresh()
    seen, shown = {signature(hand)}, 1
    yield package.rpartition(".")[2]
    for i in range(min(len(targets), 12)):
        if shown >= most:
            return
        now = fresh()
        if i >= len(now):
            return
        phone.touch.tap(*now[i].bounds.center)
        hand.wait(1.0)
        resumed = phone.activities.resumed()
        if resumed is not None and resumed.package == package and signature(hand) not in seen:
            seen.add(signature(hand))
            shown += 1
            word = now[i].description or now[i].text or now[i].resource_id.rpartition("/")[2]
            yield f"{package.rpartition('.')[2]}: {word}"


def system_screens(phone: SimPhone, hand: Hand) -> Iterator[str]:
    """What the system itself shows."""
    for package in ("com.android.settings", "com.google.android.contacts"):
        phone.open(package)
        hand.wait(1.0)
    hand.press("home")
    yield "home"
    hand.swipe(0.5, 0.7, 0.5, 0.2)
    yield "all apps"
    phone.notifications.post("com.simplemobiletools.smsmessenger", "Ada 张伟", "Bis später 😀 שלום")
    phone.notifications.open_shade()
    yield "shade"
    hand.swipe(0.5, 0.1, 0.5, 0.7)
    yield "quick settings"
    phone.notifications.close_shade()
    actions: tuple[tuple[str, Callable[[], object]], ...] = (
        ("recents", lambda: phone.keys.press("recents")),
        ("not responding", lambda: phone.stage.anr("com.google.android.contacts")),
        ("USB debugging", lambda: phone.stage.ask(*ASKED, lambda _: None, checkbox="Always allow")),
        ("locked", phone.power.lock),
    )  # fmt: skip
    for name, act in actions:
        act()
        hand.wait(0.5)
        yield name
        phone.stage.dialogs.clear()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("out", nargs="?", type=Path, help="default: in the folder for temporary files")
    parser.add_argument("--per-app", type=int, default=3)
    args = parser.parse_args()
    sheet = Sheet()
    with tempfile.TemporaryDirectory() as folder:
        for profile, dark, packages in (
            ("pixel", False, None),
            ("pixel", True, None),
            ("pixel-ar", False, ("com.android.settings",)),
            ("pixel-zh", True, ("com.google.android.contacts",)),
            ("foldable", False, ("com.simplemobiletools.calendar.pro",)),
        ):
            phone, hand = boot(Path(folder), profile, dark=dark)
            apps = packages or [a.package for a in phone.package_manager.apps.values() if a.launch and not a.hidden]
            if packages is None:
                for name in system_screens(phone, hand):
                    sheet.add(name, phone)
                phone.power.unlock()
            for package in apps:
                for name in screens(phone, hand, package, args.per_app if packages is None else 2):
                    sheet.add(name if packages is None else f"{profile} {name}", phone)
            phone.close()
    out = args.out or Path(tempfile.gettempdir()) / "agentprog-contact-sheet.png"
    sheet.save(out)
    print(f"{len(sheet.cells)} screens on {out}; drawing one took {statistics.median(sheet.took):.0f} ms (median)")


if __name__ == "__main__":
    main()
