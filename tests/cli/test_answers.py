"""Every command obeys `--json` and `--quiet`: JSON alone on standard output, and silence beside it."""

from __future__ import annotations

import json
import shlex
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import typer.main
from typer.core import TyperGroup

from agentprog.cli.main import status_of
from agentprog.cli.tree import load_all
from tests.devices.smart_socket import SmartSocket, block, smart_socket

DUMPS = Path(__file__).parents[1] / "devices" / "hierarchy" / "dumps"
LINES = {"check", "fmt", "trace show", "phone sql"}
"""The commands that write a line of JSON for each thing, as listed in docs/cli.md."""

PLANNER = """
[capabilities]
scoring = false
[[rule]]
purpose = "plan"
reply = 'Tell user "hello"'
"""
# The arguments of each command; the tests named in ELSEWHERE run commands with --json that need a phone or minutes.
TRAINING = "told.stp --held told.stp --base nowhere --out trained"
RUN = {
    "run": "run told.stp --run-dir others",
    "resume": "resume part",
    "plan": 'plan "say hello" --model scripted:planner.toml',
    "check": "check told.stp broken.stp",
    "fmt": "fmt --check told.stp broken.stp untidy.stp",
    "show": "show told.stp",
    "approve": "approve --yes told.stp",
    "compile": "compile told",
    "recipes list": "recipes list",
    "recipes show": "recipes show org.nowhere",
    "recipes forget": "recipes forget --all",
    "recipes export": "recipes export",
    "recipes import": "recipes import told.stp",
    "alias list": "alias list",
    "alias set": "alias set sister Nobody",
    "alias remove": "alias remove sister",
    "init": "init mine",
    "examples": "examples",
    "devices": "devices",
    "connect": "connect 10.0.0.7:5555",
    "pair": "pair 10.0.0.7:37215 123456",
    "disconnect": "disconnect 10.0.0.7",
    "observe": f"observe --hierarchy {DUMPS / 'discard.xml'}",
    "trace list": "trace list",
    "trace show": "trace show told",
    "trace cost": "trace cost told",
    "trace effects": "trace effects",
    "trace context": "trace context told",
    "trace schema": "trace schema",
    "trace report": "trace report told --out page.html",
    "trace replay": "trace replay once",
    "trace test": "trace test told",
    "trace export": "trace export told --redact",
    "phone list": "phone list",
    "phone stop": "phone stop --all",
    "models list": "models list",
    "models pull": "models pull nonsense",
    "models probe": "models probe",
    "bench list": "bench list",
    "bench oracle": "bench oracle --task nonsense",
    "bench run": "bench run nonsense",
    "bench report": "bench report nowhere",
    "bench androidworld": "bench androidworld --android-world nowhere",
    "learn collect": "learn collect nowhere --out steps.jsonl",
    "learn import": "learn import told.stp --format amex --out steps.jsonl",
    "learn export": "learn export told.stp --format ces --out rows.parquet",
    "learn rewards": "learn rewards --port 0 --seconds 0.1",
    "learn measure": "learn measure told.stp --predictions told.stp",
    "learn compare": "learn compare nowhere",
    "learn judge": "learn judge told.stp",
    "learn sft": f"learn sft {TRAINING}",
    "learn grpo": f"learn grpo {TRAINING}",
    "learn rounds": f"learn rounds {TRAINING}",
    "learn specialists": f"learn specialists {TRAINING}",
    "learn arithmetic": "learn arithmetic --base nowhere --out trained",
    "learn split": "learn split told.stp --out parts",
}
FAIL = {
    *("plan", "connect", "models pull", "models probe", "alias set", "alias remove", "recipes show", "recipes import"),
    *("bench oracle", "bench run", "bench report", "bench androidworld"),
    *("learn collect", "learn import", "learn export", "learn split", "learn measure", "learn judge"),
    "learn compare",
    *("learn sft", "learn grpo", "learn rounds", "learn specialists", "learn arithmetic"),
}
"""The commands that end with an error here because there is no phone, model or folder."""
ELSEWHERE = {
    "setup": "commands/test_setup.py",
    "doctor": "commands/test_doctor.py",
    "phone start": "commands/test_phone.py",
    "studio": "commands/test_studio.py",
    "phone screenshot": "commands/test_phone.py",
    "phone sql": "commands/test_phone.py",
}


def leaves(group: TyperGroup, words: tuple[str, ...] = ()) -> Iterator[tuple[str, Any]]:
    for name, command in group.commands.items():
        if isinstance(command, TyperGroup):
            yield from leaves(command, (*words, name))
        else:
            yield " ".join((*words, name)), command


ALL = dict(leaves(typer.main.get_group(load_all())))


def test_every_command_takes_json_and_quiet_in_the_same_words() -> None:
    helps: dict[str, set[str]] = {"--json": set(), "--quiet": set()}
    for words, command in ALL.items():
        options = {name: parameter for parameter in command.params for name in parameter.opts}
        assert helps.keys() <= options.keys(), f"{words} lacks {helps.keys() - options.keys()}"
        assert "-q" in options
        for name, texts in helps.items():
            texts.add(options[name].help)
    assert len(helps["--quiet"]) == 1
    assert len(helps["--json"]) == 3, "a document, lines, or JSON in any case"


