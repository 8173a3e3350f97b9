"""A missing part leads to one clear message, the right status, and no leftovers."""

from __future__ import annotations

import socket
from collections.abc import Callable
from pathlib import Path

import adbutils
import pytest

from agentprog.phone.client import PhoneHandle
from tests.e2e.conftest import Command

pytestmark = [pytest.mark.slow, pytest.mark.phone]
TASK = "Add Grete to the contacts"


def test_no_phone(agentprog: Command, scripted: str, adb_port: int, tmp_path: Path) -> None:
    done = agentprog("run", TASK, "--model", scripted)
    assert done.returncode == 3
    assert "Error: no phone is attached" in done.stderr
    assert "--sim" in done.stderr
    assert "Traceback" not in done.stderr
    assert not list((tmp_path / "runs").glob("*"))


def test_two_phones_are_listed_and_neither_is_chosen(
    agentprog: Command, scripted: str, adb_port: int, phones: Callable[[], PhoneHandle]
) -> None:
    client = adbutils.AdbClient(host="127.0.0.1", port=adb_port)
    serials = [phones().serial, phones().serial]
    for serial in serials:
        client.connect(serial)
    done = agentprog("run", TASK, "--model", scripted)
    assert done.returncode == 3
    assert "2 phones are attached" in done.stderr
    assert all(serial in done.stderr for serial in serials)
    assert "--serial" in done.stderr

    chosen = agentprog("run", TASK, "--model", scripted, "-s", serials[1])
    assert chosen.returncode == 0, chosen.stderr


def test_an_unknown_serial(agentprog: Command, scripted: str, adb_port: int) -> None:
    done = agentprog("run", TASK, "--model", scripted, "--serial", "emulator-9998")
    assert done.returncode == 3
    assert "emulator-9998" in done.stderr
    assert "Traceback" not in done.stderr


def test_no_model_configured(agentprog: Command) -> None:
    done = agentprog("run", TASK, "--sim")
    assert done.returncode == 4
    assert "Error: no model is configured" in done.stderr
    assert "AGENTPROG_MODEL" in done.stderr


def test_a_step_in_plain_words_without_a_model(agentprog: Command, tmp_path: Path) -> None:
    (tmp_path / "p.stp").write_text('In the "Contacts" app, tidy everything up nicely\n', encoding="utf-8")
    done = agentprog("run", "p.stp", "--sim")
    assert done.returncode == 4
    assert "line 1" in done.stderr
    assert "--model" in done.stderr
    assert "Traceback" not in done.stderr


def test_an_unreachable_model(agentprog: Command) -> None:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        base = f"http://127.0.0.1:{probe.getsockname()[1]}/v1"
        done = agentprog(
            "run", TASK, "--sim", "--model", "openai:nobody", "--base-url", base, OPENAI_API_KEY="not-a-real-key"
        )
    assert done.returncode == 4
    assert base in done.stderr
    assert "Traceback" not in done.stderr
    assert "not-a-real-key" not in done.stderr


def test_weights_that_are_not_here(agentprog: Command, tmp_path: Path) -> None:
    done = agentprog("run", TASK, "--sim", "--model", "llamacpp:smollm2-135m", AGENTPROG_MODEL_DIR=str(tmp_path / "m"))
    assert done.returncode == 4
    assert "agentprog models pull smollm2-135m" in done.stderr


def test_a_model_that_writes_no_program(agentprog: Command, scripted: str, tmp_path: Path) -> None:
    done = agentprog("run", "Do the Nonsense dance", "--sim", "--model", scripted)
    assert done.returncode == 4
    assert "the model wrote no program that can be run" in done.stderr
    (run,) = (tmp_path / "runs").iterdir()
    assert len(list((run / "models").iterdir())) == 3
    assert '"RunFinished"' in (run / "events.jsonl").read_text(encoding="utf-8")


def test_a_program_with_errors_runs_nothing(agentprog: Command, tmp_path: Path) -> None:
    (tmp_path / "p.stp").write_text("Break the loop\nSet {a} to {b}\n", encoding="utf-8")
    done = agentprog("run", "p.stp")
    assert done.returncode == 2
    assert "p.stp has 2 errors; nothing was run" in done.stderr
    assert "p.stp:2:12: error" in done.stderr
    assert not (tmp_path / "runs").exists()


def test_a_missing_file_and_a_missing_input(agentprog: Command, tmp_path: Path) -> None:
    (tmp_path / "p.stp").write_text("---\ninputs:\n  day: {type: text}\n---\nTell user {day}\n", encoding="utf-8")
    assert "there is no file q.stp\nThere are: p.stp." in agentprog("q.stp").stderr
    missing = agentprog("p.stp")
    assert missing.returncode == 2
    assert "-p day=VALUE" in missing.stderr
    assert agentprog("p.stp", "-p", "day=Friday").stdout == "Friday\n"


def test_a_verification_that_fails(agentprog: Command, tmp_path: Path) -> None:
    text = 'Open the "Contacts" app\nVerify that "Nobody At All" appears\n'
    (tmp_path / "p.stp").write_text(text, encoding="utf-8")
    done = agentprog("run", "--sim", "p.stp")
    assert done.returncode == 1, done.stderr
    assert "Nobody At All" in done.stderr


def test_a_budget_that_is_too_small(agentprog: Command, tmp_path: Path) -> None:
    text = 'Open the "Contacts" app\nRepeat 5 times:\n    Press home\n    Open the "Contacts" app\n'
    (tmp_path / "p.stp").write_text(text, encoding="utf-8")
    done = agentprog("run", "--sim", "p.stp", "--steps", "3")
    assert done.returncode == 5, done.stderr
    assert "3 actions" in done.stderr


def test_a_question_without_a_person_ends_with_its_exit_status(agentprog: Command, tmp_path: Path) -> None:
    (tmp_path / "p.stp").write_text('Ask user "Which day?", record as {day}\nTell user {day}\n', encoding="utf-8")
    done = agentprog("run", "p.stp")
    assert done.returncode == 6
    assert "Which day?" in done.stderr
