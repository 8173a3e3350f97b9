"""What the page of a long run costs: bytes, processor seconds to write it, seconds until a browser shows it.

    .venv/bin/python benchmarks/report.py [--steps 500] [--keep FOLDER]

The run is made up: a screen of its own for every step, drawn as busy as a list in an app is, a model call for every
second one, beliefs and variables. The browser is the system's Chromium, through playwright; without them that part is
NOT RUN.
"""

from __future__ import annotations

import argparse
import json
import random
import shutil
import sys
import tempfile
import time
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from PIL import Image, ImageDraw

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from agentprog.ports import Event
from agentprog.report import write_report
from agentprog.runtime.journal import events as e
from agentprog.runtime.journal.folder import RunFolder

MOST_BYTES = 10_000_000
MOST_CPU_SECONDS = 10.0
MOST_LOAD_SECONDS = 5.0
_NAMES = "Ada Byron Grete Hermann Otto Castillo milk bread errands Tuesday invoice garden library call write read"
_WORDS = _NAMES.split()
_ROUND = 5


def long_run(base: Path, *, steps: int, seed: int = 0, pictures: int = 0) -> RunFolder:
    """A folder as a run of so many steps leaves it, with so many different pictures; 0: one of its own for each."""
    draw = random.Random(seed)
    folder = RunFolder.create(base, instruction=f"a run of {steps} steps", now=datetime(2026, 1, 2, tzinfo=UTC))
    program = "repeat 100 times:\n" + "".join(f'    Tap "{_WORDS[n]}"\n' for n in range(_ROUND))
    for event in [
        e.RunStarted(at=0.0, run=folder.name, instruction="a long run", started_at="2026-01-02T00:00:00+00:00"),
        e.ProgramReady(at=0.0, text=program, source="file", digest="d"),
    ]:
        folder.append(event, durable=False)
    for step in range(1, steps + 1):
        _screen(folder.path, step)
        if pictures and step > pictures:
            same = folder.path / "steps" / f"{(step - 1) % pictures + 1:04d}.jpg"
            shutil.copyfile(same, folder.path / "steps" / f"{step:04d}.jpg")
        else:
            _picture(folder.path, step, draw)
        for event in _step(folder, step, draw):
            folder.append(event, durable=False)
    totals = {"seconds": steps * 1.0, "actions": steps}
    folder.append(
        e.RunFinished(at=float(steps), outcome="verified", reason="all seen", exit_code=0, totals=totals), durable=False
    )
    folder.close()
    return folder


def _step(folder: RunFolder, step: int, draw: random.Random) -> list[Event]:
    at, record, place = float(step), f"{step:04d}", draw.randrange(200, 2000)
    line = 2 + (step - 1) % _ROUND
    here: dict[str, Any] = {"at": at, "step": step, "node": f"n{line}"}
    what = {"type": "Tap", "target": {"type": "Element", "index": 1, "bounds": [80, place, 1000, place + 120]}}
    found: list[Event] = [
        e.StepStarted(**here, line=line, kind="DirectUI", text=f'Tap "{_WORDS[line]}"', depth=1),
        e.Observed(at=at, step=step, signature=record, package="com.x", activity="A", elements=20, record=record),
        e.BeliefChanged(
            at=at, step=step, belief=f"b{step}", change="add", text=draw.choice(_WORDS), status="assumed", scope="app"
        ),
    ]
    if step % 2:
        (folder.path / "models").mkdir(exist_ok=True)
        said = {"request": {"messages": [{"role": "user", "text": "w " * 4000}]}, "reply": {"text": "tap it " * 20}}
        (folder.path / "models" / f"{record}.json").write_text(json.dumps(said, indent=1), encoding="utf-8")
        found.append(
            e.ModelCalled(
                at=at,
                model="openai:x",
                purpose="ground",
                prompt=3000,
                cached=2000,
                completion=40,
                seconds=1.0,
                record=record,
            )
        )
    return [
        *found,
        e.ActionIntended(**here, action=step, what=what, text="tap it", why="step"),
        e.ActionDone(**here, action=step, ok=True, changed=True),
        e.VariableSet(at=at, step=step, line=line, name="x", kind="text", provenance="screen", preview=record),
        e.StepFinished(
            **here, line=line, kind="DirectUI", operation="continue", status="verified", tier="semantic", seconds=1.0,
            actions=1, model_calls=step % 2, tokens=3040, detail="seen",
        ),
    ]  # fmt: skip