def test_every_command_is_run_with_json_by_a_test() -> None:
    assert set(RUN) | set(ELSEWHERE) == set(ALL)
    for words, file in ELSEWHERE.items():
        assert "--json" in (Path(__file__).parent / file).read_text(encoding="utf-8"), words


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Programs, a model that plans, and three runs without a phone."""
    made = tmp_path_factory.mktemp("answers")
    (made / "told.stp").write_text('Tell user "hello"\nSet {answer} to 3 + 4\n', encoding="utf-8")
    (made / "once.stp").write_text("Set {answer} to 1\n", encoding="utf-8")
    (made / "part.stp").write_text('Ask user "Which day?", record as {day}\n', encoding="utf-8")
    (made / "broken.stp").write_text("Else:\n    Tell user {x}\n", encoding="utf-8")
    (made / "untidy.stp").write_text("set {x} to [1,2]\n", encoding="utf-8")
    (made / "planner.toml").write_text(PLANNER, encoding="utf-8")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("AGENTPROG_STATE_DIR", str(made / "state"))
        for name in ("once", "part", "told"):
            status_of(["run", str(made / f"{name}.stp"), "--run-dir", str(made / "runs"), "--quiet"])
    return made


@pytest.fixture
def at_home(folder: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[SmartSocket]:
    monkeypatch.chdir(folder)
    monkeypatch.setenv("AGENTPROG_STATE_DIR", str(folder / "state"))
    monkeypatch.setenv("AGENTPROG_MODEL_DIR", str(folder / "models"))
    with smart_socket() as server:
        monkeypatch.setenv("ADB_SERVER_SOCKET", server.env["ADB_SERVER_SOCKET"])
        server.answers["host:pair:123456:10.0.0.7:37215"] = b"OKAY" + block("Successfully paired [guid=adb-R5CT-x1]")
        server.answers["host:connect:10.0.0.7:5555"] = b"OKAY" + block("connected to 10.0.0.7:5555")
        server.answers["host:disconnect:10.0.0.7:5555"] = b"OKAY" + block("disconnected 10.0.0.7:5555")
        yield server


@pytest.mark.parametrize("words", RUN)
def test_with_json_standard_output_holds_nothing_else(
    words: str, at_home: SmartSocket, capsys: pytest.CaptureFixture[str]
) -> None:
    status = status_of([*shlex.split(RUN[words]), "--json", "--quiet"])
    captured = capsys.readouterr()
    documents = [json.loads(line) for line in captured.out.splitlines()]
    assert documents
    if words not in LINES:
        assert len(documents) == 1
    last = documents[-1]
    failed = isinstance(last, dict) and set(last) == {"error"}
    assert failed == (words in FAIL), last
    if failed:
        assert last["error"].keys() == {"kind", "message", "hint", "exit_code"}
        assert last["error"]["exit_code"] == status > 0
        assert last["error"]["message"].splitlines()[0] in captured.err, "a person reads it too"
    elif isinstance(last, dict) and last.get("error"):
        assert last["exit_code"] == status > 0
    assert "Traceback" not in captured.err


@pytest.mark.parametrize(
    "words", ["check", "fmt", "devices", "disconnect", "trace context", "phone stop", "models list"]
)
def test_quiet_leaves_out_all_but_result_and_error(
    words: str, at_home: SmartSocket, capsys: pytest.CaptureFixture[str]
) -> None:
    loud = status_of(shlex.split(RUN[words]))
    at_ease = capsys.readouterr()
    assert status_of([*shlex.split(RUN[words]), "-q"]) == loud
    hushed = capsys.readouterr()
    assert hushed.out == at_ease.out
    assert set(hushed.err.splitlines()) < set(at_ease.err.splitlines())
    if loud == 0:
        assert hushed.err == ""


def test_one_quiet_command_does_not_hush_the_next(at_home: SmartSocket, capsys: pytest.CaptureFixture[str]) -> None:
    assert status_of(["devices", "-q"]) == 0
    assert capsys.readouterr() == ("", "")
    assert status_of(["devices"]) == 0
    assert "No phone is attached" in capsys.readouterr().err


def test_a_plan_is_one_document(
    sim_phone: Any, at_home: SmartSocket, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.delenv("ADB_SERVER_SOCKET")
    monkeypatch.setenv("ANDROID_ADB_SERVER_PORT", str(sim_phone.server.port))
    words = shlex.split(RUN["plan"])
    assert status_of([*words, "--serial", sim_phone.serial, "--json", "-q"]) == 0
    captured = capsys.readouterr()
    assert json.loads(captured.out) == {"program": 'Tell user "hello"', "notes": [], "attempts": 1, "path": None}
    assert captured.err == ""


def test_a_runs_error_is_printed_as_an_object(at_home: SmartSocket, capsys: pytest.CaptureFixture[str]) -> None:
    Path("gone.stp").write_text('Read the text of "nowhere.txt", record as {x}\n', encoding="utf-8")
    assert status_of(["run", "gone.stp", "--json"]) == 1
    done = json.loads(capsys.readouterr().out)
    assert (done["outcome"], done["error"]["kind"], done["error"]["exit_code"]) == ("failed", "RunError", 1)
    assert "nowhere.txt" in done["error"]["message"]


def test_a_word_after_two_dashes_is_no_option(at_home: SmartSocket, capsys: pytest.CaptureFixture[str]) -> None:
    assert status_of(["check", "--", "--json"]) == 2
    assert capsys.readouterr() == ("", f"Error: there is no file --json\nThere are: {_programs()}.\n")


def _programs() -> str:
    return ", ".join(sorted(path.name for path in Path().glob("*.stp")))
