"""Programs on pages whose exact lines run to their end on the simulated phone, in every round of a loop."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from agentprog.cli.main import status_of
from tests.house.test_docs import ROOT

PEOPLE = [{"name": "Ada", "number": "+15550100101"}, {"name": "Omar", "number": "+15550100102"}]
PLAIN_WORDS = re.compile(r"send a short, friendly greeting to .*")


def _program(page: str, line: str) -> str:
    """The program on a page that has this line. A message in plain words becomes a look at its app."""
    blocks = re.findall(r"^```(?:stp)?\n(.*?)^```", (ROOT / page).read_text(encoding="utf-8"), re.M | re.S)
    (program,) = [block for block in blocks if line in block]
    return re.sub(r'In (the "[^"]+" app), ' + PLAIN_WORDS.pattern, r"Open \1", program)


@pytest.mark.slow
@pytest.mark.phone
@pytest.mark.usefixtures("warm")
@pytest.mark.filterwarnings("ignore:unclosed <socket:ResourceWarning")
@pytest.mark.filterwarnings("ignore:subprocess .* is still running:ResourceWarning")
@pytest.mark.parametrize(
    ("page", "line", "inputs"),
    [
        ("README.md", "friendly greeting to {person.number}", []),
        ("docs/language.md", 'Type {person.number} into "Phone"', ["-p", f"people={json.dumps(PEOPLE)}"]),
        ("docs/language.md", "did not open: {error}", []),
    ],
)
def test_the_program_runs_to_its_end_without_a_model(
    page: str, line: str, inputs: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("AGENTPROG_STATE_DIR", str(tmp_path / "state"))
    monkeypatch.chdir(tmp_path)
    Path("shown.stp").write_text(_program(page, line), encoding="utf-8")
    assert status_of(["run", "--sim", "shown.stp", *inputs]) == 0
