"""Every example runs, on the simulated phone if it needs one, and the phone's own storage shows the effect.

Programs of exact lines run without a model. Those with steps in plain words run with a model that answers by reading
the prompt: the benchmarks' stand-in, or `cookbook_reader.toml`. Neither shows how well a real model would do.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import nullcontext
from dataclasses import dataclass
from pathlib import Path

import pytest

from agentprog.app.launching.job import Job
from agentprog.app.launching.launch import launch
from agentprog.app.launching.programs import Program
from agentprog.app.phones.simulator import SimulatedPhone
from agentprog.app.settings import config
from agentprog.bench.standin.server import serve
from tests.e2e.conftest import Command, QuickClock, quick_phone

EXAMPLES = Path(__file__).resolve().parents[2] / "examples"
READER = f"scripted:{Path(__file__).with_name('cookbook_reader.toml')}"
STANDIN = "openai:stand-in"
EXPENSES = "SELECT name FROM expense WHERE name IN ('Lunch with Ines', 'Cough drops') ORDER BY name"
TEXTS = "SELECT address, body FROM sms WHERE address LIKE '+155501001%' ORDER BY body"
pytestmark = [pytest.mark.slow, pytest.mark.phone]


@dataclass(frozen=True, kw_only=True)
class Errand:
    """A program, its model, its answer, and the contents of the phone afterwards."""

    model: str | None = None
    answer: object = None
    holds: Callable[[SimulatedPhone], bool] = lambda phone: True


def _rows(package: str, database: str, query: str, *rows: dict[str, object]) -> Callable[[SimulatedPhone], bool]:
    return lambda phone: phone.handle.sql(package, database, query) == list(rows)


def _output(phone: SimulatedPhone, command: str) -> str:
    """The output of the command in the phone's shell."""
    return phone.handle.shell(command)[1]


def _file(path: str, part: str) -> Callable[[SimulatedPhone], bool]:
    return lambda phone: part in _output(phone, f"cat '{path}'")


COOKBOOK = {
    "invite_guests": Errand(
        answer=2,
        holds=_rows(
            "com.android.providers.telephony",
            "mmssms.db",
            TEXTS,
            {"address": "+15550100102", "body": "Hello Emil Sand, dinner on Friday at seven?"},
            {"address": "+15550100101", "body": "Hello Noor Haddad, dinner on Friday at seven?"},
        ),
    ),
    "log_receipts": Errand(
        answer="43.9 in all",
        holds=_rows(
            "com.arduia.expense", "accounting.db", EXPENSES, {"name": "Cough drops"}, {"name": "Lunch with Ines"}
        ),
    ),
    "work_alarms": Errand(
        answer=2,
        holds=_rows(
            "com.google.android.deskclock",
            "alarms.db",
            "SELECT hour, minutes FROM alarm_templates WHERE hour IN (6, 7) AND minutes IN (15, 30) ORDER BY hour",
            {"hour": 6, "minutes": 30},
            {"hour": 7, "minutes": 15},
        ),
    ),
    "evening_mode": Errand(
        holds=lambda phone: (
            _output(phone, "settings get global bluetooth_on") == "0\n" and "yes" in _output(phone, "cmd uimode night")
        )
    ),
    "back_up_notes": Errand(holds=_file("/sdcard/Download/garden.txt", "garlic")),
    "save_recipe": Errand(
        answer="240 g flour\n500 ml milk\n4 whole eggs\n",
        holds=_rows(
            "com.flauschcode.broccoli",
            "broccoli",
            "SELECT servings FROM recipes WHERE title = 'Pancakes'",
            {"servings": "4 servings"},
        ),
    ),
    "pass_on_message": Errand(
        model=READER,
        answer="Your appointment is confirmed for 18 October at 10:15.",
        holds=_rows(
            "com.android.providers.telephony",
            "mmssms.db",
            TEXTS,
            {
                "address": "+15550100103",
                "body": "From Mina Ueda: Your appointment is confirmed for 18 October at 10:15.",
            },
        ),
    ),
    "opening_hours": Errand(model=READER, answer=2),
    "merge_notes": Errand(model=STANDIN, holds=_file("/sdcard/Documents/Markor/everything.md", "garlic")),
    "plan_week": Errand(
        model=STANDIN,
        answer=2,
        holds=_rows(
            "com.simplemobiletools.calendar.pro",
            "events.db",
            "SELECT title, description FROM events WHERE title IN ('Dentist', 'Choir') ORDER BY title",
            {"title": "Choir", "description": "School hall"},
            {"title": "Dentist", "description": "Mill Lane 4"},
        ),
    ),
}
TUTORIAL = {
    "1_tap": Errand(),
    "2_variables": Errand(answer=3),
    "3_loop": Errand(),
    "4_branch": Errand(answer="connected"),
    "5_scroll": Errand(),
    "6_inputs": Errand(),
    "7_task": Errand(answer=29),
    "8_table": Errand(answer="coffee"),
    "9_words": Errand(model="demo", answer="Your appointment is confirmed for 18 October at 10:15."),
}
KEPT = {EXAMPLES / "cookbook" / f"{name}.stp": errand for name, errand in COOKBOOK.items()}
KEPT |= {EXAMPLES / "tutorial" / f"{name}.stp": errand for name, errand in TUTORIAL.items()}