def _picture(folder: Path, step: int, draw: random.Random) -> None:
    image = Image.new("RGB", (1080, 2400), draw.choice(("#fdfcff", "#101418", "#e8f0fe")))
    pen = ImageDraw.Draw(image)
    for row in range(16):
        top = 150 + row * 135
        pen.ellipse((40, top, 130, top + 90), fill=f"#{draw.randrange(0x1000000):06x}")
        for line in range(2):
            words = " ".join(draw.choices(_WORDS, k=5))
            pen.text((170, top + line * 48), words, fill="#777777", font_size=40)
    image.save(folder / "steps" / f"{step:04d}.jpg", quality=80)


def _screen(folder: Path, step: int) -> None:
    (folder / "steps").mkdir(exist_ok=True)
    screen = {"package": "com.x", "width": 1080, "height": 2400, "elements": [{"label": word} for word in _WORDS]}
    (folder / "steps" / f"{step:04d}.json").write_text(json.dumps(screen), encoding="utf-8")


def load_seconds(page: Path) -> tuple[float, float] | str:
    """Seconds until the page is drawn, and of the longest frame while it is scrolled to its end; or why not."""
    try:
        from playwright.sync_api import Error, sync_playwright
    except ImportError:
        return "playwright is not installed (make test-browser installs it)"
    from tests.browser.chromium import ARGUMENTS, browser_path

    with sync_playwright() as play:
        try:
            browser = play.chromium.launch(executable_path=browser_path(), args=ARGUMENTS)
        except Error as exc:
            return f"no Chromium starts: {str(exc).splitlines()[0]}"
        sheet = browser.new_page(viewport={"width": 1280, "height": 900})
        began = time.monotonic()
        sheet.goto(page.as_uri())
        sheet.evaluate("() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")
        loaded = time.monotonic() - began
        longest = sheet.evaluate(_SCROLL)
        browser.close()
    return loaded, longest / 1000


_SCROLL = """() => new Promise((done) => {
  let last = performance.now(), longest = 0, frames = 0;
  const next = (now) => {
    longest = Math.max(longest, now - last);
    last = now;
    window.scrollBy(0, 3000);
    if (++frames < 120) requestAnimationFrame(next); else done(longest);
  };
  requestAnimationFrame(next);
})"""


def main() -> int:
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("--steps", type=int, default=500)
    options.add_argument("--keep", type=Path, help="where to leave the run and its page")
    given = options.parse_args()
    with tempfile.TemporaryDirectory() as place:
        folder = long_run(given.keep or Path(place), steps=given.steps)
        began = time.process_time()
        page = write_report(folder)
        cpu, size = time.process_time() - began, page.stat().st_size
        print(f"{given.steps} steps, each with a screen of its own")
        print(f"size of the page        {size / 1e6:8.2f} MB   (at most {MOST_BYTES / 1e6:.0f})")
        print(f"processor time to write {cpu:8.2f} s    (at most {MOST_CPU_SECONDS:.0f})")
        missed = size > MOST_BYTES or cpu > MOST_CPU_SECONDS
        shown = load_seconds(page.resolve())
        if isinstance(shown, str):
            print(f"in a browser            NOT RUN: {shown}")
            return int(missed)
        print(f"until it is drawn       {shown[0]:8.2f} s    (at most {MOST_LOAD_SECONDS:.0f})")
        print(f"longest frame, scrolled {shown[1]:8.2f} s")
    return int(missed or shown[0] > MOST_LOAD_SECONDS)


if __name__ == "__main__":
    sys.exit(main())
