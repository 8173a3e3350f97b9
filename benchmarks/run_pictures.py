"""The pictures of a run in README.md and docs/embedding.md: its screens side by side, and the live view.

    python -m benchmarks.run_pictures live docs/images/live.png
    python -m benchmarks.run_pictures demo docs/images/demo.png --run RUN    # the folder of a run of `make demo`

`live` runs docs/terminal/guests.stp on a simulated phone, with the rules of docs/terminal/model.toml as the model, and
needs playwright and a Chromium (`make test-browser` brings the first).
"""

from __future__ import annotations

import argparse
import io
import tempfile
from pathlib import Path

from PIL import Image
from playwright.sync_api import sync_playwright
from rich.console import Console
from rich.text import Text

from agentprog.app.launching.job import Job
from agentprog.app.launching.launch import launch
from agentprog.app.launching.programs import Program
from agentprog.app.settings.model import Settings
from agentprog.cli.watching.lines import RunLines
from agentprog.cli.watching.live import LiveView
from agentprog.cli.watching.state import RunState
from agentprog.ports import Event
from agentprog.runtime.journal.events import ActionIntended
from tests.browser.chromium import ARGUMENTS, browser_path

HERE = Path(__file__).parent.parent / "docs" / "terminal"
COLUMNS, ROWS, LINES = 132, 40, 7
"""Size of the terminal, and the number of log lines above the view."""
MOMENT = 'type "Grace"'
"""The action during which the picture of the live view is taken."""
SCREENS, HEIGHT, GAP = 5, 600, 16


def demo(run: Path) -> Image.Image:
    """Five screens of a run, evenly chosen from its first to its last."""
    shots = sorted(path for path in (run / "steps").iterdir() if path.suffix in (".png", ".jpg"))
    chosen = [shots[round(at * (len(shots) - 1) / (SCREENS - 1))] for at in range(SCREENS)]
    screens = [Image.open(path).convert("RGB") for path in chosen]
    screens = [one.resize((one.width * HEIGHT // one.height, HEIGHT)) for one in screens]
    width = sum(one.width + GAP for one in screens) + GAP
    page, left = Image.new("RGB", (width, HEIGHT + 2 * GAP), "#e8e8ee"), GAP
    for one in screens:
        page.paste(one, (left, GAP))
        left += one.width + GAP
    return page


class Watcher:
    """A RunListener that keeps the terminal's picture, as SVG, from one moment of the run."""

    def __init__(self, runs: Path) -> None:
        self.console = Console(
            file=io.StringIO(), record=True, width=COLUMNS, height=ROWS, force_terminal=True, color_system="truecolor"
        )
        self.lines = RunLines(console=self.console)
        self.above: list[Text] = []
        self.view = LiveView(self.console, self.lines, RunState(title="guests"), run_dir=runs, pictures=True)
        self.svg = ""

    def on_event(self, event: Event) -> None:
        self.view.on_event(event)
        self.above.extend(self.lines.lines(event))
        if not self.svg and isinstance(event, ActionIntended) and event.text.startswith(MOMENT):
            self.console.print(Text("\n").join(self.above[-LINES:]))
            self.view.look()
            self.svg = self.console.export_svg(title="agentprog run --sim guests.stp")


def live() -> Image.Image:
    """The live view of a run over two guests, at its second one."""
    with tempfile.TemporaryDirectory() as folder:
        watcher = Watcher(Path(folder))
        program = Program(text=(HERE / "guests.stp").read_text(encoding="utf-8"), name="guests.stp")
        settings = Settings(
            run_dir=Path(folder), sim=True, seed=3, model=f"scripted:{HERE / 'model.toml'}", recipes="off"
        )
        launch(Job(settings=settings, program=program, inputs={"guests": ["Ada", "Grace"]}, listeners=(watcher,)))
    with sync_playwright() as play:
        browser = play.chromium.launch(executable_path=browser_path(), args=ARGUMENTS)
        page = browser.new_page(viewport={"width": 1300, "height": 900})
        page.set_content(f"<body style='margin:0'>{watcher.svg}</body>")
        taken = page.locator("svg").first.screenshot()
        browser.close()
    return Image.open(io.BytesIO(taken)).convert("RGB")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("what", choices=("live", "demo"))
    parser.add_argument("out", type=Path)
    parser.add_argument("--run", type=Path)
    chosen = parser.parse_args()
    if chosen.what == "demo" and chosen.run is None:
        parser.error("demo needs --run: the folder of a run")
    image = live() if chosen.what == "live" else demo(chosen.run)
    image.quantize(256, dither=Image.Dither.NONE).save(chosen.out, optimize=True)


if __name__ == "__main__":
    main()