def _workspace(folder: Path) -> Path:
    """A copy of the data files beside the programs."""
    folder.mkdir()
    for source in (EXAMPLES / "cookbook").iterdir():
        if source.suffix in (".csv", ".md"):
            (folder / source.name).write_bytes(source.read_bytes())
    return folder


@pytest.fixture(scope="module")
def quick(tmp_path_factory: pytest.TempPathFactory) -> Iterator[SimulatedPhone]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("AGENTPROG_STATE_DIR", str(tmp_path_factory.mktemp("phones")))
        with quick_phone(image="default") as phone:
            yield phone


@pytest.mark.filterwarnings("ignore:unclosed <socket:ResourceWarning")
@pytest.mark.parametrize("program", sorted(KEPT), ids=lambda path: path.stem)
def test_the_errand_is_done_on_the_phone(
    program: Path, quick: SimulatedPhone, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    errand = KEPT[program]
    quick.handle.reset()
    monkeypatch.setenv("OPENAI_API_KEY", "none")
    monkeypatch.chdir(tmp_path)
    with serve() if errand.model == STANDIN else nullcontext() as url:
        settings = config.load({"model": errand.model, "base_url": url, "run_dir": str(tmp_path / "runs")}).but(
            serial=quick.serial, environment=quick.environment, workspace=_workspace(tmp_path / "files")
        )
        done = launch(Job(settings=settings, program=Program.read(program), clock=QuickClock()))
    assert done.outcome.kind.value in ("verified", "completed"), done.outcome.reason
    if errand.answer is not None:
        assert done.answer == errand.answer
    assert errand.holds(quick)


def test_no_errand_is_left_out() -> None:
    there = {path for folder in ("cookbook", "tutorial") for path in (EXAMPLES / folder).glob("*.stp")}
    assert there == set(KEPT)
    assert len(COOKBOOK) == 10


@pytest.mark.parametrize("example", sorted(EXAMPLES.glob("*.stp")), ids=lambda path: path.name)
def test_the_program_runs_to_a_proven_end(agentprog: Command, example: Path) -> None:
    done = agentprog("run", "--sim", "--json", example)
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout)["outcome"] in ("verified", "completed")


def test_the_programs_are_clean_and_laid_out(agentprog: Command) -> None:
    checked = agentprog("check", EXAMPLES)
    assert checked.returncode == 0, checked.stdout
    assert "0 errors" in checked.stderr + checked.stdout
    assert agentprog("fmt", "--check", EXAMPLES).returncode == 0


@pytest.mark.parametrize("example", sorted(EXAMPLES.glob("*.py")), ids=lambda path: path.name)
def test_the_script_runs(example: Path, tmp_path: Path) -> None:
    done = subprocess.run(
        [sys.executable, example],
        cwd=tmp_path,
        env=dict(os.environ),
        stdin=subprocess.DEVNULL,
        capture_output=True,
        encoding="utf-8",
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
